package protocoltest

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/checkout"
	"github.com/scrutineer-go/scrutineer/tla"
)

// Mutant is one change of what TLC reads, and which case must catch it. Changes of Go are rows of package planted.
type Mutant struct {
	// ID names the change.
	ID string
	// File is the file to change, from the root of the repository.
	File string
	// Anchor is the text to replace; it must stand in the file exactly once.
	Anchor string
	// Replacement takes its place.
	Replacement string
	// Case is the case, "protocol/id", that must refuse the change.
	Case string
	// Says are texts that must be in what the refusal prints.
	Says []string
}

// Apply returns the text with the change made. An anchor that does not stand in
// it exactly once is an error: the code has moved on and the row must follow.
func (r Mutant) Apply(text []byte) ([]byte, error) {
	if n := bytes.Count(text, []byte(r.Anchor)); n != 1 {
		return nil, fmt.Errorf("%s: the anchor %q stands %d times in %s, it must stand there once",
			r.ID, r.Anchor, n, r.File)
	}
	return bytes.Replace(text, []byte(r.Anchor), []byte(r.Replacement), 1), nil
}

// Anchored demands that every row can be applied to its file as it stands: a row whose anchor
// has gone would break nothing. What is written from a case for a run of TLC has no file.
func Anchored(t *testing.T, rows []Mutant) {
	t.Helper()
	for _, row := range rows {
		if strings.HasPrefix(path.Base(row.File), "Case_") {
			continue
		}
		text, err := read(row.File)
		if err == nil {
			_, err = row.Apply(text)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// read returns a file of the repository: a module of the papers as it is built in, others from the checkout.
func read(file string) ([]byte, error) {
	if module, is := strings.CutPrefix(file, "tla/"); is {
		return tla.Modules.ReadFile(module)
	}
	root, err := checkout.Root()
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
}
