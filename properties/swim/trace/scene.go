package trace

import (
	"math/big"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

const (
	millisecond = faults.Time(time.Millisecond)
	metre       = 1000 // millimetres
	// Reach is how far apart two linked processes may be.
	Reach = 4 * metre
	// helpers is how many members are asked to ping a target that does not answer.
	helpers = 3
	// exponent is Medley's power of the distance.
	exponent = 3
	// clusters and spread are those of faults.ClusterLayout.
	clusters, spread = 5, 3 * metre / 2
)

// Scene is a run of the detector that is recorded. The id of a process is its rank by hash.
type Scene struct {
	Nodes  int
	Layout faults.Layout
	// Loss is how many of 1,000 copies are lost.
	Loss int
	// PerLink draws the loss of a copy for each link of its route, instead of once.
	PerLink bool
	// Skew is by how many thousandths the process of the lowest hash loses more, and that of the highest less.
	Skew int
	// Picks is how targets and helpers are picked.
	Picks words.Picks
	// Period is the time between two probes.
	Period faults.Time
	// Warm and Lasts are how many periods go by before the recording, and how long that is.
	Warm  int
	Lasts faults.Time
	// Crash is when process 0 crashes, for good; never if it is 0.
	Crash faults.Time
	// Seed is what the map and all draws depend on.
	Seed uint64
}

// Begin is when the recording begins.
func (s Scene) Begin() faults.Time { return faults.Time(s.Warm) * s.Period }

// End is when it ends.
func (s Scene) End() faults.Time { return s.Begin() + s.Lasts }

// Delay is how long a copy takes over one link.
func Delay() faults.Delay { return faults.Delay{Min: faults.Microsecond, Max: 50 * millisecond} }

// Rates are the losses.
func (s Scene) Rates() faults.Rates {
	return faults.Rates{Loss: s.Loss, LossPerRoute: !s.PerLink, LossSkew: s.Skew}
}

// faults are those that the scene names.
func (s Scene) faults() []faults.Fault {
	if s.Crash == 0 {
		return nil
	}
	return []faults.Fault{{Kind: &faults.Crash{Node: 0, At: &s.Crash}}}
}

// side is the length of the square's sides: 15 m for 49 processes, and else such that .22 processes are on a square
// metre.
func (s Scene) side() int {
	if s.Nodes == 49 {
		return 15 * metre
	}
	area := big.NewInt(int64(s.Nodes) * 100 * metre * metre / 22)
	return int(area.Sqrt(area).Int64())
}

// Topology returns the map. Its places are dealt to the processes, so that the rank of one says nothing of its place.
func (s Scene) Topology() (*faults.Topology, error) {
	m := faults.Map{Nodes: s.Nodes, Layout: s.Layout, Side: s.side(), Reach: Reach, Seed: s.Seed}
	if s.Layout == faults.ClusterLayout {
		m.Clusters, m.Spread = clusters, spread
	}
	t, err := m.Topology()
	if err != nil {
		return nil, err
	}
	return dealt(t, draw.New(s.Seed).Named("places")), nil
}

// dealt returns the map with the places of the processes exchanged.
func dealt(t *faults.Topology, key draw.Key) *faults.Topology {
	to := make([]spec.NodeID, len(t.Positions))
	for i := range to {
		to[i] = spec.NodeID(i)
	}
	for i := len(to) - 1; i > 0; i-- {
		k := key.With(uint64(i)).Below(uint64(i + 1))
		to[i], to[k] = to[k], to[i]
	}
	d := &faults.Topology{Positions: make([]faults.Position, len(to))}
	for i, p := range t.Positions {
		d.Positions[to[i]] = p
	}
	for _, l := range t.Links {
		d.Links = append(d.Links, [2]spec.NodeID{to[l[0]], to[l[1]]})
	}
	return d
}

// detector is the configuration of the detector on a map.
func (s Scene) detector(on *faults.Topology) words.Config {
	cfg := words.Config{
		Nodes: s.Nodes, Helpers: helpers, Returns: true, PeriodMS: int(s.Period / millisecond),
		Patience: patience(s.Nodes), Picks: s.Picks,
	}
	if s.Picks.OnMap() { // as in Medley, which also pings whom it has removed
		cfg.Exponent, cfg.KeepsPinging = exponent, true
		for _, p := range on.Positions {
			cfg.Positions = append(cfg.Positions, words.Position(p))
		}
	}
	return cfg.WithDefaults()
}

// patience is the natural logarithm of nodes+1, rounded up: for how many periods a member is suspected.
func patience(nodes int) int {
	e, power, n := big.NewRat(2_718_281_828, 1_000_000_000), big.NewRat(1, 1), big.NewRat(int64(nodes)+1, 1)
	periods := 0
	for power.Cmp(n) < 0 {
		power.Mul(power, e)
		periods++
	}
	return periods
}
