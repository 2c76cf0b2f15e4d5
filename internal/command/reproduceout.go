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
)

// earlierTables are the tables of a protocol in a folder. Anything else that is there is an input
// error.
func earlierTables(dir, protocol string) ([]reproduce.Measured, error) {
	all, err := reproduce.Load(os.DirFS(dir), protocol)
	if err != nil {
		return nil, &input.Error{File: dir, Want: fmt.Sprintf(
			"holds something else than tables of %s (%v); name another folder with -out", protocol, err)}
	}
	return all, nil
}

// write writes the table of an experiment in the place of an older one, which goes where there is
// no table any more, and the index of all. A picture of another table goes too.
func (r *reproducing) write(held *output.Folder, m reproduce.Measured, measured bool) error {
	all, err := earlierTables(r.folder(), r.protocol.Name) // somebody may have put something there
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
		before, err := os.ReadFile(filepath.Join(r.folder(), object.Name))
		if err == nil && bytes.Equal(before, object.Text) {
			stale = nil
		}
	}
	all = slices.DeleteFunc(all, func(old reproduce.Measured) bool { return old.ID == m.ID })
	if measured {
		all = append(all, m)
	}
	known, others := reproduce.Sorted(all, r.protocol.Experiments)
	for _, other := range others { // of experiments that there were once
		stale = append(stale, reproduce.Names(other.ID)...)
	}
	files = append(files, reproduce.File{
		Name: reproduce.IndexFile, Text: reproduce.Index(r.title, known),
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
