package verify_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// bothWays explores a system both ways.
func bothWays[L, G any](t *testing.T, s verify.Columns[L, G], names []string) {
	var judged []spec.Property[verify.Simple[G]]
	for _, p := range s.Properties {
		if slices.Contains(names, p.Name) {
			judged = append(judged, simply(s, p))
		}
	}
	names = nil
	for _, p := range judged {
		names = append(names, p.Name)
	}
	x := checker.Explore(s.Simply(), checker.Options[verify.Simple[G]]{KeepSteps: true, Properties: judged})
	if x.Breach != nil {
		t.Fatalf("%s: %s", x.Breach.Contract, x.Breach.Why)
	}
	sum := ""
	for workers := 1; workers <= 3; workers++ {
		fast, err := s.Fastly(names, verify.ReachOptions{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if fast.Breach != "" || fast.Again != "" {
			t.Fatalf("breach %q, again %q", fast.Breach, fast.Again)
		}
		if fast.Ended != checker.Complete || fast.States != len(x.States) ||
			fast.Edges != x.Edges || fast.Depth != x.Depth {
			t.Fatalf("%d workers: %d states, %d edges, depth %d, %s; the simple explorer has %d, %d, %d",
				workers, fast.States, fast.Edges, fast.Depth, fast.Ended, len(x.States), x.Edges, x.Depth)
		}
		for i, r := range x.Results {
			got := fast.Results[i]
			if got.Verdict != r.Verdict || got.Length != len(r.Path.States) {
				t.Errorf("%s: %s in %d states, simply %s in %d", r.Property.Name, got.Verdict, got.Length,
					r.Verdict, len(r.Path.States))
			}
		}
		if workers == 1 {
			sameGraph(t, s, fast, x)
			t.Logf("%d states, %d edges, %d local states, %d inboxes, %d handler runs",
				fast.States, fast.Edges, fast.Locals, fast.Inboxes, fast.Executed)
		}
		numbers := numbering(fast)
		if sum == "" {
			sum = numbers
		}
		if numbers != sum {
			t.Errorf("%d workers number the states in another way than one", workers)
		}
	}
}

// simply is a property of images, or of the steps between them, as one of the adapter's states.
func simply[L, G any](s verify.Columns[L, G], p spec.Property[verify.Judged[L, G]]) spec.Property[verify.Simple[G]] {
	if p.Kind != spec.Stepwise {
		return spec.Property[verify.Simple[G]]{
			Name: p.Name, Check: func(c verify.Simple[G]) error { return p.Check(s.SimpleImage(c)) },
		}
	}
	return spec.Property[verify.Simple[G]]{
		Name: p.Name, Kind: p.Kind, Step: func(before verify.Simple[G], a spec.Action, after verify.Simple[G]) error {
			was, is := s.SimpleImage(before), s.SimpleImage(after)
			if codec.Key(was.State) == codec.Key(is.State) {
				return nil
			}
			return p.Step(was, a, is)
		},
	}
}

// sameGraph demands that each of the fast states is one of the simple ones, with the
// same steps to the same states and the same image.
func sameGraph[L, G any](
	t *testing.T, s verify.Columns[L, G], fast verify.Fast[G], x *checker.Exploration[verify.Simple[G]],
) {
	simple, bare := make([]int, fast.States), spec.Watch(explore.Model(s.Cluster), s.Ghost)
	for n := range simple {
		var ok bool
		if simple[n], ok = x.Number(fast.State(n)); !ok {
			t.Fatalf("state %d is none of the simple explorer's", n)
		}
		if fast.Image(n) != codec.Key(s.SimpleImage(x.States[simple[n]])) {
			t.Fatalf("state %d has another image", n)
		}
		edges, exhausted := fast.EdgesFrom(n)
		if simply := spec.Exhausted(bare, s.Budget, x.States[simple[n]]); exhausted != simply {
			t.Fatalf("state %d is exhausted: %t, simply %t", n, exhausted, simply)
		}
		if !slices.EqualFunc(edges, fast.Steps(n), func(e checker.Edge, s checker.Step) bool {
			return int(e.To) == s.To && fast.Action(e.Action).Same(s.Action)
		}) {
			t.Fatalf("state %d has other steps by numbers", n)
		}
	}
	for n := range simple {
		var got, want []string
		for _, step := range fast.Steps(n) {
			got = append(got, fmt.Sprintf("%s to %d", step.Action.Key(), simple[step.To]))
		}
		for _, step := range x.Steps[simple[n]] {
			want = append(want, fmt.Sprintf("%s to %d", step.Action.Key(), step.To))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("state %d has other steps", n)
		}
	}
}

// numbering sums up which state has which number and where its steps lead.
func numbering[G any](fast verify.Fast[G]) string {
	var all []int
	for n := range fast.States {
		for _, step := range fast.Steps(n) {
			all = append(all, step.To)
		}
	}
	return codec.Key(all)
}
