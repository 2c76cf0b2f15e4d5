package tidy

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// What is read first, and the two protocols that are read as examples, stay short.
func TestStaysShort(t *testing.T) {
	for file, most := range map[string]int{
		"ARCHITECTURE.md": 150, "properties/vote/vote.go": 240, "properties/bully/bully.go": 350,
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(file)))
		if n := bytes.Count(text, []byte("\n")); err != nil || n > most {
			t.Errorf("%s has %d lines, it must be at most %d (%v)", file, n, most, err)
		}
	}
}
