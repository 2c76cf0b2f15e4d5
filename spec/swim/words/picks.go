package words

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Picks says how a process picks the targets of its probes, and its helpers.
type Picks string

// The ways to pick.
const (
	// Uniform gives all members the same chance.
	Uniform Picks = "uniform"
	// RoundRobin probes every member once in a round, in a shuffled order (SWIM, section 4.3). The order is drawn as
	// the round goes on: each target is one of the members that are left. A member that comes into the list is among
	// them, so that its place is random. Helpers are picked as under Uniform.
	RoundRobin Picks = "roundRobin"
	// Spatial gives each member a chance in proportion to its weight, 1 over a power of its distance (Medley).
	Spatial Picks = "spatial"
	// TimeBounded draws targets by the weight that is left in a bag (Medley). The bag holds the weights of all members
	// at first, and a probe takes the least weight off that of its target. A bag without a member is filled again.
	// Helpers are picked as under Spatial.
	TimeBounded Picks = "timeBounded"
)

// OnMap reports whether picks depend on positions.
func (p Picks) OnMap() bool { return p == Spatial || p == TimeBounded }

// InRounds reports whether a process has a bag, which makes its probes rounds.
func (p Picks) InRounds() bool { return p == RoundRobin || p == TimeBounded }

// Position is where a process is on a map: x and y in millimetres, each 0 to MostMillimetres.
type Position [2]int

// The limits of a map.
const (
	MostMillimetres = 1_000_000_000
	MostExponent    = 5
)

// MostWeight is the greatest weight of a member.
//
// The members of a process have weights in proportion to 1 over a power of their distances, as whole numbers. The
// farthest member has the greatest whole number with which the nearest has at most MostWeight. The others are rounded
// down from that, and all are divided by what divides all of them. If the farthest cannot have 1, the nearest has
// MostWeight, the others are rounded down from that, and none is less than 1.
const MostWeight = 1<<31 - 1

// checkPicks checks the fields that say how to pick.
func checkPicks(picks Picks, positions []Position, exponent, nodes int) error {
	all := []Picks{Uniform, RoundRobin, Spatial, TimeBounded}
	switch {
	case !slices.Contains(all, picks):
		return input.Errorf("picks", "%q, it must be one of %q", picks, all)
	case !picks.OnMap() && positions != nil:
		return input.Errorf("positions", "given, but picks are %q; omit them", picks)
	case !picks.OnMap() && exponent != 0:
		return input.Errorf("exponent", "%d, but picks are %q; omit it", exponent, picks)
	case picks.OnMap() && len(positions) != nodes:
		return input.Errorf("positions", "has %d positions, it must have %d, one for each node", len(positions), nodes)
	}
	for i, p := range positions {
		field := fmt.Sprintf("positions[%d]", i)
		if min(p[0], p[1]) < 0 || max(p[0], p[1]) > MostMillimetres {
			return input.Errorf(field, "%v, each must be 0 to %d, in millimetres", p, MostMillimetres)
		}
		if other := slices.Index(positions, p); other < i {
			return input.Errorf(field, "%v, where process %d is as well; move it", p, other)
		}
	}
	return input.Between("exponent", exponent, 0, MostExponent)
}
