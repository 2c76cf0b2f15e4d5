package workshop

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// keyOf returns a hash of all that the one program is built from: every file below the root that is no test, no
// document and of no other module; the root itself, which the overlay names; and what the go command is set to.
// A test that calls it depends on these files, and the go command sees that.
func keyOf(root string) (string, error) {
	h := sha256.New()
	env := exec.Command("go", "env", "GOVERSION", "GOOS", "GOARCH", "GOAMD64", "GOARM64", "GOFLAGS", "GOEXPERIMENT",
		"CGO_ENABLED", "GODEBUG")
	env.Dir = root
	settings, err := env.Output()
	if err != nil {
		return "", fmt.Errorf("go env: %w", err)
	}
	fmt.Fprintf(h, "%q %q\n", root, settings)
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != root && isApart(file, d.Name()):
			return filepath.SkipDir
		case !d.Type().IsRegular(), strings.HasSuffix(file, "_test.go"), path.Ext(file) == ".md":
			return nil
		}
		text, err := os.ReadFile(file)
		fmt.Fprintf(h, "%q %x\n", file[len(root):], sha256.Sum256(text))
		return err
	})
	return hex.EncodeToString(h.Sum(nil)[:16]), err
}

// rapidFiles is where rapid keeps draws of tests that failed.
var rapidFiles = filepath.Join("testdata", "rapid")

// isApart reports whether nothing below a folder goes into a program of the module.
func isApart(folder, name string) bool {
	if slices.Contains([]string{".git", "build"}, name) || strings.HasSuffix(folder, rapidFiles) {
		return true
	}
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil
}
