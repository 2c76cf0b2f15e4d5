package tlc

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Model is all that TLC reads for a case, written from the table: the modules, one
// more module that belongs to the case and extends them, and the configuration. TLC
// runs on the case's module, so a case stands nowhere but in its table.
type Model struct {
	// Name is that of the case's own module, and with ".cfg" of the configuration.
	Name  string
	Files map[string][]byte // by their names without a folder
}

// NewModel returns the model of c: the modules of the folders and of the root of fsys,
// which all protocols share, and what is written from the case and its constants.
// Each file goes through edit if edit is not nil. If two folders have a module of one name, TLC reads the first
// folder's. A module in a folder with the name of one at the root is an *input.Error.
func NewModel(
	fsys fs.FS, folders []string, c cases.Case, constants map[string]Value, edit func(string, []byte) []byte,
) (Model, error) {
	if err := CheckConstants(constants); err != nil {
		return Model{}, err
	}
	m := Model{Name: c.Root(), Files: map[string][]byte{}}
	from, err := moduleFiles(fsys, folders)
	if err != nil {
		return Model{}, err
	}
	if file, taken := from[m.Name+".tla"]; taken {
		return Model{}, input.ErrorIn(file, "", "is called as the module that is written from case %s; "+
			"give it another name", c.ID)
	}
	for name, file := range from {
		if m.Files[name], err = fs.ReadFile(fsys, file); err != nil {
			return Model{}, input.ErrorIn(file, "", "cannot be read (%s)", input.Reason(err))
		}
	}
	m.Files[m.Name+".tla"] = caseModule(c, constants)
	m.Files[m.Name+".cfg"] = caseCfg(c, constants)
	if edit != nil {
		for name, text := range m.Files {
			m.Files[name] = edit(name, text)
		}
	}
	return m, nil
}

// moduleFiles returns the paths of the modules of the folders and of the root.
func moduleFiles(fsys fs.FS, folders []string) (map[string]string, error) {
	from := map[string]string{}
	if !slices.Contains(folders, ".") {
		folders = append(slices.Clone(folders), ".")
	}
	for _, folder := range folders {
		entries, err := fs.ReadDir(fsys, folder)
		if err != nil {
			return nil, input.ErrorIn(folder, "", "cannot be read (%s); want a folder of TLA+ modules",
				input.Reason(err))
		}
		for _, e := range entries {
			if e.IsDir() || !strings.HasSuffix(e.Name(), ".tla") {
				continue
			}
			file := path.Join(folder, e.Name())
			other, twice := from[e.Name()]
			switch {
			case twice && folder != ".":
				continue // an earlier folder has the module
			case twice:
				return nil, input.ErrorIn(file, "", "there is also %s; give one of the modules another name", other)
			}
			from[e.Name()] = file
		}
	}
	return from, nil
}

// inFolder calls run with a folder that holds the files and is gone afterwards.
func (m Model) inFolder(run func(work string) error) error {
	work, err := os.MkdirTemp("", "tlc-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := m.write(work); err != nil {
		return err
	}
	return run(work)
}

// write puts the files into a folder.
func (m Model) write(dir string) error {
	for name, text := range m.Files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
