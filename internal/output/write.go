// Package output writes what runs leave behind: a file that a flag names ([File]), or
// a folder that one run at a time writes into ([Hold]). It refuses what is somebody
// else's before anything is written, with one line that says what would be right.
//
// A command names its file to [File.Reserve] before it begins and to [Write] when it has
// the text. One with a folder holds it with a look that asks [Foreign] for what is not its
// own, writes with [Folder.Write], and lets it go with [Folder.Release].
//
// It imports internal/input only. Start reading at [Write].
package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// scratch is what the names begin with of files that are being written, and of locks.
// One may be left where the program was killed.
const scratch = ".scrutineer-"

// IsScratch tells whether something in a folder is a lock, or what a program that was killed was
// writing: it counts as nothing.
func IsScratch(e fs.DirEntry) bool {
	return e.Type().IsRegular() && strings.HasPrefix(e.Name(), scratch)
}

// Write writes a file whole or not at all: to another name beside it first, which it
// gives the right one when the disk has all of it.
func Write(file string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), scratch+"*")
	if err != nil {
		return err
	}
	if _, err = f.Write(text); err == nil { // the first error says why, alone
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// tryWriting writes a file into the folder and takes it away again.
func tryWriting(dir string) error {
	f, err := os.CreateTemp(dir, scratch+"*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// makeFolder makes a folder and those above it that are missing. It returns the
// ones that it has made, the innermost first, also where it fails.
func makeFolder(dir string) (made []string, err error) {
	if _, err := os.Stat(dir); err == nil || !errors.Is(err, fs.ErrNotExist) || filepath.Dir(dir) == dir {
		return nil, err
	}
	if made, err = makeFolder(filepath.Dir(dir)); err == nil {
		err = os.Mkdir(dir, 0o755)
		if info, there := os.Stat(dir); errors.Is(err, fs.ErrExist) && there == nil && info.IsDir() {
			return made, nil // another run was faster
		}
		if err == nil {
			made = append([]string{dir}, made...)
		}
	}
	return made, err
}

// removeEmpty removes folders, in that order, as far as nothing is in them.
func removeEmpty(dirs []string) {
	for _, dir := range dirs {
		if info, err := os.Lstat(dir); err == nil && info.IsDir() {
			os.Remove(dir)
		}
	}
}
