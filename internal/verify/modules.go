package verify

import (
	"io/fs"
	"strings"
	"sync"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/tla"
)

// WithModules returns the protocol with its own folder of TLA+ modules, which holds its table of cases; nil for none.
func (p Protocol) WithModules(folder fs.FS) Protocol {
	if folder == nil {
		return p.reading(nil)
	}
	return p.reading(ownModules{p.Name, folder})
}

// FromModules returns the protocol with the modules of a folder that holds those of all protocols, in place of its
// own. A protocol that has none, there either, stays as it is.
func (p Protocol) FromModules(all fs.FS) Protocol {
	if p.modules == nil {
		if _, err := fs.Stat(all, p.Name); err != nil {
			return p
		}
	}
	return p.reading(all)
}

// reading returns the protocol with those modules. Cases, the bound of campaigns and commands all have the one table
// that stands among them.
func (p Protocol) reading(modules fs.FS) Protocol {
	p.modules = modules
	from, file := p.TLA(), p.Name+"/cases.json"
	p.table = sync.OnceValues(func() (cases.Table, error) { return cases.Read(from, file) })
	if p.Engine != nil { // not read before a campaign asks: the largest table takes half of a program's start
		p.bound = sync.OnceValue(func() *bounds { return p.Engine.findBounds(p.table) })
	}
	return p
}

// TLA returns the modules that the protocol's cases are read from: the protocol's folder,
// with its table, under the protocol's name, and what all protocols share at the root. If a protocol
// has no folder, only what all share is of use to it.
func (p Protocol) TLA() fs.FS {
	if p.modules == nil {
		return tla.Modules
	}
	return p.modules
}

// HasCases reports whether the protocol has a table of cases: it has a model and brings its modules along.
func (p Protocol) HasCases() bool { return p.modules != nil && len(p.Models) > 0 }

// Table returns the table of cases of a protocol that has one. It is read once.
func (p Protocol) Table() (cases.Table, error) { return p.table() }

// ownModules is what is built in, and below one name a folder that a protocol brings along.
type ownModules struct {
	name   string
	folder fs.FS
}

// Open opens a file of that folder, or one of those built in.
func (m ownModules) Open(name string) (fs.File, error) {
	switch below, own := strings.CutPrefix(name+"/", m.name+"/"); {
	case !own:
		return tla.Modules.Open(name)
	case below == "":
		return m.folder.Open(".")
	default:
		return m.folder.Open(strings.TrimSuffix(below, "/"))
	}
}
