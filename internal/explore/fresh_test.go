package explore_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// sharer is a process with a list that it was given. Process 0 may be kicked once.
type sharer struct {
	list   []int
	hidden int
	state  sharerState
	step   func(*sharer, impl.Event, *impl.Effects)
}

type sharerState struct {
	Kicked bool
	First  int
}

func (n *sharer) State() any { return &n.state }

func (n *sharer) Step(ev impl.Event, out *impl.Effects) {
	n.state.Kicked = n.state.Kicked || ev.Kind == impl.Input
	n.step(n, ev, out)
}

func sharers(construct func() *sharer, step func(*sharer, impl.Event, *impl.Effects)) spec.Model[explore.Global] {
	return explore.Model(network.Cluster{
		Nodes:    2,
		Failures: spec.MessagesWait,
		New: func(spec.NodeID) impl.Node {
			n := construct()
			n.step = step
			return n
		},
		Inputs: func(at spec.NodeID, state any, _ spec.Set) []spec.Body {
			if at == 0 && !state.(*sharerState).Kicked {
				return []spec.Body{faultstest.Kick{}}
			}
			return nil
		},
	})
}

// breach takes every path of at most four steps and returns what was broken.
func breach(m spec.Model[explore.Global]) (found spec.Breach) {
	defer func() { found, _ = recover().(spec.Breach) }()
	layer := slices.Collect(m.Init())
	for range 4 {
		var next []explore.Global
		for _, s := range layer {
			for a := range m.Actions(s) {
				if to, ok := m.Do(s, a); ok {
					next = append(next, to)
				}
			}
		}
		layer = next
	}
	return spec.Breach{}
}

func TestConstructorsAreFresh(t *testing.T) {
	shared := []int{5, 6}
	writes := func(n *sharer, ev impl.Event, _ *impl.Effects) {
		if ev.Kind == impl.Input {
			n.list[1] = 7
		}
	}
	cases := []struct {
		name      string
		construct func() *sharer
		want      string
	}{
		{"its own list, which is outside State", func() *sharer {
			return &sharer{list: []int{5, 6}}
		}, "StateShowsAll"},
		{"a shared list", func() *sharer {
			return &sharer{list: shared}
		}, "ConstructorsAreFresh: after Kick a new process 0 has list[1]: 7, the first one had list[1]: 6"},
		{"a state made of a shared list", func() *sharer {
			return &sharer{list: shared, state: sharerState{First: shared[1]}}
		}, "ConstructorsAreFresh: after Kick"},
		{"a list that does not reach State", func() *sharer {
			return &sharer{list: slices.Clone(shared), state: sharerState{First: 1}}
		}, "StateShowsAll"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			shared[0], shared[1] = 5, 6
			if got := breach(sharers(c.construct, writes)).Error(); !strings.Contains(got, c.want) {
				t.Errorf("breach %q, want %q", got, c.want)
			}
		})
	}
	reads := func(n *sharer, _ impl.Event, _ *impl.Effects) { n.state.First = n.list[1] }
	if got := breach(sharers(cases[1].construct, reads)); got.Contract != "" {
		t.Errorf("processes that only read what they share broke %s", got)
	}
	counts := func() *sharer {
		shared[0]++
		return &sharer{list: []int{5, 6}, state: sharerState{First: shared[0]}}
	}
	if got := breach(sharers(counts, reads)).Contract; got != "ConstructorsAreFresh" {
		t.Errorf("a constructor that counts broke %q", got)
	}
}

// What a recovery hides is found also where only a record on the disk leads there.
func TestRecoveriesAreLookedThrough(t *testing.T) {
	found := breach(sharers(func() *sharer { return &sharer{} }, func(n *sharer, ev impl.Event, out *impl.Effects) {
		switch {
		case ev.Kind == impl.Input:
			out.Save(faultstest.Saved{N: 7})
		case ev.Kind == impl.Recovered && ev.Disk != nil:
			n.hidden++
		}
	}))
	if found.Contract != "StateShowsAll" || !strings.Contains(found.Why, "Recover changes the field hidden") {
		t.Errorf("breach %+v, want that Recover changes the field hidden", found)
	}
}
