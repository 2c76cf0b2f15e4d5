// Package gowork writes workspaces for tests that have modules of their own. Packages of the repository, as a
// dependency with a version, would all be compiled anew; in a workspace with the repository they come from the cache.
//
// It must not import anything of this repository.
package gowork

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Write writes the file go.work into a folder and returns its path, which the environment variable GOWORK takes. The
// workspace has the modules in the folders that are named.
func Write(dir string, modules ...string) (string, error) {
	// A workspace must name a version of Go that is no older than those of its modules.
	text := "go " + strings.TrimPrefix(runtime.Version(), "go") + "\n"
	for _, module := range modules {
		text += fmt.Sprintf("\nuse %q\n", module)
	}
	file := filepath.Join(dir, "go.work")
	return file, os.WriteFile(file, []byte(text), 0o644)
}
