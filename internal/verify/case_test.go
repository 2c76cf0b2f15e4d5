package verify

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/spec"
)

// said is a subject that says what it is told to.
type said struct {
	Subject
	explored  Explored
	found     map[Column]Found
	lived     map[Column]Lived
	reach     Reach
	forbidden spec.SetOf[string]
	kind      spec.PropertyKind
	parts     *checker.Difference
	err       error
}

func (s *said) Explore([]string) (Explored, error)                 { return s.explored, s.err }
func (s *said) Search(c Column, _ string) (Found, error)           { return s.found[c], s.err }
func (s *said) Live(c Column, _ []string, _ string) (Lived, error) { return s.lived[c], s.err }
func (s *said) Forbidden() spec.SetOf[string]                      { return s.forbidden }
func (s *said) Property(name string) (Stated, bool)                { return Stated{Name: name, Kind: s.kind}, true }

func (s *said) Follow([]tlc.TraceState, tlc.Lasso) *checker.Difference { return s.parts }

func (s *said) Reach([]string, string, ReachOptions) (Reach, error) { return s.reach, nil }

// judged is a case with what its columns say.
type judged struct {
	c      cases.Case
	result *tlc.Result // nil where TLC does not run
	says   *said
	pinned bool
}

// row judges it.
func (j *judged) row() Row {
	run := job{c: j.c, subject: j.says, model: Model{Actions: spec.NewSet("Lose", "Stay", "Up")}}
	run.pinned.Holds = j.c.Checked()
	row := run.row()
	if j.result != nil {
		row.seen(*j.result, j.c)
	}
	return run.runGo(row, j.result, Options{Pinned: j.pinned})
}

// caseRow changes a case of which all is well, and says what is then wrong with it.
type caseRow struct {
	name   string
	change func(j *judged)
	want   string // "" for nothing
}

// judgeRowsOf demands of each row that it fails for that reason, and of no reason else.
func judgeRowsOf(t *testing.T, good func() judged, rows []caseRow) {
	t.Helper()
	for _, row := range append([]caseRow{{"nothing", func(*judged) {}, ""}}, rows...) {
		j := good()
		row.change(&j)
		got := j.row()
		text := strings.Join(got.Failures, "\n")
		wants := 1
		if row.want == "" {
			wants = 0
		}
		if len(got.Failures) != wants || !strings.Contains(text, row.want) ||
			got.Failed() != (row.want != "") || (got.Verdict == "FAILED") != (row.want != "") {
			t.Errorf("%s: %s, failures %q, want %q", row.name, got.Verdict, got.Failures, row.want)
		}
	}
}

// graphCase is a graph of two states in three columns.
func graphCase() judged {
	counts := Counts{States: 2, NamedEdges: 2, Edges: 2}
	text := func(x string) string { return "/\\ x = " + x }
	return judged{
		pinned: true,
		c: cases.Case{
			ID: "g", Kind: cases.Graph, Invariants: []string{"P"}, States: 2, Edges: 2, Generated: 3,
			Never: []string{"Lose"},
		},
		result: &tlc.Result{Completed: true, States: 2, Generated: 3, InitsGenerated: 1, Dump: &tlc.Dump{
			States: []string{text("0"), text("1")}, Inits: []int{0}, Edges: []tlc.Edge{
				{Src: 0, Action: "Up", Dst: 1},
				{Src: 1, Action: "Stay", Dst: 1},
			}, Lines: 2,
		}},
		says: &said{explored: Explored{
			Spec: counts, Impl: counts, Images: 2,
			Actions: spec.NewSet("Stay", "Up"),
			Graph: func() checker.NamedGraph {
				return checker.NamedGraph{
					States: []string{text("0"), text("1")}, Inits: []int{0},
					Edges: []checker.NamedEdge{{From: 0, Name: "Up", To: 1}, {From: 1, Name: "Stay", To: 1}},
				}
			},
		}},
	}
}

// A row does not keep the graph that was explored for it: hundreds of them would be kept until the end.
func TestRowsKeepNoGraph(t *testing.T) {
	row, kept := rowOfGraph()
	runtime.GC()
	if kept.Value() != nil || row.Failed() {
		t.Errorf("the row %v keeps the graph", row)
	}
	runtime.KeepAlive(row)
}

// rowOfGraph returns the row of a case, and what its graph holds.
func rowOfGraph() (Row, weak.Pointer[[1 << 10]int]) {
	j, graph := graphCase(), new([1 << 10]int)
	compared := j.says.explored.Graph
	j.says.explored.Graph = func() checker.NamedGraph {
		graph[0]++
		return compared()
	}
	return j.row(), weak.Make(graph)
}

// A case that compares graphs fails for each thing by itself that is not as it must be.
func TestGraphCasesFail(t *testing.T) {
	difference := &checker.Difference{What: "they part", Columns: [2]string{"a", "b"}}
	judgeRowsOf(t, graphCase, []caseRow{
		{"a property", func(j *judged) {
			j.says.explored.Violations = []string{"P: violated"}
		}, "specification: P: violated"},
		{"spec and impl part", func(j *judged) { j.says.explored.Difference = difference }, "they part"},
		{"TLC's counterexample", func(j *judged) { j.says.parts = difference }, "they part"},
		{"an error", func(j *judged) { j.says.err = errors.New("it cannot") }, "it cannot"},
		{"states as pinned", func(j *judged) { j.c.States = 3 }, "2 states and 2 edges, pinned are 3 and 2"},
		{"edges as pinned", func(j *judged) { j.c.Edges = 3 }, "2 states and 2 edges, pinned are 2 and 3"},
		{"edges are not pinned", func(j *judged) { j.c.Edges = 0 }, ""},
		{"pins are not looked at", func(j *judged) { j.c.States, j.c.Edges, j.pinned = 7, 7, false }, ""},
		{
			"an action that never happens", func(j *judged) { j.c.Never = nil },
			"missing actions, and the case's field never does not name them: Lose",
		},
		{"it is forbidden", func(j *judged) { j.c.Never, j.says.forbidden = nil, spec.NewSet("Lose") }, ""},
		{"one that happens although it cannot", func(j *judged) {
			j.says.explored.Actions = spec.NewSet("Lose", "Stay", "Up")
		}, "unexpected actions"},
		{"one that happens although it is forbidden", func(j *judged) {
			j.says.forbidden = spec.NewSet("Up")
		}, "unexpected actions, although the budget or the case's field never says that they cannot happen: Up"},
		{"TLC's graph", func(j *judged) { j.result.Dump.Edges[1].Action = "Up" }, "this step Up"},
		{"TLC's first state", func(j *judged) { j.result.Dump.Inits[0] = 1 }, "begin in different states"},
		{"TLC does not run", func(j *judged) { j.result = nil }, ""},
		{"TLC's states without a dump", func(j *judged) { j.result.Dump, j.result.States = nil, 3 }, "has 3 states"},
		{
			"TLC's edges without a dump", func(j *judged) { j.result.Dump, j.result.Generated = nil, 4 },
			"makes 3 successors",
		},
		{"TLC's counts beside a dump, which TLC's judge holds against it", func(j *judged) {
			j.result.States, j.result.Generated = 9, 9
		}, ""},
		{"TLC's counts of what was not completed", func(j *judged) {
			j.result.Dump, j.result.States, j.result.Completed = nil, 9, false
		}, ""},
		{"all without a dump", func(j *judged) { j.result.Dump = nil }, ""},
	})
	j := graphCase()
	j.says.explored.Difference = difference
	j.says.reach = Reach{Results: []Found{{Name: "P", Verdict: spec.Violated}, {Name: "Q", Verdict: spec.Holds}}}
	if got := j.row().Failures; len(got) != 2 || !strings.Contains(got[1], "implementation: P violated") {
		t.Errorf("what an implementation that differs violates: %q", got)
	}
}

// violationCase is a property that must fail in three states, in three columns.
func violationCase() judged {
	found := Found{Name: "P", Verdict: spec.Violated, Length: 3}
	return judged{
		pinned: true,
		c:      cases.Case{ID: "v", Kind: cases.Violation, Invariants: []string{"P"}, Violates: "P", Length: 3},
		result: &tlc.Result{Failed: tlc.FailInvariant, Violated: "P", Trace: make([]tlc.TraceState, 3)},
		says:   &said{found: map[Column]Found{Spec: found, Impl: found}},
	}
}

// A case in which a property must fail does so in both columns, at its length, and as what the property is.
func TestViolationCasesFail(t *testing.T) {
	change := func(c Column, how func(f *Found)) func(j *judged) {
		return func(j *judged) {
			f := j.says.found[c]
			how(&f)
			j.says.found[c] = f
		}
	}
	longer := func(f *Found) { f.Length = 4 }
	holds := func(f *Found) { f.Verdict, f.Length = spec.Holds, 0 }
	judgeRowsOf(t, violationCase, []caseRow{
		{"it holds in the specification", change(Spec, holds), "spec: P holds, it must be violated"},
		{"it holds in the implementation", change(Impl, holds), "impl: P holds, it must be violated"},
		{"longer in the specification", change(Spec, longer), "spec: P violated in 4 states, pinned are 3"},
		{"longer in the implementation", change(Impl, longer), "impl: P violated in 4 states, pinned are 3"},
		{"pins are not looked at", func(j *judged) { j.c.Length, j.pinned = 9, false }, ""},
		{"an error", func(j *judged) { j.says.err = errors.New("it cannot") }, "it cannot"},
		{
			"TLC refutes a property of states as one of steps", func(j *judged) { j.result.Failed = tlc.FailAction },
			`TLC refutes it as "action property", it must be as "invariant"`,
		},
		{
			"TLC refutes a property of steps as one of states", func(j *judged) { j.says.kind = spec.Stepwise },
			`TLC refutes it as "invariant", it must be as "action property"`,
		},
		{"a property of steps", func(j *judged) { j.says.kind, j.result.Failed = spec.Stepwise, tlc.FailAction }, ""},
		{"TLC refutes another", func(j *judged) { j.result.Failed, j.result.Violated = tlc.FailAction, "Q" }, ""},
		{"TLC does not run", func(j *judged) { j.result = nil }, ""},
	})
}

// liveCase is a temporal property that must hold.
func liveCase() judged {
	lived := Lived{
		Counts: Counts{States: 2, Edges: 2}, Actions: spec.NewSet("Stay", "Up"),
		Found: []Found{{Name: "P", Verdict: spec.Holds}},
	}
	return judged{
		pinned: true,
		c: cases.Case{
			ID: "l", Kind: cases.Liveness, Properties: []string{"P"}, States: 2, Never: []string{"Lose"},
		},
		result: &tlc.Result{Completed: true, States: 2, Generated: 3, InitsGenerated: 1},
		says:   &said{kind: spec.Eventually, lived: map[Column]Lived{Spec: lived, Impl: lived}},
	}
}

func changeLived(c Column, how func(l *Lived)) func(j *judged) {
	return func(j *judged) {
		l := j.says.lived[c]
		l.Found = append([]Found{}, l.Found...)
		how(&l)
		j.says.lived[c] = l
	}
}

// A case of liveness fails for each thing by itself that is not as it must be.
func TestLivenessCasesFail(t *testing.T) {
	fails := func(l *Lived) { l.Found[0].Verdict = spec.Violated }
	judgeRowsOf(t, liveCase, []caseRow{
		{"it fails in the specification", changeLived(Spec, fails), "spec: P fails"},
		{"it fails in the implementation", changeLived(Impl, fails), "impl: P fails"},
		{"no end was found", changeLived(Impl, func(l *Lived) { l.Ended = "no end" }), "impl: no end"},
		{"an error", func(j *judged) { j.says.err = errors.New("it cannot") }, "spec: it cannot"},
		{"more in the implementation", changeLived(Impl, func(l *Lived) { l.Counts.States = 9 }), ""},
		{
			"fewer in the implementation", changeLived(Impl, func(l *Lived) { l.Counts.States = 1 }),
			"impl: 1 states, pinned are 2",
		},
		{"states are not pinned", func(j *judged) { j.c.States = 0 }, ""},
		{"fewer, and pins are not looked at", func(j *judged) {
			changeLived(Impl, func(l *Lived) { l.Counts.States = 1 })(j)
			j.pinned = false
		}, ""},
		{"an action never happens", func(j *judged) { j.c.Never = nil }, "missing actions"},
		{"TLC's states", func(j *judged) { j.result.States = 3 }, "has 3 states"},
		{"TLC's successors", func(j *judged) { j.result.Generated = 9 }, "makes 8 successors"},
		{"TLC does not run", func(j *judged) { j.result = nil }, ""},
		{"more in the specification", func(j *judged) {
			changeLived(Spec, func(l *Lived) { l.Counts.States = 3 })(j)
			j.result = nil
		}, "spec: 3 states, pinned are 2"},
	})
}

// lassoCase is a temporal property that must fail in a run that goes round for ever.
func lassoCase() judged {
	j := liveCase()
	j.c.Kind, j.c.Violates, j.c.Length, j.c.Never = cases.Violation, "P", 2, nil
	j.result = &tlc.Result{
		Failed: tlc.FailTemporal, Violated: "P", Trace: make([]tlc.TraceState, 2), Lasso: tlc.Lasso{Present: true},
	}
	for _, c := range []Column{Spec, Impl} {
		changeLived(c, func(l *Lived) {
			l.Found[0] = Found{Name: "P", Verdict: spec.Violated, Cycle: make([]spec.Action, 1)}
		})(&j)
	}
	return j
}

// A temporal property that must fail does so in both columns, in a run that ends as TLC's does.
func TestLassoCasesFail(t *testing.T) {
	holds := func(l *Lived) { l.Found[0] = Found{Name: "P", Verdict: spec.Holds} }
	stops := func(l *Lived) { l.Found[0].Cycle = nil }
	both := func(how func(l *Lived)) func(j *judged) {
		return func(j *judged) {
			changeLived(Spec, how)(j)
			changeLived(Impl, how)(j)
		}
	}
	judgeRowsOf(t, lassoCase, []caseRow{
		{"it holds in the specification", changeLived(Spec, holds), "spec: P holds, it must be violated"},
		{"it holds in the implementation", changeLived(Impl, holds), "impl: P holds, it must be violated"},
		{"the specification's run stops", changeLived(Spec, stops), "do not end alike"},
		{"the implementation's run stops", changeLived(Impl, stops), "do not end alike"},
		{"both stop, as TLC's does", func(j *judged) { both(stops)(j); j.result.Lasso.Stutter = true }, ""},
		{"TLC does not run", func(j *judged) { both(stops)(j); j.result = nil }, ""},
		{"TLC tells no end", func(j *judged) { both(stops)(j); j.result.Lasso.Present = false }, ""},
		{"states are pinned all the same", func(j *judged) { j.c.States = 7 }, ""},
	})
}

// What came of a case is said in words, of the columns that ran.
func TestVerdicts(t *testing.T) {
	for _, row := range []struct {
		name   string
		good   func() judged
		change func(j *judged)
		want   string
		note   string
	}{
		{"a graph", graphCase, func(*judged) {}, "three graphs equal, P holds", ""},
		{"a graph without TLC", graphCase, func(j *judged) { j.result = nil }, "spec = impl, P holds", "TLC not run"},
		{
			"two properties", graphCase, func(j *judged) { j.c.Invariants = []string{"P", "Q"} },
			"three graphs equal, 2 properties hold", "",
		},
		{
			"no graph", graphCase, func(j *judged) { j.c.Kind, j.result.Dump = cases.Safety, nil },
			"spec = impl, P holds", "",
		},
		{
			"a cached one", graphCase, func(j *judged) { j.result.Cached = true },
			"three graphs equal, P holds", "TLC cached",
		},
		{
			"without the driver", graphCase, func(j *judged) { j.result.Listened = true },
			"three graphs equal, P holds", "TLC listened on all interfaces",
		},
		{"a violation", violationCase, func(*judged) {}, "P fails as it must", ""},
		{
			"a violation without TLC", violationCase, func(j *judged) { j.result = nil },
			"P fails as it must", "TLC not run",
		},
		{"liveness", liveCase, func(*judged) {}, "P holds", ""},
		{
			"excused states", liveCase, changeLived(Impl, func(l *Lived) { l.Found[0].Excused = 1234 }), "P holds",
			"1,234 states excused by the budget",
		},
	} {
		j := row.good()
		row.change(&j)
		if got := j.row(); got.Verdict != row.want || got.Note != row.note || got.NotRun() != (j.result == nil) {
			t.Errorf("%s: %q (%q), %q", row.name, got.Verdict, got.Note, got.Failures)
		}
	}
}

// A row has the numbers of each column, and of no other.
func TestRowsHaveTheirNumbers(t *testing.T) {
	j := graphCase()
	j.says.explored.Impl, j.says.explored.Images = Counts{States: 5, NamedEdges: 6, Edges: 7}, 4
	if r := j.row(); *r.TLC != (Counts{States: 2, NamedEdges: 2, Edges: 2}) || *r.Spec != j.says.explored.Spec ||
		*r.Impl != j.says.explored.Impl || r.Images != 4 || r.TLCLength != 0 {
		t.Errorf("a graph: %+v", r)
	}
	j = violationCase()
	j.pinned = false
	j.says.found[Impl] = Found{Verdict: spec.Violated, Length: 4, Why: "why", Path: "path"}
	if r := j.row(); r.TLC != nil || r.TLCLength != 3 || r.SpecLength != 3 || r.ImplLength != 4 || r.Why != "why" ||
		r.Path != "path" {
		t.Errorf("a violation: %+v", r)
	}
	j = lassoCase()
	changeLived(Spec, func(l *Lived) { l.Counts, l.Found[0].Length = Counts{States: 8}, 5 })(&j)
	changeLived(Impl, func(l *Lived) { l.Counts, l.Found[0].Length, l.Found[0].Excused = Counts{States: 9}, 6, 3 })(&j)
	if r := j.row(); r.Spec.States != 8 || r.Impl.States != 9 || r.Images != 9 || r.SpecLength != 5 ||
		r.ImplLength != 6 || r.Excused != 3 {
		t.Errorf("a lasso: %+v", r)
	}
}

// A panic in a protocol's code fails its case, with what TLC has said; a case that is interrupted has
// what failed by then.
func TestCasesThatDoNotEnd(t *testing.T) {
	j := graphCase()
	j.says = nil // whatever it is asked, it falls
	if got := j.row(); len(got.Failures) != 1 || !strings.Contains(got.Failures[0], "panic: ") || got.TLC == nil {
		t.Errorf("%q, TLC %v", got.Failures, got.TLC)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	waits := make(chan struct{})
	defer close(waits)
	run := job{c: violationCase().c, subject: &slow{waits: waits}}
	if row, ended := run.run(ctx, Options{}); ended || row.Verdict != "not run" {
		t.Errorf("an interrupted case ended: %t, %s", ended, row.Verdict)
	}
}

// slow is a subject that says nothing until it is told to.
type slow struct {
	Subject
	waits chan struct{}
}

func (s *slow) Property(string) (Stated, bool) { return Stated{}, false }

func (s *slow) Search(Column, string) (Found, error) {
	<-s.waits
	return Found{}, errors.New("late")
}
