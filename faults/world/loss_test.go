package world_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// pings are how many pings each process sends to each other one in a run of lossy.
const pings = 2000

// lossy is a group of four. Each process that is kicked sends pings to all others.
func lossy() network.Cluster {
	c := faultstest.Scene(spec.CrashStop, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
		n.Holds.N = 1
		for range pings {
			for _, to := range spec.AllNodes(4).Without(n.ID) {
				out.Send(to, faultstest.Ping{})
			}
		}
	})
	c.Nodes = 4
	c.Inputs = func(_ spec.NodeID, state any, _ spec.Set) []spec.Body {
		if state.(*faultstest.TalkerState).N > 0 {
			return nil
		}
		return []spec.Body{faultstest.Kick{}}
	}
	return c
}

// chain links four processes in the order of their ids.
const chain = `"topology": {"links": [[0, 1], [1, 2], [2, 3]]}`

// drops counts the lost copies of a run by sender and receiver.
type drops [4][4]int

func (d *drops) Observe(_ *world.World, e *world.Event) {
	if e.Action.Name == spec.Drop("Ping") {
		d[e.Action.Msg.From][e.Action.Msg.To]++
	}
}

func lost(t *testing.T, plan string) *drops {
	t.Helper()
	var d drops
	faultstest.MustRun(t, lossy(), faultstest.ScenePlan(t, plan), &d)
	return &d
}

// A loss is drawn for each link, or once for the whole route of a copy.
func TestLossByRoute(t *testing.T) {
	links := lost(t, `"rates": {"loss": 200}, `+chain)
	route := lost(t, `"rates": {"loss": 200, "lossPerRoute": true}, `+chain)
	for from := range 4 {
		for to := range 4 {
			if from == to {
				continue
			}
			hops, survive := max(from-to, to-from), 1000
			for range hops {
				survive = survive * 800 / 1000
			}
			near(t, "by link", from, to, links[from][to], pings*(1000-survive)/1000)
			near(t, "by route", from, to, route[from][to], pings*200/1000)
		}
	}
	if route[0][1] != links[0][1] || route[1][0] != links[1][0] {
		t.Errorf("over one link %d and %d are lost by link, %d and %d by route, want the same",
			links[0][1], links[1][0], route[0][1], route[1][0])
	}
}

// near checks a count of drawn losses, with room for five times its standard deviation.
func near(t *testing.T, what string, from, to, got, want int) {
	t.Helper()
	if got < want-110 || got > want+110 {
		t.Errorf("%s: %d of %d copies from %d to %d are lost, want %d", what, got, pings, from, to, want)
	}
}

// With a skew the first processes lose more, as senders and as receivers.
func TestLossByProcess(t *testing.T) {
	thirds := [4]int{6, 4, 2, 0} // the factors 1 + 1 - 2r/3 by rank
	for order, rank := range map[string][4]int{
		"": {0, 1, 2, 3}, `, "lossOrder": [0, 1, 2, 3]`: {0, 1, 2, 3}, `, "lossOrder": [2, 0, 3, 1]`: {1, 3, 0, 2},
	} {
		got := lost(t, `"rates": {"loss": 150, "lossPerRoute": true, "lossSkew": 1000`+order+`}, `+chain)
		for from := range 4 {
			for to := range 4 {
				if from != to {
					want := pings * 150 * thirds[rank[from]] * thirds[rank[to]] / 9 / 1000
					near(t, "order "+order, from, to, got[from][to], want)
				}
			}
		}
	}
}

// On the complete graph, and without a skew, the new rates change no draw.
func TestLossIsDrawnAsBefore(t *testing.T) {
	for n := range 60 {
		c, p := faultstest.Drawn(n, false)
		p.Rates.Loss = 300
		want := faultstest.MustRun(t, c, p).Digest
		p.Rates.LossPerRoute, p.Rates.LossOrder = true, spec.AllNodes(c.Nodes)
		if got := faultstest.MustRun(t, c, p).Digest; got != want {
			t.Errorf("plan %d: the run is another one", n)
		}
	}
}

// What is lost by process and by route is named as every other loss.
func TestSkewedLossesAreNamed(t *testing.T) {
	for n := range 60 {
		c, p := faultstest.Drawn(n, true)
		p.Rates.Loss, p.Rates.LossPerRoute, p.Rates.LossSkew = 300, n%2 == 0, 700
		p.Rates.LossOrder = append(spec.Set{1, 0}, spec.AllNodes(c.Nodes)[2:]...)
		want := faultstest.MustRun(t, c, p)
		named, err := world.Explicit(c, p, false)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(faults.Rates{Lose: p.Rates.Lose}, named.Rates); d != "" {
			t.Errorf("plan %d: rates are left: %s", n, d)
		}
		if got := faultstest.MustRun(t, c, named); got.Digest != want.Digest {
			t.Errorf("plan %d: the explicit plan gives another run", n)
		}
	}
}
