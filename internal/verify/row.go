package verify

import (
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
)

// Row is what came of one case, or of one exploration.
type Row struct {
	Protocol string `json:"protocol"`
	Case     string `json:"case"`
	Kind     string `json:"kind"`
	Purpose  string `json:"purpose"`
	// TLC, Spec and Impl are the sizes of the three graphs, absent where a
	// column did not run or has none.
	TLC  *Counts `json:"tlc,omitempty"`
	Spec *Counts `json:"spec,omitempty"`
	Impl *Counts `json:"impl,omitempty"`
	// Executed counts the handler runs of an exploration, StateBytes the memory for each state; see Exploration.
	Executed, StateBytes int `json:"-"`
	// Images counts the specification states that implementation states stand for.
	Images int `json:"images,omitempty"`
	// The lengths of the counterexamples, in states.
	TLCLength  int `json:"tlcLength,omitempty"`
	SpecLength int `json:"specLength,omitempty"`
	ImplLength int `json:"implLength,omitempty"`
	// Violates is the property that must fail; Why and Path say how it does.
	Violates string `json:"violates,omitempty"`
	Why      string `json:"why,omitempty"`
	Path     string `json:"path,omitempty"`
	// Excused counts the states that a temporal property is not asked of, because only the
	// budget forbids there what must happen.
	Excused int `json:"excused,omitempty"`
	// Verdict is the outcome in a few words; Note says what was left out.
	Verdict string `json:"verdict"`
	Note    string `json:"note,omitempty"`
	// Failures say what is not as it must be; none means success.
	Failures []string `json:"failures,omitempty"`
	// The wall time of the TLC column and of the two Go columns, and the processor time of
	// TLC, in seconds.
	TLCSeconds    float64 `json:"tlcSeconds"`
	TLCCPUSeconds float64 `json:"tlcCPUSeconds"`
	GoSeconds     float64 `json:"goSeconds"`
	// TLCCached says that TLC has said this in an earlier run of the same.
	TLCCached bool `json:"tlcCached,omitempty"`

	tlcRan, listened bool
	pinned           claims.Searched // as its table has it
}

func (j job) row() Row {
	return Row{
		Protocol: j.protocol.Name, Case: j.c.ID, Kind: string(j.c.Kind), Purpose: j.c.Why,
		Violates: j.c.Violates, pinned: j.pinned,
	}
}

// Outcome returns the row as a test case of a JUnit report. table is the file with the case, "" for none.
func (r *Row) Outcome(table string) Outcome {
	o := Outcome{
		Protocol: r.Protocol, Name: r.Case, Failures: InFile(table, r.Failures), Seconds: r.TLCSeconds + r.GoSeconds,
	}
	if r.Verdict == notRun {
		o.NotRun = notRun
	}
	return o
}

// notRun is the verdict of a case of which no column ran.
const notRun = "not run"

// Failed reports whether something was not as it must be.
func (r *Row) Failed() bool { return len(r.Failures) > 0 }

// NotRun reports whether TLC's column was left out.
func (r *Row) NotRun() bool { return !r.tlcRan }

func (r *Row) fail(why string) { r.Failures = append(r.Failures, why) }

// seen takes over what TLC counted.
func (r *Row) seen(result tlc.Result, c cases.Case) {
	r.tlcRan, r.TLCSeconds, r.TLCCPUSeconds, r.TLCCached = true, result.Seconds, result.CPU, result.Cached
	r.listened = result.Listened
	if c.Kind == cases.Violation {
		r.TLCLength = len(result.Trace)
		return
	}
	r.TLC = &Counts{States: result.States, Edges: result.Generated - result.InitsGenerated}
	if result.Dump != nil {
		r.TLC.NamedEdges = len(result.Dump.Edges)
	}
}

// conclude puts the outcome into words. A column that was not run is named.
func (r *Row) conclude(c cases.Case) {
	switch {
	case r.Failed():
		r.Verdict = "FAILED"
	case c.Kind == cases.Violation && (r.tlcRan || r.SpecLength > 0):
		r.Verdict = r.Violates + " fails as it must"
	case r.Spec == nil && !r.tlcRan:
		r.Verdict = notRun
	case c.Kind == cases.Graph && r.tlcRan:
		r.Verdict = "three graphs equal, " + r.judged()
	case c.Kind == cases.Graph, c.Kind == cases.Safety:
		r.Verdict = "spec = impl, " + r.judged()
	default:
		r.Verdict = r.judged()
	}
	if r.Excused > 0 {
		r.Note = fmt.Sprintf("%s states excused by the budget", Thousands(r.Excused))
	}
	if r.TLCCached {
		r.Note = strings.TrimPrefix(r.Note+"; TLC cached", "; ")
	}
	if r.listened {
		r.Note = strings.TrimPrefix(r.Note+"; TLC listened on all interfaces", "; ")
	}
	if !r.tlcRan && r.Verdict != notRun {
		r.Note = strings.TrimPrefix(r.Note+"; TLC not run", "; ")
	}
}

func (r *Row) judged() string {
	if len(r.pinned.Holds) == 1 {
		return r.pinned.Holds[0] + " holds"
	}
	return fmt.Sprintf("%d properties hold", len(r.pinned.Holds))
}

// Evidence returns the result of the case as claims use it. It counts the specification's states, as that column runs
// with TLC and without; of an exploration, which has no other column, the implementation's.
func (r *Row) Evidence() claims.Searched {
	s, states := r.pinned, r.SpecLength
	switch {
	case r.Kind == string(cases.Exploration):
		states = r.Impl.States
	case s.Violates == "" && r.Spec != nil:
		states = r.Spec.States
	}
	switch {
	case r.Failed():
		s.Wrong = phrase.FirstLine(r.Failures[0])
	case states == 0:
		s.Wrong = didNotRun
	case s.Violates == "" || s.Size != "":
		s.Size, s.Wrong = size(states)
	}
	return s
}

// bound names what is searched, and the reading. It omits lines of the budget that are 0.
func bound(met Met, budget map[string]int) string {
	text := phrase.Plural(met.Nodes, "process", "processes")
	if met.Within != "" {
		text = met.Within
	}
	if met.Reading != nil {
		text += ", " + strings.Join(met.Reading, " ")
	}
	switch lines := phrase.Amounts(budget); {
	case met.Within != "":
	case len(lines) > 0:
		text += ", " + strings.Join(lines, " ")
	case met.Reading != nil:
		text += ", without faults"
	default:
		text += " without faults"
	}
	return text
}

// pinned returns the result that the table pins of a case, as claims use it.
func pinned(subject Subject, c cases.Case) claims.Searched {
	s := claims.Searched{ID: c.ID, Bound: bound(subject.Met(), c.Budget), Long: c.Long}
	if c.Kind == cases.Violation {
		s.Violates = c.Violates
		if !isTemporal(subject, c.Violates) { // the length of a lasso differs from column to column
			s.Size, s.Wrong = size(c.Length)
		}
		return s
	}
	s.Holds = c.Checked()
	s.Size, s.Wrong = size(c.States)
	return s
}

// size puts a count into words, which must not be that of a case that was never measured.
func size(states int) (text, wrong string) {
	if states == 0 {
		return "", "no count of its states is pinned"
	}
	return Thousands(states) + " states", ""
}
