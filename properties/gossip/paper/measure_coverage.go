package paper

import (
	"context"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// reading is a way to read how records spread.
type reading struct {
	name      string
	technique words.Technique
	versions  int  // how many versions each publishes; 0, a new one in each round
	waits     bool // the first round comes after T_gossip, and not with the boot
	printed   bool // duplicates are dropped whatever their TTL, which is 12, the most of Table 3; else it is n-1
}

// asPrinted is a reading under the paper's own rules.
func (r reading) asPrinted() reading {
	r.name, r.printed = r.name+", as printed", true
	return r
}

// readings are all of them.
func readings() []reading {
	forward, rounds := reading{name: "forward, each round", technique: words.Forward}, reading{
		name: "rounds, each round", technique: words.Rounds,
	}
	return []reading{
		{name: "forward, once", technique: words.Forward, versions: 1},
		forward, forward.asPrinted(),
		{name: "rounds, once", technique: words.Rounds, versions: 1},
		rounds, rounds.asPrinted(),
		{name: "push", technique: words.Push, versions: 1, waits: true},
		{name: "anti-entropy", technique: words.AntiEntropy, versions: 1},
		{name: "push-pull", technique: words.PushPull, versions: 1, waits: true},
	}
}

// spreading is a scene in which records spread and nothing else happens. Those of these origins do; where
// there are none those of all.
func (r reading) spreading(nodes, fanout, loss int, origins ...spec.NodeID) scene {
	cfg := read(nodes, func(c *words.Config) {
		c.Fanout, c.Technique, c.Versions, c.Detector = fanout, r.technique, r.versions, words.Told
		if len(origins) > 0 {
			c.Origins = spec.NewSet(origins...)
		}
		if r.printed {
			c.TTL, c.Interpretations = 12, spec.NewSet(words.DedupDrops)
		}
	})
	return scene{cfg: cfg, delay: inCluster(), loss: loss}
}

// coverage watches who comes to know whom.
type coverage struct {
	origins spec.Set
	left    int             // pairs of a process and an origin that it does not know
	at      [][]faults.Time // by origin, in the order of origins: when each process came to know it
	last    faults.Time
	place   []int // of each process among the origins, -1 for none
}

func newCoverage(nodes int, origins spec.Set) *coverage {
	o := &coverage{origins: origins, left: len(origins) * (nodes - 1), place: slices.Repeat([]int{-1}, nodes)}
	for k, origin := range origins {
		o.place[origin] = k
		row := slices.Repeat([]faults.Time{never}, nodes)
		row[origin] = 0
		o.at = append(o.at, row)
	}
	return o
}

// Observe notes what a process knows that has heard something.
func (o *coverage) Observe(w *world.World, e *world.Event) {
	switch body := e.Action.Msg.Body.(type) {
	case words.Gossip:
		o.note(w, e, body.Record.Origin)
	case words.View:
		o.noteAll(w, e, body.Records)
	case words.Missing:
		o.noteAll(w, e, body.Records)
	}
}

func (o *coverage) noteAll(w *world.World, e *world.Event, records []words.Record) {
	for i := range records {
		o.note(w, e, records[i].Origin)
	}
}

func (o *coverage) note(w *world.World, e *world.Event, origin spec.NodeID) {
	k, at := o.place[origin], e.Action.At
	if k < 0 || at == spec.None || o.at[k][at] != never || stateOf(w, at).Records[origin].Version == 0 {
		return
	}
	o.last = e.At - begins
	o.at[k][at] = o.last
	o.left--
}

// covered runs until all know all origins, for at most rounds rounds.
func (s scene) covered(ctx context.Context, rounds int) (*coverage, error) {
	s.lasts = faults.Time(rounds+1)*s.interval() - millisecond
	o := newCoverage(s.cfg.Nodes, s.cfg.Origins)
	_, err := s.run(ctx, func() bool { return o.left == 0 }, o)
	return o, err
}

// interval is T_gossip.
func (s scene) interval() faults.Time { return faults.Time(s.cfg.GossipTime()) }

// reached counts those who know the k-th origin after so long, itself not.
func (o *coverage) reached(k int, after faults.Time) int {
	n := 0
	for i, at := range o.at[k] {
		if at != never && at <= after && spec.NodeID(i) != o.origins[k] {
			n++
		}
	}
	return n
}
