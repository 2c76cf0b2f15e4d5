package workshop

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/scrutineer-go/scrutineer/internal/mut"
	"github.com/scrutineer-go/scrutineer/internal/planted"
)

// Options say where a workshop works.
type Options struct {
	// Root is the root of the repository, Cache a folder that outlives the process, Dir one for this process.
	Root, Cache, Dir string
	// Without are files, from the root, that tests are built without: other tests, which no row needs.
	Without []string
}

// A Workshop has the program with all rows, and builds others.
type Workshop struct {
	Options
	module string // the path of the module at the root
	rows   []planted.Row
	alone  []string // the files of the rows that are not in the one program
	one    string   // its folder

	lock  sync.Mutex
	built map[string]func() (string, error) // programs of this process, by their names below Dir
}

// Open reads all rows and finds the program that has them, or builds it.
func Open(o Options) (*Workshop, error) {
	rows, err := planted.All(o.Root)
	if err != nil {
		return nil, err
	}
	module, err := moduleOf(o.Root)
	if err != nil {
		return nil, err
	}
	key, err := keyOf(o.Root)
	if err != nil {
		return nil, err
	}
	w := &Workshop{Options: o, module: module, rows: rows, built: map[string]func() (string, error){}}
	if w.one, err = once(o.Cache, key, w.buildOne); err != nil {
		return nil, err
	}
	alone, err := os.ReadFile(filepath.Join(w.one, aloneName))
	w.alone = strings.Fields(string(alone))
	return w, err
}

// Rows returns all rows of the repository.
func (w *Workshop) Rows() []planted.Row { return w.rows }

// A Program is one that may have a row on.
type Program struct {
	path, dir, row string
}

// Path returns the path of the program's file.
func (p Program) Path() string { return p.path }

// Command returns a call of the program. The row is on in all processes that it begins. Tests run in their folder.
// When one fails rapid would write its draw there, and later runs would begin with that.
func (p Program) Command(args ...string) *exec.Cmd {
	c := exec.Command(p.path, args...)
	c.Dir, c.Env = p.dir, append(os.Environ(), mut.On+"="+p.row, "RAPID_NOFAILFILE=1")
	return c
}

// number returns the number of a row in the one program as the environment has it, "" if it is not in there.
func (w *Workshop) number(row planted.Row) (string, error) {
	n := slices.IndexFunc(w.rows, func(r planted.Row) bool { return r.File == row.File })
	if n < 0 {
		return "", fmt.Errorf("%s is no row of this tree", row.File)
	}
	if slices.Contains(w.alone, row.File) {
		return "", nil
	}
	return strconv.Itoa(n), nil
}

// Program returns the command with the row on: the one program, or one of its own if the row needs that.
func (w *Workshop) Program(row planted.Row) (Program, error) {
	n, err := w.number(row)
	if err != nil || n == "" {
		return w.program(row, err)
	}
	return Program{path: filepath.Join(w.one, programName), row: n}, nil
}

// Tests returns the tests of the package in a folder with the row on.
func (w *Workshop) Tests(row planted.Row, folder string) (Program, error) {
	n, err := w.number(row)
	if err != nil || n == "" {
		return w.tests(row, folder, err)
	}
	p, err := w.WithoutRow(folder)
	p.row = n
	return p, err
}

// WithoutRow returns the tests of the package in a folder with all rows in them, and none on.
func (w *Workshop) WithoutRow(folder string) (Program, error) {
	path, err := w.once("all-"+strings.ReplaceAll(folder, "/", "-"), func(dir string) error {
		list, err := w.overlaid(dir)
		if err == nil {
			err = w.buildWoven(list, dir, "test", "-c", "-vet=off", "./"+folder)
		}
		return err
	})
	return Program{path: path, dir: filepath.Join(w.Root, filepath.FromSlash(folder))}, err
}

// Alone returns the workshop with a program for each row alone.
func (w *Workshop) Alone(dir string) *Workshop {
	apart := &Workshop{Options: w.Options, module: w.module, rows: w.rows, one: w.one}
	apart.built = map[string]func() (string, error){}
	apart.Dir = dir
	for _, row := range w.rows {
		apart.alone = append(apart.alone, row.File)
	}
	return apart
}

// once makes a program of this process in a folder of its own, once, and returns the program's path.
func (w *Workshop) once(name string, build func(dir string) error) (string, error) {
	w.lock.Lock()
	made := w.built[name]
	if made == nil {
		made = sync.OnceValues(func() (string, error) {
			dir := filepath.Join(w.Dir, name)
			if err := os.Mkdir(dir, 0o755); err != nil {
				return "", err
			}
			return filepath.Join(dir, programName), build(dir)
		})
		w.built[name] = made
	}
	w.lock.Unlock()
	return made()
}
