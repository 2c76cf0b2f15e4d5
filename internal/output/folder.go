package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Folder is a folder that this run writes into, and no other until Release.
type Folder struct {
	dir, remedy string
	lock        *os.File // nil when it is released
	made        []string // the folders that were not there before
}

// lockName is the file in a held folder that others find locked.
const lockName = scratch + "lock"

// retries are how often Hold makes a folder that another run, which has made it too, takes away.
const retries = 10

// errBusy is the error of tryLock where another run has the lock.
var errBusy = errors.New(busy)

// Hold makes the folder, unless it is there, and keeps other runs from it. look, unless
// it is nil, says why the folder is not one to write into: it is asked before anything
// is made, and again when no other run can change the answer. remedy is what to do
// where the folder cannot be had. Where Hold refuses it leaves nothing behind.
func Hold(dir, remedy string, look func() error) (*Folder, error) {
	if look == nil {
		look = func() error { return nil }
	}
	f := &Folder{dir: dir, remedy: remedy}
	if err := look(); err != nil && isLocked(f.lockFile()) {
		return nil, f.Refuse("%v", errBusy) // it may look like anything meanwhile
	} else if err != nil {
		return nil, err
	}
	var err error
	for range retries {
		var made []string
		made, err = makeFolder(dir)
		if f.made = append(made, f.made...); err == nil {
			f.lock, err = tryLock(f.lockFile())
		}
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	switch {
	case errors.Is(err, errBusy):
		err = f.Refuse("%v", err)
	case err != nil:
		err = f.Refuse("cannot be written to (%s)", input.Reason(err))
	default:
		err = look()
	}
	if err != nil {
		f.Release()
		return nil, err
	}
	return f, nil
}

// Refuse returns the input error that the folder cannot be used, and what to do.
func (f *Folder) Refuse(format string, args ...any) error {
	return &input.Error{File: f.dir, Want: fmt.Sprintf(format, args...) + "; " + f.remedy}
}

// Release lets others have the folder, and removes what Hold has made if nothing is in
// it. It may be called twice.
func (f *Folder) Release() {
	f.unlock(f.lockFile())
	removeEmpty(f.made)
	f.made = nil
}

func (f *Folder) lockFile() string { return filepath.Join(f.dir, lockName) }

// unlock gives the lock away, which is that file. If somebody has taken the folder away, and
// another run has one of that name, the file is that run's.
func (f *Folder) unlock(file string) {
	if f.lock != nil {
		if isAt(f.lock, file) {
			os.Remove(file)
		}
		f.lock.Close()
		f.lock = nil
	}
}

// Write writes a file of the folder, or of one below it, whole or not at all, as long as the
// folder is the one that is held.
func (f *Folder) Write(name string, text []byte) error {
	if f.lock == nil || !isAt(f.lock, f.lockFile()) {
		return errors.New(f.dir + " was moved or removed while this run wrote into it")
	}
	file := filepath.Join(f.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return Write(file, text)
}

// Fits makes sure that texts can be written, before those whose place they take are removed: it
// writes them once, under a name that counts as nothing, and takes that away.
func (f *Folder) Fits(texts ...[]byte) error {
	file, err := os.CreateTemp(f.dir, scratch+"*")
	if err != nil {
		return err
	}
	for _, text := range texts {
		if err == nil {
			_, err = file.Write(text)
		}
	}
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close(), os.Remove(file.Name()))
}

// MoveAside gives the folder a new name beside it, which it returns, and holds an empty
// one in its place. Where that fails there may be a new name all the same.
func (f *Folder) MoveAside() (aside string, err error) {
	for n := 1; ; n++ {
		aside = fmt.Sprintf("%s.old%d", filepath.Clean(f.dir), n)
		if _, err := os.Lstat(aside); err != nil {
			break
		}
	}
	if err := os.Rename(f.dir, aside); err != nil {
		return "", f.Refuse("it cannot be moved aside (%v)", err)
	}
	f.unlock(filepath.Join(aside, lockName))
	empty, err := Hold(f.dir, f.remedy, nil)
	if err == nil {
		*f = *empty
	}
	return aside, err
}

// Clear removes files, folders below that are then empty, and what earlier runs had begun
// to write when they were killed. names are below the folder, with slashes.
func (f *Folder) Clear(names []string) error {
	err := fs.WalkDir(os.DirFS(f.dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && (slices.Contains(names, name) || IsScratch(e) && e.Name() != lockName) {
			err = os.Remove(filepath.Join(f.dir, name))
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	for _, name := range names {
		removeEmpty([]string{filepath.Dir(filepath.Join(f.dir, name))})
	}
	return err
}

// Foreign returns the path of something in a folder that is none of these files, which
// are below the folder, with slashes, and no folder of one; "" where there is nothing, or
// no folder. What was being written when a program was killed does not count.
func Foreign(dir string, names []string) (foreign string, err error) {
	if _, err := os.ReadDir(dir); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	} else if err != nil {
		return "", err
	}
	err = fs.WalkDir(os.DirFS(dir), ".", func(at string, e fs.DirEntry, err error) error {
		isOurs := func(name string) bool {
			return name == at && e.Type().IsRegular() || e.IsDir() && strings.HasPrefix(name, at+"/")
		}
		if at == "." || err == nil && (IsScratch(e) || slices.ContainsFunc(names, isOurs)) {
			return nil
		}
		foreign = filepath.Join(dir, at)
		return fs.SkipAll
	})
	return foreign, err
}
