package protocoltest

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Watch looks at every source file below the root. A test that has the go command
// build a program calls it: the go command then knows that the test's result
// depends on those files, and does not report an old one for changed code.
func Watch(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "build"):
			return filepath.SkipDir
		case slices.Contains([]string{".go", ".mod", ".sum", ".tla", ".cfg", ".json"}, filepath.Ext(path)):
			_, err = os.Stat(path)
		}
		return err
	})
}
