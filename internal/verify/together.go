package verify

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Met is what a case or an exploration lets meet.
type Met struct {
	// Variety says which protocol of a family runs, "" where there is no family.
	Variety string
	// Nodes is how many processes meet, and Within what is searched where that is not it.
	Nodes  int
	Within string
	// Reading says how the case has the paper read, such as rule=last.
	Reading []string
	// Faults are the lines of the budget that have room and count nothing but faults.
	Faults spec.SetOf[string]
}

// Met says what runs, and which faults the budget has room for.
func (s *system) Met() Met {
	met := Met{Variety: s.variety, Nodes: s.cluster.Nodes, Within: s.within, Reading: s.reading}
	for _, line := range s.budget.Lines {
		if line.Most > 0 && line.OnlyFaults() {
			met.Faults = met.Faults.With(line.Name)
		}
	}
	return met
}

// Together counts, for each protocol, in how many graphs that are compared and in how many
// explorations two faults may meet in one run.
type Together struct {
	protocols []string
	cells     map[pair]meetings
}

// pair is two faults of a protocol, or one and itself.
type pair struct{ protocol, a, b string }

type meetings struct{ graphs, longGraphs, explored, longExplored int }

// count adds one to one of the two.
func count(n, nLong *int, long bool) {
	if long {
		n = nLong
	}
	*n++
}

func (t *Together) add(protocol string, m Met, change func(*meetings)) {
	if m.Variety != "" {
		protocol = m.Variety
	}
	if !slices.Contains(t.protocols, protocol) {
		t.protocols = append(t.protocols, protocol)
	}
	if t.cells == nil {
		t.cells = map[pair]meetings{}
	}
	for i, a := range m.Faults {
		for _, b := range m.Faults[i:] {
			at := pair{protocol, a, b}
			cell := t.cells[at]
			change(&cell)
			t.cells[at] = cell
		}
	}
}

// WriteTogether writes for each pair of faults in what they meet, also in what is long and
// was not run. What stands nowhere is left to the campaigns, which draw all of them.
func (p Plan) WriteTogether(w io.Writer) error {
	t := p.together
	fmt.Fprintln(w, "\nfaults that may meet in one run: in graphs compared in all columns, in explorations (e);")
	fmt.Fprintln(w, "+ in those that are long, which verify -long runs; campaigns draw every pair")
	var faults spec.SetOf[string]
	for at := range t.cells {
		faults = faults.With(at.a)
	}
	out := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintf(out, "  faults\t%s\n", strings.Join(t.protocols, "\t"))
	for i, a := range faults {
		for _, b := range faults[i:] {
			name, cells := a, []string{}
			if a != b {
				name += " and " + b
			}
			for _, protocol := range t.protocols {
				cells = append(cells, t.cells[pair{protocol, a, b}].String())
			}
			fmt.Fprintf(out, "  %s\t%s\n", name, strings.Join(cells, "\t"))
		}
	}
	return out.Flush()
}

// String is such as "3+1, e 1+2".
func (m meetings) String() string {
	var parts []string
	for _, n := range []struct {
		what    string
		n, long int
	}{{"", m.graphs, m.longGraphs}, {"e ", m.explored, m.longExplored}} {
		switch {
		case n.long > 0:
			parts = append(parts, fmt.Sprintf("%s%d+%d", n.what, n.n, n.long))
		case n.n > 0:
			parts = append(parts, fmt.Sprintf("%s%d", n.what, n.n))
		}
	}
	if parts == nil {
		return "–"
	}
	return strings.Join(parts, ", ")
}
