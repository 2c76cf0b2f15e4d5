// Package overlay writes what the go command's -overlay reads, so that files are built that do not stand in the tree.
package overlay

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Name is the name of an overlay in its folder.
const Name = "overlay.json"

// Files are texts by the paths at which the go command is to see them. It sees no file where a text is nil.
type Files map[string][]byte

// Write writes the texts into a folder, and the overlay that names them, whose path it returns.
func (f Files) Write(dir string) (string, error) {
	list := List{map[string]string{}}
	for i, name := range slices.Sorted(maps.Keys(f)) {
		list.Replace[name] = ""
		if f[name] == nil {
			continue
		}
		// Without .go in its end no pattern of the go command takes the folder for a package.
		list.Replace[name] = filepath.Join(dir, fmt.Sprintf("%d-%s.text", i, filepath.Base(name)))
		if err := os.WriteFile(list.Replace[name], f[name], 0o644); err != nil {
			return "", err
		}
	}
	return list.Write(dir)
}

// A List is an overlay as the go command reads it: files that take the place of others.
type List struct{ Replace map[string]string }

// Write writes the overlay into a folder and returns its path.
func (l List) Write(dir string) (string, error) {
	text, err := json.Marshal(l)
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, Name)
	return file, os.WriteFile(file, text, 0o644)
}
