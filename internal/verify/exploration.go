package verify

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Exploration is the row of an exploration as a Report has it.
type Exploration struct {
	Protocol   string `json:"protocol"`
	ID         string `json:"id"`
	Purpose    string `json:"purpose"`
	States     int    `json:"states"`
	Edges      int    `json:"edges"`
	Depth      int    `json:"depth"`
	Executed   int    `json:"executed"` // handler runs
	StateBytes int    `json:"stateBytes"`
	// Verdict is the outcome in a few words, Failures what is not as it must be.
	Verdict  string   `json:"verdict"`
	Failures []string `json:"failures,omitempty"`
	Seconds  float64  `json:"seconds"`
}

// reported returns the row of an exploration as a Report has it.
func (r *Row) reported() Exploration {
	return Exploration{
		Protocol: r.Protocol, ID: r.Case, Purpose: r.Purpose, States: r.Impl.States, Edges: r.Impl.Edges,
		Depth: r.Impl.Depth, Executed: r.Executed, StateBytes: r.StateBytes, Verdict: r.Verdict, Failures: r.Failures,
		Seconds: r.GoSeconds,
	}
}

// exploring is a case that explores the implementation alone, ready to run.
type exploring struct {
	protocol string
	cases.Case
	subject Subject
	pinned  claims.Searched
}

// Explore runs the chosen explorations one after the other, and returns what came of those that
// came to their end. began and ended, where set, are told of each, and began now and then of how
// many states there are so far.
func (p Plan) Explore(ctx context.Context, began func(name string, states int), ended func(Row)) []Row {
	var rows []Row
	for _, e := range p.explorations {
		if ctx.Err() != nil {
			break
		}
		so := func(states int) {
			if began != nil {
				began(e.protocol+"/"+e.ID, states)
			}
		}
		so(0)
		row, whole := e.run(ctx, p.o.Workers, so)
		if !whole {
			continue
		}
		if ended != nil {
			ended(row)
		}
		rows = append(rows, row)
	}
	return rows
}

// run reports whether the exploration came to its end, or has failed before the context ended.
func (e exploring) run(ctx context.Context, workers int, so func(states int)) (row Row, whole bool) {
	row = Row{
		Protocol: e.protocol, Case: e.ID, Kind: string(e.Kind), Purpose: e.Why, Impl: new(Counts), pinned: e.pinned,
	}
	began := time.Now()
	defer func() {
		row.GoSeconds = time.Since(began).Seconds()
		if len(row.Failures) > 0 {
			row.Verdict = "FAILED"
		}
	}()
	r, err := e.subject.Reach(e.Checked(), e.Specification, ReachOptions{
		Workers: workers, MaxStates: 2 * e.States,
		Progress: func(p checker.Progress) error { so(p.States); return ctx.Err() },
		Stage:    func(string) error { return ctx.Err() },
	})
	if err != nil {
		row.Failures = append(row.Failures, err.Error())
		return row, true
	}
	row.Impl = &Counts{States: r.States, Edges: r.Edges, Depth: r.Depth}
	row.Executed, row.StateBytes = r.Executed, int(r.Bytes)/max(1, r.States)
	if row.Failures = e.failures(r); r.Ended == checker.Stopped {
		return row, len(row.Failures) > 0
	}
	row.Verdict = fmt.Sprintf("%d properties hold", len(r.Results))
	excused := 0
	for _, f := range r.Results {
		excused = max(excused, f.Excused)
	}
	if excused > 0 {
		row.Verdict += fmt.Sprintf(" (%s states excused by the budget)", Thousands(excused))
	}
	return row, true
}

// failures says what is not as it must be. An exploration that was stopped has only what was found
// by then.
func (e exploring) failures(r Reach) []string {
	var wrong []string
	if r.Breach != "" {
		wrong = append(wrong, r.Breach)
	}
	for _, f := range r.Results {
		if f.Verdict == spec.Violated || f.Verdict != spec.Holds && r.Ended != checker.Stopped {
			wrong = append(wrong, fmt.Sprintf("%s: %s (%s), after\n%s", f.Name, f.Verdict, f.Why, f.Path))
		}
	}
	if r.Ended == checker.Stopped { // and nothing is known of the rest
		return wrong
	}
	if r.Ended != checker.Complete {
		wrong = append(wrong, fmt.Sprintf("not complete: %s, after %d states", r.Ended, r.States))
	} else if r.States != e.States || r.Edges != e.Edges {
		wrong = append(wrong, fmt.Sprintf("%d states and %d edges, pinned are %d and %d",
			r.States, r.Edges, e.States, e.Edges))
	}
	return wrong
}

// WriteExplorations writes a table of explorations for people.
func WriteExplorations(w io.Writer, rows []Row) error {
	if len(rows) == 0 {
		return nil
	}
	width := 0
	for _, r := range rows {
		width = max(width, len(r.name()))
	}
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	head := []string{"states", "edges", "depth", "handler runs", "B/state", "s"}
	fmt.Fprintf(t, "\n%-*s\t%s\t  %s\n", width, "implementation alone", strings.Join(head, "\t"), "verdict")
	for _, r := range rows {
		cells := []string{
			Thousands(r.Impl.States), Thousands(r.Impl.Edges), Thousands(r.Impl.Depth), Thousands(r.Executed),
			Thousands(r.StateBytes), seconds(r.GoSeconds),
		}
		fmt.Fprintf(t, "%-*s\t%s\t  %s\n", width, r.name(), strings.Join(cells, "\t"), r.Verdict+": "+r.Purpose)
	}
	return t.Flush()
}
