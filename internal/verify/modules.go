package verify

import (
	"io/fs"
	"strings"

	"github.com/scrutineer-go/scrutineer/tla"
)

// TLA returns the modules that the protocol's cases are read from: the protocol's folder,
// with its table, under the protocol's name, and what all protocols share at the root. If a protocol
// has no folder, only what all share is of use to it.
func (p Protocol) TLA() fs.FS {
	if p.Modules == nil {
		return tla.Modules
	}
	return ownModules{p.Name, p.Modules}
}

// HasCases reports whether the protocol has a table of cases: it has a model and brings its modules along.
func (p Protocol) HasCases() bool { return p.Modules != nil && len(p.Models) > 0 }

// hasCasesIn reports whether there is a table among other modules, nil for the protocol's own.
func (p Protocol) hasCasesIn(modules fs.FS) bool {
	if modules == nil || p.HasCases() {
		return p.HasCases()
	}
	_, err := fs.Stat(modules, p.Name)
	return err == nil && len(p.Models) > 0
}

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
