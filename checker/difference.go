package checker

import (
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/diff"
)

// Difference is a place where two statements of a protocol part.
type Difference struct {
	// Path lists the actions from an initial state, one a line.
	Path string
	// What says in a sentence what differs after the path.
	What string
	// Fields are the differing fields, the first column's value in A.
	Fields []diff.Field
	// Columns names the two that were compared.
	Columns [2]string
}

// String returns the difference as a text of several lines.
func (d *Difference) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s and %s part after\n%s%s\n", d.Columns[0], d.Columns[1], d.Path, d.What)
	for _, f := range d.Fields {
		fmt.Fprintf(&text, "  field %s: %s in the %s, %s in the %s\n",
			f.Path, f.A, d.Columns[0], f.B, d.Columns[1])
	}
	return text.String()
}
