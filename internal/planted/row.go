package planted

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Folder is where a package's rows stand, below its own folder.
const Folder = "testdata/planted"

// A Row is one planted change.
type Row struct {
	// File is the row's own file, from the root, with slashes.
	File string
	// ID says what slips.
	ID string
	// Fields are the other lines of the header, in their order.
	Fields []Field
	// Changes are those of the diff, one for each file.
	Changes []Change
}

// A Field is one line of a header.
type Field struct{ Key, Value string }

// Value returns the value of the first line with that key, "" if there is none.
func (r Row) Value(key string) string {
	return strings.Join(r.Values(key)[:min(1, len(r.Values(key)))], "")
}

// Values returns the values of all lines with that key.
func (r Row) Values(key string) (values []string) {
	for _, f := range r.Fields {
		if f.Key == key {
			values = append(values, f.Value)
		}
	}
	return values
}

// Of returns the folder of the package whose row it is.
func (r Row) Of() string {
	folder, _, _ := strings.Cut(r.File, "/"+Folder+"/")
	return folder
}

// parse reads a row's file.
func parse(file, text string) (Row, error) {
	r := Row{File: file}
	header, diff, ok := strings.Cut(text, "\n\n")
	if !ok {
		return r, fmt.Errorf("%s: it wants an empty line between its header and its diff", file)
	}
	for line := range strings.Lines(header) {
		f, err := parseField(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return r, fmt.Errorf("%s: %w", file, err)
		}
		r.Fields = append(r.Fields, f)
	}
	if r.ID = r.Value("id"); r.ID == "" || len(r.Values("id")) > 1 {
		return r, fmt.Errorf("%s: it wants one line \"id: \", which says what slips", file)
	}
	r.Fields = slices.DeleteFunc(r.Fields, func(f Field) bool { return f.Key == "id" })
	var err error
	if r.Changes, err = parseDiff(diff); err != nil {
		return r, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}

// parseField reads one line of a header. A value that begins with a quote is a Go string.
func parseField(line string) (Field, error) {
	key, value, ok := strings.Cut(line, ": ")
	if !ok || key == "" || value == "" {
		return Field{}, fmt.Errorf("%q is no line \"key: value\" of a header", line)
	}
	if strings.HasPrefix(value, `"`) {
		text, err := strconv.Unquote(value)
		if err != nil {
			return Field{}, fmt.Errorf("the value of %q is not a Go string", line)
		}
		value = text
	}
	return Field{key, value}, nil
}
