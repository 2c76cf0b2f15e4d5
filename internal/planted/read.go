package planted

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// extension is that of a row's file.
const extension = ".diff"

// All reads all rows of the tree below a root, sorted by their files. Folders without sources are left out.
func All(root string) (rows []Row, err error) {
	err = fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "build"}, name):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != extension || !strings.HasSuffix(path.Dir(name), Folder):
			return nil
		}
		row, err := read(root, name)
		rows = append(rows, row)
		return err
	})
	return rows, err
}

// In reads the rows of the package in a folder, which is named from the root.
func In(root, folder string) (rows []Row, err error) {
	pattern := path.Join(folder, Folder, "*"+extension)
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
	for _, file := range files {
		name, err := filepath.Rel(root, file)
		if err != nil {
			return nil, err
		}
		row, err := read(root, filepath.ToSlash(name))
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, err
}

func read(root, name string) (Row, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		return Row{}, err
	}
	return parse(name, string(text))
}

// Apply returns the texts of all files that the row changes in the tree below a root, by their names.
func (r Row) Apply(root string) (map[string][]byte, error) {
	changed := map[string][]byte{}
	for _, c := range r.Changes {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(c.File)))
		if err == nil {
			var after string
			after, err = c.apply(string(text))
			changed[c.File] = []byte(after)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.File, err)
		}
	}
	return changed, nil
}
