package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// scratchName is the pattern for the name of a report that is being written.
const scratchName = ".scrutineer-*.json"

// output is a kind of file that a flag names.
type output struct {
	flag string
	// noun is what the file is, ours tells whether a file is one.
	noun string
	ours func(file string) bool
}

// reserve makes sure, before anything runs, that a report can be written to the
// file: it makes the file's folder, and refuses to overwrite what is no report
// of ours. It returns the name to write to, which is another one where the file
// is a link. Where it refuses it leaves nothing behind.
func (o output) reserve(file string) (string, error) {
	refuse := func(format string, args ...any) (string, error) {
		return "", &input.Error{File: file, Field: o.flag, Want: fmt.Sprintf(format, args...)}
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
			removeAll(made)
			return refuse("cannot be written (%v); name a file in a folder that may be written", reason(err))
		}
		return file, nil
	case err != nil:
		return refuse("cannot be written (%v); name another file", reason(err))
	case info.Mode().Type() == fs.ModeSymlink:
		target, err := filepath.EvalSymlinks(file)
		if err != nil {
			return refuse("is a link that leads nowhere (%v); name another file", reason(err))
		}
		return o.reserve(target)
	case !info.Mode().IsRegular() || !o.ours(file):
		return refuse("exists and is no %s of scrutineer; name another file or remove this one", o.noun)
	}
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err == nil {
		err = errors.Join(f.Close(), tryWriting(filepath.Dir(file)))
	}
	if err != nil {
		return refuse("cannot be written (%v); name another file", reason(err))
	}
	return file, nil
}

// isReport tells whether a file is JSON with the fields of a report, of whatever
// version.
func isReport(file string) bool {
	text, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	var report struct {
		Version *int               `json:"version"`
		Rows    *[]json.RawMessage `json:"rows"`
	}
	return json.Unmarshal(text, &report) == nil && report.Version != nil && report.Rows != nil
}

// makeFolder makes a folder and those above it that are missing. It returns the
// ones that it has made, the innermost first, also where it fails.
func makeFolder(dir string) (made []string, err error) {
	var missing []string
	for {
		_, err := os.Stat(dir)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(dir) == dir {
			return nil, err
		}
		missing = append(missing, dir)
		dir = filepath.Dir(dir)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		if err := os.Mkdir(missing[i], 0o755); err != nil {
			return made, err
		}
		made = append([]string{missing[i]}, made...)
	}
	return made, nil
}

// removeAll removes empty folders, in that order.
func removeAll(dirs []string) {
	for _, dir := range dirs {
		os.Remove(dir)
	}
}

// tryWriting writes a file into the folder and takes it away again.
func tryWriting(dir string) error {
	f, err := os.CreateTemp(dir, scratchName)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// writeWhole writes to another file beside the one that is wanted, and puts it there
// when it is whole.
func writeWhole(file string, content func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(file), scratchName)
	if err != nil {
		return err
	}
	err = errors.Join(content(f), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// reason drops operation and path from a file error, which the caller names.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
