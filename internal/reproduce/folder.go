package reproduce

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
)

// IndexFile is the name of the index in a folder of tables.
const IndexFile = "README.md"

// File is a file of a folder of tables.
type File struct {
	Name string
	Text []byte
}

// Files are those of a table, that first by which the others are known.
func (m Measured) Files() ([]File, error) {
	object, err := m.JSON()
	if err != nil {
		return nil, err
	}
	rows, err := m.CSV()
	return []File{{m.ID + ".json", object}, {m.ID + ".csv", rows}, {m.ID + ".txt", []byte(m.Text())}}, err
}

// Figures are the names of the pictures of a table of that ID, as far as they are drawn.
func Figures(id string) []string { return []string{id + ".svg", id + ".png"} }

// Names are the names of all files that a table of that ID may have in its folder.
func Names(id string) []string {
	return append([]string{id + ".json", id + ".csv", id + ".txt"}, Figures(id)...)
}

// Load reads the tables of a folder, in the order of their names; none where it is not there.
// Anything else in it than the files of its tables and their index is an input error; so is a table
// of another protocol, where one is named.
func Load(folder fs.FS, protocol string) ([]Measured, error) {
	entries, err := fs.ReadDir(folder, ".")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, &input.Error{Want: fmt.Sprintf("cannot be read (%s)", input.Reason(err))}
	}
	var all []Measured
	ours := []string{IndexFile}
	for _, e := range entries {
		if id, isJSON := strings.CutSuffix(e.Name(), ".json"); isJSON && !e.IsDir() {
			m, err := load(folder, id, protocol)
			if err != nil {
				return nil, input.In(e.Name(), "", err)
			}
			all = append(all, m)
			ours = append(ours, Names(id)...)
		}
	}
	for _, e := range entries {
		isOurs := slices.Contains(ours, e.Name()) && e.Type().IsRegular()
		if isOurs && e.Name() == IndexFile {
			content, err := fs.ReadFile(folder, e.Name())
			isOurs = err == nil && isIndex(content)
		}
		if !isOurs && !output.IsScratch(e) {
			return nil, &input.Error{File: e.Name(), Want: "is of no table"}
		}
	}
	return all, nil
}

// load reads one table.
func load(folder fs.FS, id, protocol string) (Measured, error) {
	content, err := fs.ReadFile(folder, id+".json")
	if err != nil {
		return Measured{}, &input.Error{Want: "cannot be read: " + input.Reason(err)}
	}
	m, err := Decode(content)
	switch {
	case err != nil:
		return m, err
	case m.ID != id:
		return m, input.Errorf("id", "%q, it must be %s", m.ID, id)
	case protocol != "" && m.Protocol != protocol:
		return m, input.Errorf("protocol", "%q, it must be %s", m.Protocol, protocol)
	}
	return m, nil
}

// Sorted are tables in the order of their experiments, and those of no experiment apart.
func Sorted(all []Measured, list []Experiment) (known, others []Measured) {
	for _, e := range list {
		if i := slices.IndexFunc(all, func(m Measured) bool { return m.ID == e.ID }); i >= 0 {
			known = append(known, all[i])
		}
	}
	for _, m := range all {
		if !slices.ContainsFunc(list, func(e Experiment) bool { return e.ID == m.ID }) {
			others = append(others, m)
		}
	}
	return known, others
}
