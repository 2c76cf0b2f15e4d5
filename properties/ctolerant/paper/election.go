package paper

import (
	"context"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	elections "github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/properties/swim/trace"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

const (
	// window is the time that an election may take. An election that has not ended then is unfinished.
	window = 30 * second
	// begins is the time at which the initiator is told to begin.
	begins = millisecond
	// headers is the size of the headers of IP and UDP, in bytes.
	headers = 28
)

// scene is an election at an instant of a trace.
type scene struct {
	point
	topology   *faults.Topology
	at         faults.Time
	lists      []spec.Set
	suspicions [][]int
	later      []trace.Change
	initiator  spec.NodeID
	seed       uint64
}

// ran is the result of one election.
type ran struct {
	ended      bool        // within the window
	completion faults.Time // from the begin until the last process follows the leader that all follow at the end
	bytes      int         // of all bodies and headers, times the links
	changes    int         // multicasts of LEADER by another process than the sender of the LEADER before
	leader     spec.NodeID
	worse      int  // the number of processes that are unhealthier than the leader
	alike      int  // the number of others that are as unhealthy
	held       bool // S3 was not broken
	stale      int  // the number of other lists that hold process 0 at the begin
	// named has, for each of the y unhealthiest processes, the number of the first RESPONSE of the first run that names
	// it; 0 if none does.
	named []int
}

// run runs one of the elections.
func (s scene) run(ctx context.Context, variant words.Variant) (ran, error) {
	cfg := s.config(variant)
	pins := s.pinned(&cfg)
	cfg = cfg.WithDefaults()
	if err := cfg.Check(); err != nil {
		return ran{}, err
	}
	judge, o := elections.NewMonitor(cfg), newWatch(cfg)
	w, err := world.New(elections.Group(cfg), s.plan(pins), judge, o)
	if err != nil {
		return ran{}, err
	}
	w.GiveUpIf(func() bool { return ctx.Err() != nil || o.over })
	r := w.Run()
	switch {
	case ctx.Err() != nil:
		return ran{}, ctx.Err()
	case r.Breach != nil:
		return ran{}, fmt.Errorf("%s: %s", r.Breach.Contract, r.Breach.Why)
	}
	finding := judge.End(w)
	if v, failed := (campaign.Outcome{Finding: finding}).Failed(); failed {
		return ran{}, fmt.Errorf("%s fails: %s", v.Property, v.Why)
	}
	return s.resultOf(o, r, !slices.Contains(finding.Broken, elections.AssumeS3)), nil
}

// config returns the configuration at the begin. The lists are those of the trace, even if they break c.
func (s scene) config(variant words.Variant) words.Config {
	return words.Config{
		Nodes: s.point.scene.Nodes, Protocol: variant, C: s.c, F: s.f, Initiator: s.initiator,
		Lists: s.lists, Suspicions: s.suspicions, BreaksC: true,
	}
}

// pinned adds the changes of the trace during the election to the configuration, and returns pins of their times.
func (s scene) pinned(cfg *words.Config) []faults.Pin {
	pins := []faults.Pin{inputAt(s.initiator, words.KindStart, 1, begins)}
	n := s.point.scene.Nodes
	out, last := make([]bool, n*n), make([]faults.Time, n) // by process and member, and by process
	for i, list := range s.lists {
		for _, id := range spec.AllNodes(n).Minus(list) {
			out[i*n+int(id)] = true
		}
	}
	nth, counts := newOrdinals(n), s.suspicions
	rises, purged := map[[2]int32]int{}, map[spec.NodeID]faults.Time{}
	for _, c := range s.later {
		at, i, of := c.At-s.at, spec.NodeID(c.Process), spec.NodeID(c.Of)
		if at > window {
			break
		}
		if c.ByItself {
			rises[[2]int32{c.Process, c.Of}]++
			count := counts[i][of] + rises[[2]int32{c.Process, c.Of}]
			cfg.Rises = append(cfg.Rises, words.Rise{At: i, Of: of, Count: count})
			pins = append(pins, inputAt(i, words.KindSuspect, nth.next(i, words.KindSuspect), at))
		}
		entry, is := int(i)*n+int(of), c.Status.Out(s.unsuspected)
		if out[entry] == is || s.dead && i == 0 {
			continue
		}
		out[entry] = is
		if s.dead && of == 0 {
			if _, before := purged[i]; is && !before {
				purged[i] = at
			}
			continue
		}
		does, kind := words.Learns, words.KindLearn
		if is {
			does, kind = words.Forgets, words.KindForget
		}
		cfg.Churn = append(cfg.Churn, words.Change{At: i, Does: does, Node: of})
		pins = append(pins, inputAt(i, kind, nth.next(i, kind), at-last[i])) // it may happen when the one before has
		last[i] = at
	}
	return append(pins, s.purges(purged)...)
}

// purges returns the pins by which each process removes the dead one: at the time of its first removal in the trace, or
// not within the window.
func (s scene) purges(at map[spec.NodeID]faults.Time) []faults.Pin {
	if !s.dead {
		return nil
	}
	var pins []faults.Pin
	for i := spec.NodeID(1); int(i) < s.point.scene.Nodes; i++ {
		by, removes := at[i]
		if !removes {
			by = window
		}
		pins = append(pins, inputAt(i, words.KindPurge, 1, max(0, by-faults.Microsecond)))
	}
	return pins
}

// inputAt returns a pin of the time that a process waits for an input.
func inputAt(at spec.NodeID, kind string, nth int, by faults.Time) faults.Pin {
	return faults.Pin{Optional: true, Kind: &faults.InputPin{Node: at, Kind: kind, Nth: nth, By: by}}
}

// ordinals counts the inputs of each process by their kinds.
type ordinals []map[string]int

func newOrdinals(nodes int) ordinals {
	all := make(ordinals, nodes)
	for i := range all {
		all[i] = map[string]int{}
	}
	return all
}

func (o ordinals) next(at spec.NodeID, kind string) int {
	o[at][kind]++
	return o[at][kind]
}

// plan returns the plan of the run: the network is the trace's, and copies are lost until the window is over.
func (s scene) plan(pins []faults.Pin) faults.Plan {
	delay := trace.Delay()
	var crash []faults.Fault
	if s.dead {
		crash = []faults.Fault{{Kind: &faults.Crash{Node: 0, At: new(faults.Microsecond)}}}
	}
	return faults.Plan{
		Version: faults.PlanVersion, Protocol: "ctolerant", Config: []byte("{}"), Seed: s.seed,
		Topology: s.topology, Delay: delay, DelayAfterStop: &delay, Inputs: faults.Delay{Min: begins},
		Rates: s.point.scene.Rates(), Faults: crash, Pins: pins, Stop: window, Settle: window,
	}
}

// resultOf returns the result of an election.
func (s scene) resultOf(o *watch, r world.Report, held bool) ran {
	stale := 0
	for _, list := range s.lists[1:] {
		if list.Has(0) {
			stale++
		}
	}
	got := ran{
		stale: stale, ended: o.over, held: held, leader: o.leader, changes: o.changes, completion: o.last - o.began,
	}
	if !got.ended {
		return got
	}
	for _, t := range r.Traffic {
		t = t.WithHeaders(headers)
		if s.tree && t.Kind == words.KindLeader {
			got.bytes += t.CopyBytes
		} else {
			got.bytes += t.Bytes
		}
	}
	unhealth := s.unhealth()
	for id, n := range unhealth {
		switch of := unhealth[o.leader]; {
		case n > of:
			got.worse++
		case n == of && spec.NodeID(id) != o.leader:
			got.alike++
		}
	}
	worst := elections.UnhealthiestOfAll(words.Config{Nodes: s.point.scene.Nodes, Suspicions: s.suspicions, Y: topY})
	for _, id := range worst {
		got.named = append(got.named, 1+slices.IndexFunc(o.reports, func(r spec.Set) bool { return r.Has(id) }))
	}
	return got
}

// unhealth returns for each process how often all others together have suspected it.
func (s scene) unhealth() []int {
	total := make([]int, len(s.suspicions))
	for _, counts := range s.suspicions {
		for id, n := range counts {
			total[id] += n
		}
	}
	return total
}

// topY is y, the number of unhealthy processes that a RESPONSE names.
const topY = 5
