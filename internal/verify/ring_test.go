package verify_test

import (
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Two rings that are known well show that checker.Live and TLC mean the same by a
// fair run: each model stands here and, written independently, in testdata/ring.

// offered yields the actions of those names at the processes 0 to n-1 that can be done.
func offered[S any](m spec.Model[S], s S, n int, names ...string) iter.Seq[spec.Action] {
	return func(yield func(spec.Action) bool) {
		for _, name := range names {
			for at := range n {
				a := spec.Action{Name: name, At: spec.NodeID(at)}
				if _, ok := m.Do(s, a); ok && !yield(a) {
					return
				}
			}
		}
	}
}

// token is the model of Token.tla.
type token struct {
	n       int
	mayLose bool
	spec    string // Unfair, Weak or Strong
}

type tokenState struct {
	Holder int // -1 where the token is lost
	Inside bool
}

func (m token) Init() iter.Seq[tokenState] { return slices.Values([]tokenState{{}}) }

func (m token) Actions(s tokenState) iter.Seq[spec.Action] {
	return offered(m, s, 1, "Enter", "Pass", "Lose")
}

func (m token) Do(s tokenState, a spec.Action) (tokenState, bool) {
	lost := s.Holder < 0
	switch a.Name {
	case "Enter":
		return tokenState{s.Holder, true}, s.Holder == 0 && !s.Inside
	case "Pass":
		return tokenState{(s.Holder + 1) % m.n, false}, !lost
	}
	return tokenState{-1, false}, m.mayLose && !lost && !s.Inside
}

func (m token) Fairness() []spec.Fairness {
	of := func(name string) func(spec.Action) bool {
		return func(a spec.Action) bool { return a.Name == name }
	}
	if m.spec == "Unfair" {
		return nil
	}
	return []spec.Fairness{
		{Name: "Pass", Of: of("Pass")},
		{Name: "Enter", Of: of("Enter"), Strong: m.spec == "Strong"},
	}
}

// elect is the model of Elect.tla.
type elect struct {
	n        int
	starters spec.Set
	forgets  int
	own      string
	spec     string // Unfair or Fair
}

type role int

const (
	asleep role = iota
	candidate
	passive
	leader
)

const ringMost = 4 // the largest ring that fits into a state

type electState struct {
	Role   [ringMost]role
	Mail   [ringMost]string // numbers as digits
	Forgot int
}

func (m elect) Init() iter.Seq[electState] { return slices.Values([]electState{{}}) }

func (m elect) Actions(s electState) iter.Seq[spec.Action] {
	return offered(m, s, m.n, "Start", "Forget", "Win", "Swallow", "Relay")
}

func (m elect) Do(s electState, a spec.Action) (electState, bool) {
	i := int(a.At)
	next := (i + 1) % m.n
	switch a.Name {
	case "Start":
		ok := s.Role[i] == asleep && m.starters.Has(a.At)
		s.Role[i] = candidate
		s.Mail[next] += fmt.Sprint(i)
		return s, ok
	case "Forget":
		ok := s.Role[i] == candidate && s.Forgot < m.forgets
		s.Role[i] = passive
		s.Forgot++
		return s, ok
	}
	if s.Mail[i] == "" {
		return s, false
	}
	head := s.Mail[i][:1]
	name, become := m.receive(i, int(head[0]-'0'), s.Role[i])
	s.Role[i] = become
	s.Mail[i] = s.Mail[i][1:]
	if name == "Relay" {
		s.Mail[next] += head
	}
	return s, a.Name == name
}

// receive says what process i does with a number that comes, and what it is then.
func (m elect) receive(i, number int, is role) (string, role) {
	own := number == i
	switch {
	case is == candidate && own, own && m.own == "win":
		return "Win", leader
	case is == candidate && number > i, is == leader, is == passive && own && m.own == "swallow":
		return "Swallow", is
	}
	return "Relay", passive
}

func (m elect) Fairness() []spec.Fairness {
	if m.spec == "Unfair" {
		return nil
	}
	fair := []spec.Fairness{{Name: "Start", Of: func(a spec.Action) bool { return a.Name == "Start" }}}
	for i := range m.n {
		fair = append(fair, spec.Fairness{Name: fmt.Sprintf("Receive at %d", i), Of: func(a spec.Action) bool {
			return int(a.At) == i && a.Name != "Start" && a.Name != "Forget"
		}})
	}
	return fair
}

func (m token) constants() map[string]tlc.Value {
	return map[string]tlc.Value{"N": tlc.Int(m.n), "MayLose": tlc.Bool(m.mayLose)}
}

func (m elect) constants() map[string]tlc.Value {
	starters, _ := tlc.Show(m.starters)
	return map[string]tlc.Value{
		"N": tlc.Int(m.n), "Starters": starters, "Forgets": tlc.Int(m.forgets), "Own": tlc.Str(m.own),
	}
}

// twin is a Go model and all that TLC needs for the module beside it.
type twin struct {
	module, spec string
	constants    map[string]tlc.Value
	property     string
	// judge explores the Go model and judges the property.
	judge func(t *testing.T) answer
}

// answer is what Go found.
type answer struct {
	states, generated int
	never             []string // the actions that are nowhere enabled
	lasso             *checker.Lasso
}

// judge explores a model, judges P on its runs, and verifies the lasso that it finds.
func judge[S any](t *testing.T, m spec.Model[S], names []string, kind spec.PropertyKind, p func(S) bool) answer {
	t.Helper()
	x := checker.Explore(m, checker.Options[S]{KeepSteps: true})
	if x.Breach != nil || !x.Complete {
		t.Fatalf("not explored to its end: %+v", x.Breach)
	}
	fair := spec.FairnessOf(m)
	property := checker.Temporal{Name: "P", Kind: kind, Holds: func(n int) bool { return p(x.States[n]) }}
	lasso, err := checker.Live(x, fair, property)
	if err != nil {
		t.Fatal(err)
	}
	if lasso != nil {
		if err := lasso.Verify(x, fair, property); err != nil {
			t.Errorf("%v\n%s", err, lasso)
		}
	}
	never := slices.Sorted(slices.Values(names))
	for _, steps := range x.Steps {
		for _, step := range steps {
			never = slices.DeleteFunc(never, func(name string) bool { return name == step.Action.Name })
		}
	}
	return answer{len(x.States), x.Edges + len(x.Inits()), never, lasso}
}

func (m token) twin(property string) twin {
	kinds := map[string]spec.PropertyKind{
		"Arrives": spec.Eventually, "Returns": spec.Recurrent, "Enters": spec.Eventually,
		"EntersAgain": spec.Recurrent, "Rests": spec.Stable,
	}
	return twin{"Token", m.spec, m.constants(), property, func(t *testing.T) answer {
		return judge(t, m, []string{"Enter", "Pass", "Lose"}, kinds[property], func(s tokenState) bool {
			switch property {
			case "Arrives", "Returns":
				return s.Holder == m.n-1
			case "Rests":
				return !s.Inside
			}
			return s.Inside
		})
	}}
}

func (m elect) twin(property string) twin {
	kinds := map[string]spec.PropertyKind{"Elected": spec.Eventually, "Settled": spec.Stable}
	return twin{"Elect", m.spec, m.constants(), property, func(t *testing.T) answer {
		names := []string{"Start", "Forget", "Win", "Swallow", "Relay"}
		return judge(t, m, names, kinds[property], func(s electState) bool {
			return slices.Contains(s.Role[:], leader)
		})
	}}
}

// tlcCase is the case that TLC must find.
func (w twin) tlcCase(found answer) cases.Case {
	c := cases.Case{
		ID: w.module, Kind: cases.Liveness, Module: w.module, Specification: w.spec,
		Properties: []string{w.property}, States: found.states, Generated: found.generated, Never: found.never,
	}
	if found.lasso != nil {
		c.Kind, c.Violates = cases.Violation, w.property
	}
	return c
}

// end says how a counterexample ends: the actions that go round, each with how often.
func end(cycle []string) string {
	if len(cycle) == 0 {
		return "stops"
	}
	slices.Sort(cycle)
	var words []string
	for i, name := range cycle {
		if i == 0 || cycle[i-1] != name {
			words = append(words, fmt.Sprintf("%d %s", strings.Count(strings.Join(cycle, " "), name), name))
		}
	}
	return strings.Join(words, ", ")
}

func (found answer) end() string {
	if found.lasso == nil {
		return ""
	}
	var cycle []string
	for _, step := range found.lasso.Cycle {
		cycle = append(cycle, step.Action.Name)
	}
	return end(cycle)
}

// endOf is the end of TLC's counterexample.
func endOf(r tlc.Result) string {
	switch {
	case r.Failed == "":
		return ""
	case r.Lasso.Stutter:
		return end(nil)
	}
	cycle := []string{r.Lasso.Action}
	for _, state := range r.Trace[r.Lasso.Back+1:] {
		cycle = append(cycle, state.Action)
	}
	return end(cycle)
}

// Live and TLC agree on the states, on the verdict, and on how the counterexample ends.
func TestRingsAgreeWithTLC(t *testing.T) {
	var runner tlc.Runner
	if !testing.Short() {
		runner = tlc.Need(t)
	}
	for _, n := range []int{3, 4} {
		zero, all := spec.NewSet[spec.NodeID](0), spec.AllNodes(n)
		for _, row := range []struct {
			twin   twin
			states [2]int // with 3 and with 4 processes
			end    [2]string
		}{
			{token{n, false, "Weak"}.twin("Returns"), [2]int{4, 5}, [2]string{}},
			{token{n, false, "Unfair"}.twin("Arrives"), [2]int{4, 5}, [2]string{"stops", "stops"}},
			{token{n, false, "Weak"}.twin("Enters"), [2]int{4, 5}, [2]string{"3 Pass", "4 Pass"}},
			{token{n, false, "Strong"}.twin("EntersAgain"), [2]int{4, 5}, [2]string{}},
			{token{n, false, "Strong"}.twin("Rests"), [2]int{4, 5}, [2]string{"1 Enter, 3 Pass", "1 Enter, 4 Pass"}},
			{token{n, true, "Strong"}.twin("EntersAgain"), [2]int{5, 6}, [2]string{"stops", "stops"}},

			{elect{n, all, 0, "relay", "Fair"}.twin("Elected"), [2]int{39, 163}, [2]string{}},
			{elect{n, all, 0, "relay", "Fair"}.twin("Settled"), [2]int{39, 163}, [2]string{}},
			{elect{n, zero, 1, "relay", "Fair"}.twin("Settled"), [2]int{10, 13}, [2]string{"3 Relay", "4 Relay"}},
			{elect{n, all, 1, "relay", "Fair"}.twin("Elected"), [2]int{183, 1073}, [2]string{"3 Relay", "4 Relay"}},
			{elect{n, all, 1, "swallow", "Fair"}.twin("Elected"), [2]int{137, 747}, [2]string{"stops", "stops"}},
			{elect{n, all, 1, "win", "Fair"}.twin("Elected"), [2]int{157, 862}, [2]string{}},
		} {
			name := fmt.Sprintf("%s %v %s", row.twin.spec, row.twin.constants, row.twin.property)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				found := row.twin.judge(t)
				if found.states != row.states[n-3] || found.end() != row.end[n-3] {
					t.Errorf("%d states, end %q; want %d, %q", found.states, found.end(), row.states[n-3], row.end[n-3])
				}
				switch {
				case testing.Short():
					t.Skip("as pinned; a second for each start of TLC is left by the quick gate to make test")
				case n > 3 && !nightly.On():
					t.Skip("as pinned; TLC runs the same rings of three processes, and make nightly those of four")
				}
				agreeOnRuns(t, runner, row.twin, found)
			})
		}
	}
}

// agreeOnRuns runs TLC on the module and holds what it finds against what Go found.
func agreeOnRuns(t *testing.T, runner tlc.Runner, w twin, found answer) {
	t.Helper()
	text, err := os.ReadFile("testdata/ring/" + w.module + ".tla")
	if err != nil {
		t.Fatal(err)
	}
	c := w.tlcCase(found)
	files := fstest.MapFS{w.module + ".tla": {Data: text}}
	r, err := runner.Run(t.Context(), files, []string{"."}, c, tlc.Options{Constants: w.constants})
	if err != nil {
		t.Fatal(err)
	}
	if found.lasso != nil {
		c.Length = len(r.Trace) // which of its lassos TLC prints is its own affair
	}
	if err := tlc.Judge(c, r); err != nil {
		t.Error(err)
	}
	if r.States != found.states || r.Generated != found.generated {
		t.Errorf("TLC has %d states of %d generated, Go %d of %d", r.States, r.Generated, found.states, found.generated)
	}
	if endOf(r) != found.end() {
		t.Errorf("TLC's counterexample ends %q, Go's %q:\n%s", endOf(r), found.end(), found.lasso)
	}
}
