package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// File is a kind of file that a flag names.
type File struct {
	Flag string
	// Kind says what the file is, such as "report"; Ours tells whether a text is that
	// of one, which alone may be written over.
	Kind string
	Ours func(text []byte) bool
}

// Reserve makes sure, before anything runs, that the file can be written: it makes the
// file's folder, and refuses to overwrite what is not ours. It returns the name for
// [Write], which is another one where the file is a link. Where it refuses it leaves
// nothing behind.
func (k File) Reserve(file string) (string, error) {
	refuse := func(format string, args ...any) (string, error) {
		return "", &input.Error{File: file, Field: k.Flag, Want: fmt.Sprintf(format, args...)}
	}
	switch info, err := os.Lstat(file); {
	case strings.HasSuffix(file, "/"), err == nil && info.IsDir():
		return refuse("is a folder; name a file")
	case errors.Is(err, fs.ErrNotExist):
		made, err := makeFolder(filepath.Dir(file))
		if err == nil {
			err = tryWriting(filepath.Dir(file))
		}
		// Only now that its folder is there does the name's length show.
		if _, absent := os.Lstat(file); err == nil && !errors.Is(absent, fs.ErrNotExist) {
			err = absent
		}
		if err != nil {
			removeEmpty(made)
			return refuse("cannot be written (%s); name a file in a folder that may be written", input.Reason(err))
		}
		return file, nil
	case err != nil:
		return refuse("cannot be written (%s); name another file", input.Reason(err))
	case info.Mode().Type() == fs.ModeSymlink:
		target, err := filepath.EvalSymlinks(file)
		if err != nil {
			return refuse("is a link that leads nowhere (%s); name another file", input.Reason(err))
		}
		return k.Reserve(target)
	case !info.Mode().IsRegular() || !k.isOurs(file):
		return refuse("exists and is no %s of scrutineer; name another file or remove this one", k.Kind)
	}
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err == nil {
		err = errors.Join(f.Close(), tryWriting(filepath.Dir(file)))
	}
	if err != nil {
		return refuse("cannot be written (%s); name another file", input.Reason(err))
	}
	return file, nil
}

func (k File) isOurs(file string) bool {
	text, err := os.ReadFile(file)
	return err == nil && k.Ours(text)
}

// New makes sure that the file that the flag names is a new one, and can be written
// into a folder that is there.
func New(flag, file string) error {
	_, err := os.Lstat(file)
	switch {
	case err == nil:
		return &input.Error{File: file, Field: flag, Want: "exists, name a new file"}
	case strings.HasSuffix(file, "/"):
		return &input.Error{File: file, Field: flag, Want: "is a folder, name a file"}
	case errors.Is(err, fs.ErrNotExist):
		err = tryWriting(filepath.Dir(file))
	}
	if err != nil {
		return &input.Error{File: file, Field: flag, Want: fmt.Sprintf(
			"cannot be written (%s), name a file in a folder that is there", input.Reason(err))}
	}
	return nil
}
