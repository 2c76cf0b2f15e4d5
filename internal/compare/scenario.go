package compare

import (
	"math"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The network and the times, the same for all.
const (
	millisecond = 1000 * faults.Microsecond
	second      = 1000 * millisecond

	least, most = 10 * millisecond, 50 * millisecond // of delays

	beat  = 500 * time.Millisecond
	fail  = 1500 * time.Millisecond
	reply = 200 * time.Millisecond

	calm    = 10 * second // what goes wrong begins then, and up to a beat later
	steady  = 10 * second // so long goes what has nothing to recover from
	window  = 5 * second  // messages are counted so long before and after
	lasting = 12 * second // all follow one again where they then do so long: any period of theirs is shorter
	cut     = 10 * second // how long a partition lasts, and crashes come in churn
	away    = 3 * second  // how long who crashes in churn is down at least, twice that at most
	horizon = 60 * second // after the last fault the run is over, whether or not there is a leader
)

// Header is how many bytes each message takes beside its body: those of IPv4 and of UDP.
const Header = 28

// partition is the scenario in which who sends nothing does not meet its fault.
const partition = "partition"

// Scenario is what goes wrong in a run.
type Scenario struct {
	// Name names it in tables, Means says in a few words what it is.
	Name, Means string
	loss        int // of 1,000 copies
	// strikes are the faults from a time on, and when the last of them is over.
	strikes func(world, faults.Time) ([]faults.Fault, faults.Time)
}

// Scenarios are what is compared.
func Scenarios() []Scenario {
	return []Scenario{
		{Name: "none", Means: "nothing goes wrong"},
		{Name: "loss-1", Means: "1 % of all unicast copies get lost", loss: 10},
		{Name: "loss-5", Means: "5 % of them", loss: 50},
		{Name: "crash", Means: "whoever leads crashes for good", strikes: world.crash},
		{
			Name: "churn", Means: "whoever leads and others crash, a quarter of all, and come up again where they can",
			strikes: world.churn,
		},
		{
			Name: partition, Means: "whoever leads and others, less than half, are cut off for 10 s",
			strikes: world.partition,
		},
	}
}

// world is all that a run depends on beside the contender. leader is who leads at the time of the
// faults.
type world struct {
	nodes    int
	seed     uint64
	leader   spec.NodeID
	recovers bool
}

// settingOf is that of groups of a size.
func settingOf(nodes int) Setting {
	return Setting{Nodes: nodes, Crashes: max(1, nodes/4), Beat: beat, Fail: fail, Reply: reply}
}

func (w world) key(about string) draw.Key {
	return draw.New(w.seed).Named("compare " + about).With(uint64(w.nodes))
}

// strikesAt is when the faults begin.
func (w world) strikesAt() faults.Time {
	return calm + between(w.key("begins"), 0, faults.Time(beat))
}

// between draws a time of whole microseconds.
func between(k draw.Key, low, high faults.Time) faults.Time {
	return low + faults.Microsecond*faults.Time(k.Between(0, int64((high-low)/faults.Microsecond)))
}

// plan is what all contenders run under alike. What differs is who leads, and whether processes
// come up again.
func (s Scenario) plan(w world) (faults.Plan, timing) {
	begins := w.strikesAt()
	delay := faults.Delay{Min: least, Max: most}
	p := faults.Plan{
		Version: faults.PlanVersion, Protocol: "compare", Config: []byte("{}"), Seed: w.seed,
		Delay: delay, DelayAfterStop: &delay,
		Inputs: faults.Delay{Min: faults.Time(fail - beat), Max: faults.Time(fail)},
		Stop:   begins, Settle: horizon,
	}
	for id := range w.nodes {
		p.Pins = append(p.Pins, faults.Pin{Kind: &faults.InputPin{
			Node: spec.NodeID(id), Kind: spec.Boot, Nth: 1,
			By: between(w.key("boots").With(uint64(id)), 0, faults.Time(beat)),
		}})
	}
	t := timing{strikes: begins, clears: begins, ends: begins + steady}
	switch {
	case s.strikes != nil:
		p.Faults, p.Stop = s.strikes(w, begins)
		t.clears, t.ends, t.recovers = p.Stop, p.Stop+horizon, true
	case s.loss > 0:
		p.Rates.Loss, p.Stop = s.loss, t.ends
	}
	return p, t
}

// crash has the leader crash for good.
func (w world) crash(at faults.Time) ([]faults.Fault, faults.Time) {
	return []faults.Fault{{Kind: &faults.Crash{Node: w.some(1)[0], At: &at}}}, at
}

// churn has a quarter of all crash, the leader at once and the others one by one, and come up
// again where they can.
func (w world) churn(at faults.Time) ([]faults.Fault, faults.Time) {
	var list []faults.Fault
	for i, id := range w.some(settingOf(w.nodes).Crashes) {
		when := at
		if i > 0 {
			when += between(w.key("crashes").With(uint64(i)), 0, cut)
		}
		crash := &faults.Crash{Node: id, At: &when}
		if w.recovers {
			crash.Down = new(between(w.key("is down").With(uint64(i)), away, 2*away))
		}
		list = append(list, faults.Fault{Kind: crash})
	}
	return list, at + cut + 2*away
}

// partition cuts the leader and others off, less than half of all.
func (w world) partition(at faults.Time) ([]faults.Fault, faults.Time) {
	group := spec.NewSet(w.some(max(1, (w.nodes-1)/2))...)
	return []faults.Fault{{Kind: &faults.Partition{
		Groups: []spec.Set{group}, Begin: at, End: at + cut, Drops: true,
	}}}, at + cut
}

// some draws n processes, the leader first if there is one.
func (w world) some(n int) []spec.NodeID {
	type drawn struct {
		id    spec.NodeID
		place uint64
	}
	var all []drawn
	for id := range spec.NodeID(w.nodes) {
		place := w.key("whom").With(uint64(id)).Below(math.MaxUint64-1) + 1
		if id == w.leader {
			place = 0
		}
		all = append(all, drawn{id, place})
	}
	slices.SortStableFunc(all, func(a, b drawn) int {
		switch {
		case a.place < b.place:
			return -1
		case a.place > b.place:
			return 1
		}
		return 0
	})
	var list []spec.NodeID
	for _, d := range all[:n] {
		list = append(list, d.id)
	}
	return list
}

// timing is when things happen in a run: the faults begin, the last of them is over, and the run is
// at the latest. One that recovers from something ends some time after it has.
type timing struct {
	strikes, clears, ends faults.Time
	recovers              bool
}
