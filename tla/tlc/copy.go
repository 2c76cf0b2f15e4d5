package tlc

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// copyModel writes the modules of folder dir and of the root of fsys, and the
// cfg of folder dir, into the folder work, each through edit if that is not nil.
// A module that stands in both places is an *InputError: which of the two TLC
// would read is nothing that a reader could know.
func copyModel(fsys fs.FS, dir, work, cfg string, edit func(string, []byte) []byte) error {
	from := map[string]string{cfg: path.Join(dir, cfg)}
	folders := []string{dir}
	if dir != "." {
		folders = append(folders, ".")
	}
	for _, folder := range folders {
		entries, err := fs.ReadDir(fsys, folder)
		if err != nil {
			return inputf(folder, "", "cannot be read (%s); want a folder of TLA+ modules", plainError(err))
		}
		for _, e := range entries {
			if e.IsDir() || !strings.HasSuffix(e.Name(), ".tla") {
				continue
			}
			file := path.Join(folder, e.Name())
			if other, twice := from[e.Name()]; twice {
				return inputf(file, "", "there is also %s; give one of the modules another name", other)
			}
			from[e.Name()] = file
		}
	}
	for name, file := range from {
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			return inputf(file, "", "cannot be read (%s)", plainError(err))
		}
		if edit != nil {
			text = edit(name, text)
		}
		if err := os.WriteFile(filepath.Join(work, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
