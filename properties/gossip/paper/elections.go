package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	theBully "github.com/scrutineer-go/scrutineer/impl/bully"
	rival "github.com/scrutineer-go/scrutineer/impl/fastbully"
	theRing "github.com/scrutineer-go/scrutineer/impl/ring"
	theViewChange "github.com/scrutineer-go/scrutineer/impl/viewchange"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	bullyWords "github.com/scrutineer-go/scrutineer/spec/bully/words"
	bully "github.com/scrutineer-go/scrutineer/spec/fastbully/words"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
	ringWords "github.com/scrutineer-go/scrutineer/spec/ring/words"
	viewWords "github.com/scrutineer-go/scrutineer/spec/viewchange/words"
)

// election is a row of Table 1 that runs here.
type election struct {
	name string
	// group makes its processes, with T_hb = .5 s and T_fail = 1.5 s.
	group func(nodes int) (network.Cluster, error)
	// best is who leads where all are up.
	best func(nodes int) spec.NodeID
}

// quietGroup has nobody told anything, and timers that fire when they are due.
func quietGroup(c network.Cluster) network.Cluster {
	c.Failures, c.Boots, c.InputsIgnoreDown = spec.CrashStop, true, true
	c.Inputs = func(spec.NodeID, any, spec.Set) []spec.Body { return nil }
	c.Awaits = func(spec.Timer, spec.NodeID, any, *spec.Message) bool { return false }
	return c
}

func lowest(int) spec.NodeID        { return 0 }
func highest(nodes int) spec.NodeID { return spec.NodeID(nodes - 1) }

// The times of all, in milliseconds, and how long who need not be dead is awaited: longer than two delays.
const beatMS, failMS, replyMS = 500, 1500, 200

// bullyElection is the Bully of Table 1.
func bullyElection(name string, list ...bullyWords.Interpretation) election {
	return election{name, func(nodes int) (network.Cluster, error) {
		cfg, err := bullyWords.Parse(campaign.JSON(bullyWords.Config{
			Nodes: nodes, Failures: spec.CrashStop, Detector: bullyWords.Beats, Start: bullyWords.Cold,
			Interpretations: list, AnswerMS: replyMS, CoordinatorMS: 2 * replyMS, BeatMS: beatMS, FailMS: failMS,
		}))
		return quietGroup(network.Cluster{
			Nodes: nodes, Clocks: bullyWords.Clocks(),
			New: func(id spec.NodeID) impl.Node { return theBully.New(id, cfg) },
		}), err
	}, highest}
}

// fastBully is Fast Bully, which the paper does not specify, over links that keep the order of what they carry or not.
func fastBully(name string, ordered bool, list ...bully.Interpretation) election {
	return election{name, func(nodes int) (network.Cluster, error) {
		cfg, err := bully.Parse(campaign.JSON(bully.Config{
			Nodes: nodes, Ordered: ordered, Interpretations: list, BeatMS: beatMS, FailMS: failMS, GatherMS: replyMS,
		}))
		return quietGroup(network.Cluster{
			Nodes: nodes, Ordered: ordered, New: func(id spec.NodeID) impl.Node { return rival.New(id, cfg) },
		}), err
	}, lowest}
}

// ringElection is that of Chang and Roberts. An election that does not end is begun anew after retry.
func ringElection(name string, retry faults.Time, list ...ringWords.Interpretation) election {
	return election{name, func(nodes int) (network.Cluster, error) {
		cfg, err := ringWords.Parse(campaign.JSON(ringWords.Config{
			Nodes: nodes, Detector: ringWords.Beats, Interpretations: list, ProbeMS: beatMS, FailMS: failMS - beatMS,
			RetryMS: int(retry / millisecond),
		}))
		return quietGroup(network.Cluster{
			Nodes: nodes, Clocks: ringWords.Clocks(),
			New: func(id spec.NodeID) impl.Node { return theRing.New(id, cfg) },
		}), err
	}, highest}
}

// viewChange is that of Viewstamped Replication.
func viewChange() election {
	return election{"view change", func(nodes int) (network.Cluster, error) {
		cfg, err := viewWords.Parse(campaign.JSON(viewWords.Config{Nodes: nodes, BeatMS: beatMS, FailMS: failMS}))
		return quietGroup(network.Cluster{
			Nodes: nodes, Clocks: cfg.Clocks(),
			New: func(id spec.NodeID) impl.Node { return theViewChange.New(id, cfg) },
		}), err
	}, lowest}
}

// gossiping is Gossip with F = 3 and T_gossip = 1 s.
func gossiping(name string, list ...words.Interpretation) election {
	return election{name, func(nodes int) (network.Cluster, error) {
		cfg := read(nodes, as(list...), func(c *words.Config) {
			c.Fanout, c.BeatMS, c.FailMS, c.TTL = min(3, nodes-1), beatMS, failMS, 12
		})
		return scene{cfg: cfg}.group(), cfg.Check()
	}, lowest}
}

// patiently is longer than any election on a ring here takes.
const patiently = 30 * second

// tableOne are the algorithms of Table 1 but for Raft, repaired.
func tableOne() []election {
	return []election{
		bullyElection("Bully"), fastBully("Fast Bully", true), viewChange(), ringElection("ring", patiently),
		gossiping("Gossip"),
	}
}

// scene is a group of it that begins cold.
func (e election) scene(nodes int, lasts faults.Time, seed uint64) (scene, error) {
	group, err := e.group(nodes)
	return scene{cfg: read(nodes), other: &group, delay: inCluster(), lasts: lasts, seed: seed}, err
}

// phase is a part of a run: when all came to follow one of them who acts, and what was sent until then.
type phase struct {
	took faults.Time // never, where they did not
	sent int
}

// life is a run: its start, a second of regular operation before its leader crashes, and what follows that.
type life struct {
	start, recovery phase
	regular         int
}

// crashesAt is when the leader crashes, at the least: all have had time to follow it.
const crashesAt = 12 * second

// lifetime watches one.
type lifetime struct {
	life
	crash faults.Time
	sent  int // since the part began
}

// Observe counts what is sent, and looks whom all follow.
func (o *lifetime) Observe(w *world.World, e *world.Event) {
	at := e.At - begins
	part := &o.start
	switch {
	case e.Action.Name == spec.Crash:
		o.sent = 0
		return
	case at >= o.crash:
		part = &o.recovery
	}
	for i := range e.Effects {
		if e.Effects[i].Kind == impl.Send {
			o.sent++
			if o.crash-2*second <= at && at < o.crash {
				o.regular++
			}
		}
	}
	if part.took == never && oneLeads(w) {
		part.took, part.sent = at, o.sent
		if part == &o.recovery {
			part.took -= o.crash
		}
	}
}

// oneLeads reports whether all who are up follow one of them who acts.
func oneLeads(w *world.World) bool {
	leader := spec.None
	for _, i := range w.Living() {
		follows, _ := leads(w.State(i), i)
		if follows == spec.None || leader != spec.None && follows != leader {
			return false
		}
		leader = follows
	}
	if leader == spec.None || !w.Up(leader) {
		return false
	}
	_, acts := leads(w.State(leader), leader)
	return acts
}

// lives runs a group of nodes processes, whose leader crashes at after beyond crashesAt.
func (e election) lives(nodes int, after faults.Time, more ...faults.Fault) (life, error) {
	crash := crashesAt + after
	s, err := e.scene(nodes, crash+patiently, 1)
	if err != nil {
		return life{}, err
	}
	s = s.crashed(crash, e.best(nodes))
	s.faults = append(s.faults, more...)
	o := &lifetime{life: life{start: phase{took: never}, recovery: phase{took: never}}, crash: crash}
	_, err = s.run(context.Background(), func() bool { return o.recovery.took != never }, o)
	if err == nil && (o.start.took == never || o.start.took > crash) {
		err = fmt.Errorf("%s, %d nodes: not all follow one at the start", e.name, nodes)
	}
	o.regular /= 2
	return o.life, err
}

// aftermath is what comes of a run from some time on: since when all have followed one of them who acts, and for how
// long two or more acted.
type aftermath struct {
	from  faults.Time // from the boots on
	apart bool        // not all follow one at the end
	since faults.Time
	two   faults.Time
	began faults.Time // when two came to act, never where fewer do
}

// after watches a run from that time on.
func after(from faults.Time) *aftermath { return &aftermath{from: from, began: never} }

// Observe looks whom all follow, and who acts.
func (o *aftermath) Observe(w *world.World, e *world.Event) {
	at := e.At - begins
	if at < o.from {
		return
	}
	was := o.apart
	if o.apart = !oneLeads(w); was && !o.apart {
		o.since = at - o.from
	}
	acting := 0
	for _, i := range w.Living() {
		if _, acts := leads(w.State(i), i); acts {
			acting++
		}
	}
	if o.began != never {
		o.two += at - o.began
	}
	if o.began = never; acting > 1 {
		o.began = at
	}
}

// copiesOf notes which copies are sent from some time on until all follow one.
type copiesOf struct {
	*aftermath
	dead  spec.NodeID               // who has crashed: what is sent to it is gone
	times map[faults.MessageRef]int // how many were sent of a kind from one to another
	list  []faults.MessageRef
}

// Observe notes.
func (o *copiesOf) Observe(w *world.World, e *world.Event) {
	defer o.aftermath.Observe(w, e)
	for i := range e.Effects {
		effect := &e.Effects[i]
		if effect.Kind != impl.Send {
			continue
		}
		ref := faults.MessageRef{Kind: effect.Body.Kind(), From: e.Action.At, To: effect.To}
		o.times[ref]++
		if ref.Nth = o.times[ref]; e.At-begins >= o.from && ref.To != o.dead && !o.settled() {
			o.list = append(o.list, ref)
		}
	}
}

// settled reports whether all follow one, where that was not so for a while.
func (o *copiesOf) settled() bool { return o.since > 0 && !o.apart }

// struck is what becomes of an election when one copy of it after the other is struck: how many there are, for how
// many two act at some time, and for how many not all come to follow one within a minute; the longest until they do,
// and for which two act.
type struck struct {
	copies, two, stuck int
	longest, most      faults.Time
}

// oneByOne strikes each copy of an election in a run of its own: of the first one, or where the leader crashes of the
// next.
func (e election) oneByOne(nodes int, crashes bool, strike func(*scene, faults.MessageRef)) (all struck, err error) {
	begin, dead := faults.Time(0), spec.NodeID(spec.None)
	if crashes {
		begin, dead = crashesAt, e.best(nodes)
	}
	s, err := e.scene(nodes, begin+minute, 1)
	if err != nil {
		return all, err
	}
	if crashes {
		s = s.crashed(begin, dead)
	}
	list := &copiesOf{aftermath: after(begin), dead: dead, times: map[faults.MessageRef]int{}}
	if _, err := s.run(context.Background(), list.settled, list); err != nil {
		return all, err
	}
	all.copies = len(list.list)
	for _, ref := range list.list {
		one, o := s, after(begin)
		strike(&one, ref)
		if _, err := one.run(context.Background(), nil, o); err != nil {
			return all, err
		}
		if o.two > 0 {
			all.two, all.most = all.two+1, max(all.most, o.two)
		}
		if o.apart {
			all.stuck++
		} else {
			all.longest = max(all.longest, o.since)
		}
	}
	return all, nil
}

// lost has a copy be lost.
func lost(s *scene, ref faults.MessageRef) {
	s.faults = append([]faults.Fault{{Kind: &faults.Loss{Copy: ref}}}, s.faults...)
}

// late has it take a second, so that it comes after all that is sent meanwhile, two heartbeats among it.
func late(s *scene, ref faults.MessageRef) {
	s.pins = append([]faults.Pin{{Kind: &faults.DelayPin{Copy: ref, By: second}}}, s.pins...)
}

// cutOff cuts the leader and the next best off from all others for so long, and watches from then on, and a minute
// more after that.
func (e election) cutOff(nodes int, lasts faults.Time) (during, later *aftermath, err error) {
	s, err := e.scene(nodes, crashesAt+lasts+minute, 1)
	if err != nil {
		return nil, nil, err
	}
	best := e.best(nodes)
	next := best + 1
	if best > 0 {
		next = best - 1
	}
	begin := begins + crashesAt
	s.faults = append(s.faults, faults.Fault{Kind: &faults.Partition{
		Groups: []spec.Set{spec.NewSet(best, next)}, Begin: begin, End: begin + lasts, Drops: true,
	}})
	during, later = after(crashesAt), after(crashesAt+lasts)
	_, err = s.run(context.Background(), nil, during, later)
	return during, later, err
}

// leaderWithout is whom all follow who are left when these crash at once, None where they do not.
func (e election) leaderWithout(nodes int, dead spec.Set) (spec.NodeID, error) {
	s, err := e.scene(nodes, crashesAt+minute, 1)
	if err != nil {
		return spec.None, err
	}
	o := &ending{}
	if _, err := s.crashed(crashesAt, dead...).run(context.Background(), nil, o); err != nil || !oneLeads(o.world) {
		return spec.None, err
	}
	leader, _ := leads(o.world.State(o.world.Living()[0]), o.world.Living()[0])
	return leader, nil
}
