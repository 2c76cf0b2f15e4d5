package verify

import (
	"errors"
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/spec"
)

// explore fills the columns of a case in which everything must hold: the
// specification's properties, its equality with the implementation, and, where
// TLC ran, with TLC's graph.
func (j job) explore(row *Row, result *tlc.Result, o Options) {
	e, err := j.subject.Explore(j.c.Checked())
	if err != nil {
		row.fail(err.Error())
		return
	}
	row.Spec, row.Impl, row.Images = new(e.Spec), new(e.Impl), e.Images // a part of e would keep its graph
	for _, violation := range e.Violations {
		row.fail("specification: " + violation)
	}
	if e.Difference != nil {
		row.fail(e.Difference.String())
		j.consequences(row)
		return
	}
	if o.Pinned && (e.Spec.States != j.c.States || e.Spec.NamedEdges != j.c.Edges && j.c.Edges > 0) {
		row.fail(fmt.Sprintf("specification: %d states and %d edges, pinned are %d and %d",
			e.Spec.States, e.Spec.NamedEdges, j.c.States, j.c.Edges))
	}
	j.checkActions(row, e.Actions)
	j.checkCounts(row, result, e.Spec)
	if result == nil || result.Dump == nil {
		return
	}
	tlc := checker.NamedGraph{States: result.Dump.States, Inits: result.Dump.Inits}
	for _, edge := range result.Dump.Edges {
		tlc.Edges = append(tlc.Edges, checker.NamedEdge{From: edge.Src, Name: edge.Action, To: edge.Dst})
	}
	columns := [2]string{"TLA+ module", "specification"}
	if d := checker.CompareGraphs(tlc, e.Graph(), columns, stateFields); d != nil {
		row.fail(d.String())
	}
}

// consequences says which properties an implementation that differs violates: a
// difference matters more where it breaks something. Its graph may have no end.
func (j job) consequences(row *Row) {
	r, err := j.subject.Reach(j.c.Checked(), j.c.Specification, ReachOptions{
		MaxStates: enoughStates + 4*row.Spec.States,
	})
	if err != nil {
		row.fail(err.Error())
		return
	}
	for _, found := range r.Results {
		if found.Verdict == spec.Violated {
			row.fail(fmt.Sprintf("implementation: %s violated in %d states (%s), after\n%s",
				found.Name, found.Length, found.Why, found.Path))
		}
	}
}

// enoughStates are looked at in any implementation that differs, and in any specification, whatever is pinned.
const enoughStates = 20_000

// checkActions refuses an action that never happened although neither the budget
// nor the case says so: its handler would have been compared with nothing.
func (j job) checkActions(row *Row, happened spec.SetOf[string]) {
	expected := j.model.Actions.Minus(j.subject.Forbidden()).Minus(spec.NewSet(j.c.Never...))
	if missing := expected.Minus(happened); len(missing) > 0 {
		row.fail("missing actions, and the case's field never does not name them: " + strings.Join(missing, ", "))
	}
	if unexpected := happened.Minus(expected); len(unexpected) > 0 {
		row.fail("unexpected actions, although the budget or the case's field never says that they cannot happen: " +
			strings.Join(unexpected, ", "))
	}
}

// checkCounts holds TLC's counts of a graph that it did not dump against the specification's.
// An action that happens in one of them alone makes them differ, unless another makes up for
// it. Which actions happen in TLC by their names is held against the others in graphs alone.
func (j job) checkCounts(row *Row, result *tlc.Result, c Counts) {
	if result == nil || !result.Completed || result.Dump != nil {
		return
	}
	successors := result.Generated - result.InitsGenerated
	if result.States != c.States || successors != c.Edges {
		row.fail(fmt.Sprintf("the TLA+ module has %d states and makes %d successors, the specification has %d states "+
			"and %d edges (a successor that two parts of the next-state relation make counts twice)",
			result.States, successors, c.States, c.Edges))
	}
}

// search fills the columns of a case in which one property of states or steps must fail: in
// both columns, at the length that the table pins. The length of a path that ends with a
// step counts the state after it, as in TLC.
func (j job) search(row *Row, result *tlc.Result, o Options) {
	j.checkRefuted(row, result)
	for _, column := range []Column{Spec, Impl} {
		found, err := j.subject.Search(column, j.c.Violates)
		if err != nil {
			row.fail(err.Error())
			return
		}
		length := found.Length
		if column == Spec {
			row.SpecLength = length
		} else {
			row.ImplLength = length
		}
		row.Why, row.Path = found.Why, found.Path
		if found.Verdict != spec.Violated {
			row.fail(fmt.Sprintf("%s: %s %s, it must be violated (%s)",
				column, j.c.Violates, found.Verdict, found.Why))
		} else if o.Pinned && length != j.c.Length {
			row.fail(fmt.Sprintf("%s: %s violated in %d states, pinned are %d",
				column, j.c.Violates, length, j.c.Length))
		}
	}
}

// checkRefuted demands that TLC has refuted a property of states as an invariant and one of
// steps as an action property: else the module states something else under its name.
func (j job) checkRefuted(row *Row, result *tlc.Result) {
	p, _ := j.subject.Property(j.c.Violates)
	want := tlc.FailInvariant
	if p.Kind == spec.Stepwise {
		want = tlc.FailAction
	}
	if result != nil && result.Violated == p.Name && result.Failed != want {
		row.fail(fmt.Sprintf("the TLA+ module states %s so that TLC refutes it as %q, it must be as %q",
			p.Name, result.Failed, want))
	}
}

// live fills the columns of a case with one temporal property, which must hold, or fail
// in a way that is TLC's: the run stops for ever, or it goes round.
func (j job) live(row *Row, result *tlc.Result, o Options) {
	name := j.c.Properties[0]
	for _, column := range []Column{Spec, Impl} {
		l, err := j.subject.Live(column, []string{name}, j.c.Specification)
		if err == nil && l.Ended != "" {
			err = errors.New(l.Ended)
		}
		if err != nil {
			row.fail(fmt.Sprintf("%s: %s", column, err))
			return
		}
		found := l.Found[0]
		if column == Spec {
			row.Spec, row.SpecLength = new(l.Counts), found.Length
		} else {
			row.Impl, row.ImplLength, row.Images = new(l.Counts), found.Length, l.Counts.States
		}
		row.Why, row.Path, row.Excused = found.Why, found.Path, found.Excused
		if column == Spec && j.c.Kind == cases.Liveness {
			j.checkActions(row, l.Actions)
			j.checkCounts(row, result, l.Counts)
		}
		switch fails := found.Verdict == spec.Violated; {
		case fails && j.c.Kind == cases.Liveness:
			row.fail(fmt.Sprintf("%s: %s fails, %s:\n%s", column, name, found.Why, found.Path))
		case !fails && j.c.Kind == cases.Violation:
			row.fail(fmt.Sprintf("%s: %s %s, it must be violated", column, name, found.Verdict))
		case fails && result != nil && result.Lasso.Present && result.Lasso.Stutter != (len(found.Cycle) == 0):
			row.fail(fmt.Sprintf("%s: TLC's run of %s and this one do not end alike, one stops and one goes round:\n%s",
				column, name, found.Path))
		case !fails && o.Pinned && j.c.States > 0 && l.Counts.States != j.c.States &&
			(column == Spec || l.Counts.States < j.c.States): // an implementation that keeps more has more
			row.fail(fmt.Sprintf("%s: %d states, pinned are %d", column, l.Counts.States, j.c.States))
		}
	}
}

// stateFields tells in which variables two states of a module differ.
func stateFields(a, b string) []diff.Field {
	left, err := tlc.ParseState(a)
	if err != nil {
		return []diff.Field{{Path: "state", A: a, B: err.Error()}}
	}
	right, err := tlc.ParseState(b)
	if err != nil {
		return []diff.Field{{Path: "state", A: err.Error(), B: b}}
	}
	return tlc.Diff(left, right, "")
}
