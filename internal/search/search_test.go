package search_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/search"
	"github.com/scrutineer-go/scrutineer/spec"
)

// token goes from one process to the next.
type token struct{}

func (token) Kind() string { return "Token" }

func init() { codec.Register(token{}) }

// passer passes the token on, but not to process 0.
type passer struct {
	next  spec.NodeID
	state struct{ Seen int }
}

func (p *passer) State() any { return &p.state }

func (p *passer) Step(_ impl.Event, out *impl.Effects) {
	p.state.Seen++
	if p.next > 0 {
		out.Send(p.next, token{})
	}
}

// row is a cluster of so many processes, in which process 0 may be told to begin that
// many times.
func row(nodes, times int) network.Cluster {
	return network.Cluster{
		Nodes: nodes,
		New: func(id spec.NodeID) impl.Node {
			return &passer{next: (id + 1) % spec.NodeID(nodes)}
		},
		Inputs: func(at spec.NodeID, state any, _ spec.Set) []spec.Body {
			if at == 0 && state.(*struct{ Seen int }).Seen < times {
				return []spec.Body{token{}}
			}
			return nil
		},
	}
}

// looker judges the sum of the numbers of local states; it counts what it has looked at.
type looker struct {
	at, before    explore.InternedState
	looked, steps int
	lost          bool // it was not told what it knows already
	most          uint32
}

func (l *looker) Look(s explore.InternedState) { l.at, l.looked = s, l.looked+1 }

func (l *looker) LookAtStep(before, after explore.InternedState, again bool) {
	if l.at = after; again != (l.steps > 0 && before == l.before) {
		l.lost = true
	}
	l.before, l.steps = before, l.steps+1
}

func (l *looker) sum() uint32 {
	sum := uint32(0)
	for _, n := range l.at.Locals {
		sum += n
	}
	return sum
}

func (l *looker) Properties() []search.Property {
	below := func() error {
		if sum := l.sum(); sum > l.most {
			return fmt.Errorf("the sum is %d", sum)
		}
		return nil
	}
	return []search.Property{
		{Name: "AtMost", Check: below},
		{Name: "Whole", Kind: spec.Reachable, Check: func() error {
			if l.sum() < 2*explore.MostProcesses {
				return errors.New("not yet")
			}
			return nil
		}},
		{Name: "NoStepBeyond", Kind: spec.Stepwise, Step: func(spec.Action) error { return below() }},
	}
}

// explored explores the row with so many numbers in a word and tells what came of it.
func explored(t *testing.T, times, numbers int, most uint32) (*search.Reached, string) {
	t.Helper()
	components, err := explore.NewComponents(row(explore.MostProcesses, times), nil, spec.Budget{}, explore.Meets{})
	if err != nil {
		t.Fatal(err)
	}
	var judge *looker
	r := search.Reach(components, numbers, search.Options{Judge: func() search.Judge {
		judge = &looker{most: most}
		return judge
	}})
	if r.Ended == checker.Complete && r.Results[0].Verdict == spec.Holds && judge.looked != r.Size() {
		t.Errorf("%d states were looked at, there are %d", judge.looked, r.Size())
	}
	if judge.lost || r.Ended == checker.Complete && r.Results[2].Verdict == spec.Holds && judge.steps != r.Edges {
		t.Errorf("%d steps were looked at, there are %d; lost: %t", judge.steps, r.Edges, judge.lost)
	}
	text := fmt.Sprintf("%s, %d states, %d edges, depth %d", r.Ended, r.Size(), r.Edges, r.Depth)
	for _, result := range r.Results {
		text += fmt.Sprintf("\n%s %s %q after\n%s", result.Property.Name, result.Verdict, result.Why, result.Path)
	}
	for n := range r.Expanded() {
		edges, _ := r.EdgesFrom(n)
		text += fmt.Sprintf("\n%d %v:", n, r.State(n))
		for i, step := range r.StepsFrom(n) {
			if int32(edges[i].To) != int32(step.To) || !r.Action(edges[i].Action).Same(step.Action) {
				t.Errorf("state %d has %v by numbers and %v", n, edges[i], step)
			}
			text += fmt.Sprintf(" %s to %d", step.Action, step.To)
		}
	}
	return r, text
}

// A graph is the same in states of every width, to the last number, finding and path.
func TestEveryWidthFindsTheSame(t *testing.T) {
	want := ""
	for words, numbers := range map[int]int{1: 24, 2: 12, 3: 8, 4: 6, 6: 4, 8: 3, 12: 2} {
		r, got := explored(t, 2, numbers, 3)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d words:\n%.2000s\nothers have\n%.2000s", words, got, want)
		}
		if r.Ended != checker.Complete || r.Size() < 50 || r.Depth != 2*explore.MostProcesses+1 {
			t.Errorf("%d words: %s with %d states, depth %d", words, r.Ended, r.Size(), r.Depth)
		}
		if first := r.Results[0]; first.Verdict != spec.Violated || first.Why != "the sum is 5" ||
			len(first.Path.Actions) != 3 {
			t.Errorf("%d words: %s, %q after %d steps", words, first.Verdict, first.Why, len(first.Path.Actions))
		}
		if third := r.Results[2]; third.Verdict != spec.Violated || third.Why != "the sum is 5" ||
			len(third.Path.Actions) != 3 {
			t.Errorf("%d words: %s, %q after %d steps", words, third.Verdict, third.Why, len(third.Path.Actions))
		}
		if second := r.Results[1]; second.Verdict != spec.Holds || len(second.Path.States) != 13 {
			t.Errorf("%d words: %s after %d states", words, second.Verdict, len(second.Path.States))
		}
	}
}

// What a word has no room for ends the search, and says that fewer numbers would help.
func TestTooNarrow(t *testing.T) {
	r, _ := explored(t, 4, 24, 100)
	if r.Ended != checker.TooWide || !errors.Is(r.Cause, explore.ErrTooWide) || r.Results[0].Verdict == spec.Holds {
		t.Errorf("with 2 bits for five local states: %s, %v, %s", r.Ended, r.Cause, r.Results[0].Verdict)
	}
	if r, _ := explored(t, 4, 12, 100); r.Ended != checker.Complete || r.Results[0].Verdict != spec.Holds {
		t.Errorf("with 5 bits: %s, %v", r.Ended, r.Cause)
	}
}

// A fault of the processes' own code comes out as a breach with its path, and the search
// needs nobody who judges.
func TestBreach(t *testing.T) {
	cluster := row(2, 1)
	cluster.Inputs = func(_ spec.NodeID, state any, _ spec.Set) []spec.Body {
		if state.(*struct{ Seen int }).Seen > 0 {
			panic("no more")
		}
		return []spec.Body{token{}}
	}
	components, err := explore.NewComponents(cluster, nil, spec.Budget{}, explore.Meets{})
	if err != nil {
		t.Fatal(err)
	}
	r := search.Reach(components, 4, search.Options{})
	if r.Ended != checker.BrokenModel || r.Breach == nil || r.Breach.Contract != "NoPanic" {
		t.Fatalf("%s, %+v", r.Ended, r.Breach)
	}
	if len(r.Breach.Path.States) != 2 || r.Fault().Why != r.Breach.Why || r.Whole() {
		t.Errorf("%+v, whole: %t", r.Breach, r.Whole())
	}
}
