package ctolerant

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// answered asks a process, as run 7 of process 4, and returns what it answers.
func answered(t *testing.T, n *Node, x, y int) words.Response {
	t.Helper()
	got := step(n, impltest.Delivered(4, words.Query{Run: 7, X: x, Y: y, Election: 1}))
	if len(got) != 1 || got[0].Kind != impl.Send || got[0].To != 4 {
		t.Fatalf("the effects of a QUERY from 4: %v, want one message to it", got)
	}
	return got[0].Body.(words.Response)
}

func suspect(node spec.NodeID, count int) impl.Event {
	return impltest.Told(words.Suspect{Node: node, Count: count})
}

// Whom process 2 of five proposes and reports: of those that are suspected equally the
// higher, nobody who is not suspected (D14), and itself only as a candidate (D1).
func TestRanking(t *testing.T) {
	type reads = spec.SetOf[words.Interpretation]
	var (
		zeros = reads{words.ZerosFill}
		lower = reads{words.LowerFirst}
		both  = reads{words.LowerFirst, words.ZerosFill}
		omit  = reads{words.OmitSelf}
	)
	for _, c := range []struct {
		name            string
		interpretations reads
		list            spec.Set // of all five where nil
		metrics         []int    // of those that the list does not hold, too
		x, y            int
		lowest, worst   spec.Set
	}{
		{"no metrics", nil, nil, nil, 2, 2, spec.Set{0, 1}, nil},
		{"no metrics, zeros fill", zeros, nil, nil, 2, 2, spec.Set{0, 1}, spec.Set{3, 4}},
		{"the most suspected", nil, nil, []int{5, 1, 0, 3, 4}, 2, 2, spec.Set{1, 2}, spec.Set{0, 4}},
		{"fewer than y are suspected", nil, nil, []int{2, 0, 0, 0, 1}, 2, 3, spec.Set{1, 2}, spec.Set{0, 4}},
		{"a zero fills", zeros, nil, []int{2, 0, 0, 0, 1}, 2, 3, spec.Set{1, 2}, spec.Set{0, 3, 4}},
		{"of two zeros the lower fills", both, nil, []int{2, 0, 0, 0, 1}, 2, 3, spec.Set{2, 3}, spec.Set{0, 1, 4}},
		{"zeros come last", both, nil, []int{0, 0, 0, 1, 1}, 2, 2, spec.Set{0, 1}, spec.Set{3, 4}},
		{"of equals the higher", nil, nil, []int{2, 2, 0, 2, 1}, 2, 2, spec.Set{0, 2}, spec.Set{1, 3}},
		{"of equals the lower", lower, nil, []int{2, 2, 0, 2, 1}, 2, 2, spec.Set{2, 3}, spec.Set{0, 1}},
		{"the more suspected before the lower", lower, nil, []int{1, 0, 0, 1, 2}, 1, 2, spec.Set{1}, spec.Set{0, 4}},
		{"not itself", nil, nil, []int{0, 1, 9, 0, 0}, 2, 1, spec.Set{0, 2}, spec.Set{1}},
		{"not itself where zeros fill", both, nil, []int{0, 0, 9, 0, 0}, 5, 5, spec.Set{2}, spec.Set{0, 1, 3, 4}},
		{"not whom it does not list", nil, spec.Set{1, 2, 3}, []int{9, 0, 0, 1, 9}, 5, 2, spec.Set{1, 2}, spec.Set{3}},
		{"not itself as a candidate", omit, nil, []int{1, 0, 0, 0, 0}, 3, 1, spec.Set{1, 3, 4}, spec.Set{0}},
		{"nobody", omit, spec.Set{2, 3}, []int{0, 0, 0, 1, 0}, 2, 1, nil, spec.Set{3}},
		{"y = 0", nil, nil, []int{5, 1, 0, 3, 4}, 2, 0, spec.Set{0, 1}, nil},
	} {
		cfg := words.Config{
			Nodes: 5, C: 2, Protocol: words.Preferred, X: 1, Interpretations: c.interpretations,
		}.WithDefaults()
		if c.list != nil {
			cfg.Lists[2] = c.list
		}
		if c.metrics != nil {
			cfg.Suspicions = slices.Repeat([][]int{c.metrics}, 5)
		}
		if err := cfg.Check(); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		want := words.Response{Run: 7, Candidates: c.lowest, Unhealthy: c.worst}
		if d := cmp.Diff(want, answered(t, New(2, cfg), c.x, c.y)); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

// What the failure detector finds counts from then on, at that process alone, and
// neither in the configuration nor in a process that is started anew.
func TestSuspect(t *testing.T) {
	cfg := words.Config{
		Nodes: 3, C: 1, Protocol: words.Preferred, X: 1, Y: 1, Suspicions: [][]int{{0, 0, 0}, {0, 0, 1}, {0, 0, 0}},
	}.WithDefaults()
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	n := New(1, cfg)
	for _, c := range []struct {
		name  string
		told  []impl.Event
		worst spec.NodeID
	}{
		{"at first", nil, 2},
		{"another twice", []impl.Event{suspect(0, 2)}, 0},
		{"the first again, three times", []impl.Event{suspect(2, 3)}, 2},
		{"itself", []impl.Event{suspect(1, 9)}, 2},
	} {
		for _, ev := range c.told {
			if got := step(n, ev); got != nil {
				t.Errorf("%s: effects %v, want none", c.name, got)
			}
		}
		if got := answered(t, n, 1, 1).Unhealthy; !got.Equal(spec.NewSet(c.worst)) {
			t.Errorf("%s: reports %s, want %s", c.name, got, c.worst)
		}
	}
	if d := cmp.Diff([]int{2, 9, 3}, n.state.Suspicions); d != "" {
		t.Errorf("suspicions (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]int{0, 0, 1}, New(1, cfg).state.Suspicions); d != "" {
		t.Errorf("suspicions of a new process (-want +got):\n%s", d)
	}
}

// A process that suspected nobody so far has room for what it is told.
func TestSuspectTheFirst(t *testing.T) {
	n := New(1, words.Config{Nodes: 3, C: 1, Protocol: words.Preferred, X: 1, Y: 1}.WithDefaults())
	if n.state.Suspicions != nil {
		t.Errorf("suspicions %v at first, want none", n.state.Suspicions)
	}
	step(n, suspect(2, 1))
	if got := answered(t, n, 1, 1).Unhealthy; !got.Equal(spec.Set{2}) {
		t.Errorf("reports %s, want 2", got)
	}
}

// example is a group of five under the metrics of the paper's figure 2.
func example() words.Config {
	return words.Config{
		Nodes: 5, Protocol: words.Hybrid, C: 2, F: 0, X: 2, Y: 2, Initiator: 4,
		Suspicions: [][]int{{0, 2, 1, 4, 0}, {5, 0, 0, 2, 1}, {2, 2, 0, 3, 1}, {3, 0, 2, 0, 1}, {0, 1, 0, 2, 0}},
	}.WithDefaults()
}

// The paper's example of Hybrid (section IV-D, CT-18), in every order in which the
// three RESPONSEs may come.
func TestPaperExample(t *testing.T) {
	cfg := example()
	responses := map[spec.NodeID]words.Response{}
	for from, want := range map[spec.NodeID]words.Response{
		4: {Run: 7, Candidates: spec.Set{0, 2}, Unhealthy: spec.Set{1, 3}},
		0: {Run: 7, Candidates: spec.Set{0, 2}, Unhealthy: spec.Set{1, 3}},
		1: {Run: 7, Candidates: spec.Set{1, 2}, Unhealthy: spec.Set{0, 3}},
	} {
		got := answered(t, New(from, cfg), 2, 2)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("the RESPONSE of %s (-want +got):\n%s", from, d)
		}
		responses[from] = got
	}
	for _, c := range []struct{ order, notified []spec.NodeID }{
		{[]spec.NodeID{4, 0, 1}, []spec.NodeID{0, 2}}, // as printed
		{[]spec.NodeID{4, 1, 0}, []spec.NodeID{0, 2}},
		{[]spec.NodeID{0, 4, 1}, []spec.NodeID{0, 2}},
		{[]spec.NodeID{0, 1, 4}, []spec.NodeID{0, 2}},
		{[]spec.NodeID{1, 0, 4}, []spec.NodeID{1, 2}},
		{[]spec.NodeID{1, 4, 0}, []spec.NodeID{1, 2}},
	} {
		n := New(4, cfg)
		collect := set(words.TimerCollect, 500)
		handle(t, n, handled{"start", start, []impl.Effect{ask(0, 1, 2, 2), ask(1, 1, 2, 2), ask(2, 1, 2, 2), collect}})
		var notified []spec.NodeID
		for _, from := range c.order {
			for _, e := range step(n, report(from, 1, responses[from].Candidates, responses[from].Unhealthy)) {
				if e.Kind == impl.Send {
					notified = append(notified, e.To)
				}
			}
		}
		if d := cmp.Diff(c.notified, notified); d != "" {
			t.Errorf("notified after RESPONSEs of %v (-want +got):\n%s", c.order, d)
		}
		if e := n.state.Election; e == nil || e.ID != 2 || !e.Collected || e.Seq != 2 {
			t.Errorf("after RESPONSEs of %v: %+v, want LEADER of 2 awaited", c.order, e)
		}
	}
}

// Preferred decides once, when all three have answered.
func TestPaperExampleInPreferred(t *testing.T) {
	cfg := example()
	cfg.Protocol = words.Preferred
	n := New(4, cfg)
	collect := set(words.TimerCollect, 500)
	handle(t, n, []handled{
		{"start", start, []impl.Effect{ask(0, 1, 2, 2), ask(1, 1, 2, 2), ask(2, 1, 2, 2), collect}},
		{"the first RESPONSE", report(4, 1, spec.Set{0, 2}, spec.Set{1, 3}), []impl.Effect{collect}},
		{"the second", report(0, 1, spec.Set{0, 2}, spec.Set{1, 3}), []impl.Effect{collect}},
		{"the last", report(1, 1, spec.Set{1, 2}, spec.Set{0, 3}), []impl.Effect{
			notify(2, 1, 1), stop(words.TimerCollect), set(words.TimerAwait, 500),
		}},
		{"LEADER", leader(2, 1, 1), []impl.Effect{stop(words.TimerAwait)}},
	}...)
}
