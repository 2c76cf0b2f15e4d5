package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// tables is the folder of a protocol's tables.
type tables struct {
	dir, title string
	protocol   verify.Protocol
}

// earlier returns the tables that are in the folder. Anything else that is there is an input error.
func (t tables) earlier() ([]reproduce.Measured, error) {
	all, err := reproduce.Load(os.DirFS(t.dir), t.protocol.Name)
	if err != nil {
		return nil, &input.Error{File: t.dir, Want: fmt.Sprintf(
			"holds something else than tables of %s (%v); name another folder with -out", t.protocol.Name, err)}
	}
	return all, nil
}

// write writes the table of an experiment in the place of an older one, which goes where there is
// no table any more, and the index of all. A picture of another table goes too.
func (t tables) write(held *output.Folder, m reproduce.Measured, measured bool) error {
	all, err := t.earlier() // somebody may have put something there
	if err != nil {
		return err
	}
	var files []reproduce.File
	stale := reproduce.Names(m.ID)
	if measured {
		if files, err = m.Files(); err != nil {
			return err
		}
		stale = reproduce.Figures(m.ID)
		object := files[0]
		before, err := os.ReadFile(filepath.Join(t.dir, object.Name))
		if err == nil && bytes.Equal(before, object.Text) {
			stale = nil
		}
	}
	all = slices.DeleteFunc(all, func(old reproduce.Measured) bool { return old.ID == m.ID })
	if measured {
		all = append(all, m)
	}
	known, others := reproduce.Sorted(all, t.protocol.Experiments)
	for _, other := range others { // of experiments that there were once
		stale = append(stale, reproduce.Names(other.ID)...)
	}
	files = append(files, reproduce.File{
		Name: reproduce.IndexFile, Text: reproduce.Index(t.title, known),
	})
	var texts [][]byte
	for _, f := range files {
		texts = append(texts, f.Text)
	}
	if err = held.Fits(texts...); err == nil {
		err = held.Clear(stale)
	}
	for _, f := range files {
		if err == nil {
			err = held.Write(f.Name, f.Text)
		}
	}
	return err
}
