package cases

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Version is the version of the JSON format that Read reads.
const Version = 1

// Table is the one list of what is checked about a protocol by exploring. What is not in it
// is not checked, which is why Unlisted refuses files that it does not name.
type Table struct {
	Version  int    `json:"version"`
	Protocol string `json:"protocol"`
	// Module and Specification are those of all cases that name no other.
	Module        string `json:"module"`
	Specification string `json:"specification"`
	// Extends is a folder beside the table's whose modules the table's modules extend; "" for none. If both folders
	// have a module of one name, TLC reads the table's own.
	Extends string `json:"extends,omitempty"`
	Cases   []Case `json:"cases"`

	File string `json:"-"` // the table's path in its file system, for messages
	Dir  string `json:"-"` // the folder that Module is in
}

// Read reads and checks the table at name, a slash-separated path in fsys.
// Every error is an *input.Error with file and field: the format is strict,
// because a misspelt field would otherwise be a check that silently is not made.
func Read(fsys fs.FS, name string) (Table, error) {
	var t Table
	if err := input.Read(fsys, name, &t); err != nil {
		return Table{}, err
	}
	t.File, t.Dir = name, path.Dir(name)
	for i := range t.Cases {
		t.Cases[i].Module = cmp.Or(t.Cases[i].Module, t.Module)
		t.Cases[i].Specification = cmp.Or(t.Cases[i].Specification, t.Specification)
	}
	if err := t.check(fsys); err != nil {
		return Table{}, err
	}
	return t, nil
}

// Folders are the folders of the modules, the table's own first.
func (t Table) Folders() []string {
	if t.Extends == "" {
		return []string{t.Dir}
	}
	return []string{t.Dir, path.Join(path.Dir(t.Dir), t.Extends)}
}

// check is what Read requires of a table that is well-formed JSON.
func (t Table) check(fsys fs.FS) error {
	switch {
	case t.Version != Version:
		return input.ErrorIn(t.File, "version", "is %d, want %d", t.Version, Version)
	case t.Protocol == "":
		return input.ErrorIn(t.File, "protocol", "is empty; want the protocol's name")
	case t.Extends != "" && !input.IsFolder(fsys, t.Folders()[1]):
		return input.ErrorIn(t.File, "extends", "no folder %s beside the table's; name one that exists", t.Extends)
	case len(t.Cases) == 0:
		return input.ErrorIn(t.File, "cases", "is empty; want at least one case")
	}
	first, bounds := map[string]int{}, 0
	for i, c := range t.Cases {
		at := fmt.Sprintf("cases[%d]", i)
		if j, twice := first[c.Root()]; twice {
			return input.ErrorIn(t.File, at+".id", "%q is also the id of cases[%d], as the name of a module at least; "+
				"ids differ in letters and digits", c.ID, j)
		}
		first[c.Root()] = i
		if c.Kind == Bound {
			if bounds++; bounds > 1 {
				return input.ErrorIn(t.File, at+".kind", "is a second bound; campaigns count the edges of one")
			}
		}
		if field, want := c.check(); want != "" {
			return input.ErrorIn(t.File, at+"."+field, "%s", want)
		}
		if file := c.Module + ".tla"; !input.IsFile(fsys, path.Join(t.Dir, file)) {
			return input.ErrorIn(t.File, at+".module", "no file %s beside the table; name one that exists", file)
		}
	}
	return nil
}

// Case returns the case with the given id.
func (t Table) Case(id string) (Case, bool) {
	for _, c := range t.Cases {
		if c.ID == id {
			return c, true
		}
	}
	return Case{}, false
}

// Unlisted returns an *input.Error for the first MC module (MC*.tla) in the table's
// folder that no case names, and for any .cfg: such a file looks like a check and is
// none.
func Unlisted(fsys fs.FS, t Table) error {
	listed := map[string]bool{}
	for _, c := range t.Cases {
		listed[c.Module+".tla"] = true
	}
	entries, err := fs.ReadDir(fsys, t.Dir)
	if err != nil {
		return input.ErrorIn(t.Dir, "", "cannot be read (%s)", input.Reason(err))
	}
	for _, e := range entries {
		name := e.Name()
		isModel := strings.HasPrefix(name, "MC") && strings.HasSuffix(name, ".tla")
		switch {
		case e.IsDir():
		case isModel && !listed[name]:
			return input.ErrorIn(path.Join(t.Dir, name), "",
				"no case of %s names it; add a case or remove the file", t.File)
		case strings.HasSuffix(name, ".cfg"):
			return input.ErrorIn(path.Join(t.Dir, name), "",
				"is read by nobody, because a cfg is written from its case "+
					"in %s; remove the file", t.File)
		}
	}
	return nil
}
