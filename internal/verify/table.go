package verify

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// ReportVersion is the version of a Report.
const ReportVersion = 1

// Report is what verify has run, for other programs.
type Report struct {
	Version int `json:"version"`
	// Interrupted says that not everything ran that was to run.
	Interrupted  bool          `json:"interrupted,omitempty"`
	Rows         []Row         `json:"rows"`
	Explorations []Exploration `json:"explorations,omitempty"`
	// Claims has a table for each paper, of a whole run.
	Claims []claims.Table `json:"claims,omitempty"`
	// PeakBytes is the most memory that the program has taken at a time, TLC's apart.
	PeakBytes int64 `json:"peakBytes,omitempty"`
}

// NewReport returns the report of what has run.
func NewReport(ran Ran, interrupted bool, decided []claims.Table) Report {
	r := Report{
		Version: ReportVersion, Interrupted: interrupted, Rows: append([]Row{}, ran.Rows...), Claims: decided,
	}
	for _, row := range ran.Explorations {
		r.Explorations = append(r.Explorations, row.reported())
	}
	return r
}

// WriteTable writes the rows as a table for people. Edges are distinct (source,
// action name, target), as TLC's dump knows them; the last column of edges takes
// the arguments into account too, which TLC does not tell.
func WriteTable(w io.Writer, rows []Row) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	head := []string{
		"TLC", "spec", "impl", "TLC", "spec", "impl", "with", "TLC", "Go",
	}
	units := []string{
		"states", "states", "states", "edges", "edges", "edges", "arguments", "s", "s",
	}
	width := len("case")
	for _, r := range rows {
		width = max(width, len(r.name()))
	}
	line := func(name string, cells []string, words string) {
		fmt.Fprintf(t, "%-*s\t%s\t  %s\n", width, name, strings.Join(cells, "\t"), words)
	}
	line("", head, "")
	line("case", units, "verdict")
	for _, r := range rows {
		line(r.name(), r.cells(), r.words())
	}
	return t.Flush()
}

func (r *Row) name() string { return r.Protocol + "/" + r.Case }

func (r *Row) words() string {
	text := r.Verdict
	if r.Spec != nil && r.Impl != nil && r.Images < r.Impl.States {
		text += fmt.Sprintf(", %s images", Thousands(r.Images))
	}
	if r.Note != "" {
		text += " (" + r.Note + ")"
	}
	return text
}

// cells are the numbers of the row; a counterexample's length stands under the
// states, marked as such.
func (r *Row) cells() []string {
	state := func(c *Counts, length int) string {
		switch {
		case length > 0:
			return "path " + strconv.Itoa(length)
		case c == nil || c.States == 0:
			return "–"
		}
		return Thousands(c.States)
	}
	edges := func(c *Counts) string {
		if c == nil || c.NamedEdges == 0 {
			return "–"
		}
		return Thousands(c.NamedEdges)
	}
	arguments := "–"
	if r.Impl != nil {
		arguments = Thousands(r.Impl.Edges)
	}
	return []string{
		state(r.TLC, r.TLCLength), state(r.Spec, r.SpecLength), state(r.Impl, r.ImplLength),
		edges(r.TLC), edges(r.Spec), edges(r.Impl), arguments, seconds(r.TLCSeconds), seconds(r.GoSeconds),
	}
}

func seconds(s float64) string {
	if s == 0 {
		return "–"
	}
	return strconv.FormatFloat(s, 'f', 1, 64)
}

// Thousands writes a number with a comma before every three digits.
func Thousands(n int) string { return phrase.Thousands(strconv.Itoa(n)) }
