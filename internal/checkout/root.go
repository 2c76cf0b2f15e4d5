package checkout

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Root returns the repository's root: the nearest folder upwards with a go.mod.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod above the working folder")
		}
		dir = parent
	}
}

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
