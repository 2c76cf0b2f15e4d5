package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// sides are the sides of the maps, in millimetres: 0.22 processes on a square metre.
var sides = map[int]int{16: 8_528, 49: 14_924}

// onMap puts the processes of a scene on a drawn map, on which those are linked that are at most 4 m apart.
func onMap(s *scene, seed uint64) error {
	n := s.cfg.Nodes
	ways, err := faults.Map{
		Nodes: n, Layout: faults.UniformLayout, Side: sides[n], Reach: 4000, Seed: seed,
	}.Topology()
	if err != nil {
		return err
	}
	s.ways, s.cfg.Positions = ways, nil
	if s.cfg.Picks.OnMap() {
		for _, p := range ways.Positions {
			s.cfg.Positions = append(s.cfg.Positions, words.Position(p))
		}
	}
	return nil
}

// picking returns the configuration with another way to pick.
func picking(cfg words.Config, picks words.Picks, exponent int) words.Config {
	cfg.Picks, cfg.Exponent = picks, exponent
	return cfg
}

// spatialPeriods returns for each process how many periods pass on average, after it has crashed, until a survivor
// picks it, if each survivor picks by weight: 1/(1 - the product of (1-p)), p the chance of each survivor. The weights
// are the specification's. Products are rounded to 18 digits.
func spatialPeriods(cfg words.Config) (all []*big.Rat) {
	bags, sums := weighed(cfg)
	one := big.NewInt(1_000_000_000_000_000_000)
	for crashed := range cfg.Nodes {
		nobody := new(big.Int).Set(one)
		for i, weights := range bags {
			if i != crashed {
				nobody.Quo(nobody.Mul(nobody, big.NewInt(sums[i]-int64(weights[crashed]))), big.NewInt(sums[i]))
			}
		}
		all = append(all, rounded(new(big.Rat).SetFrac(one, nobody.Sub(one, nobody))))
	}
	return all
}

// weighed returns the weights of each process, and their sums.
func weighed(cfg words.Config) (bags [][]int, sums []int64) {
	cfg.Picks = words.TimeBounded // whose bags have the weights of Spatial
	bags, sums = specification.Bags(cfg), make([]int64, cfg.Nodes)
	for i, weights := range bags {
		for _, w := range weights {
			sums[i] += int64(w)
		}
	}
	return bags, sums
}

// spatialHops returns over how many links a PING goes on average.
func spatialHops(cfg words.Config, ways *faults.Topology) (*big.Rat, error) {
	routes, err := faults.NewRoutes(ways, cfg.Nodes)
	if err != nil {
		return nil, err
	}
	bags, sums := weighed(cfg)
	all := new(big.Rat)
	for i, weights := range bags {
		hops := new(big.Int)
		for j, w := range weights {
			for at := spec.NodeID(i); at != spec.NodeID(j); at = routes.Hop(at, spec.NodeID(j)) {
				hops.Add(hops, big.NewInt(int64(w)))
			}
		}
		all.Add(all, rounded(new(big.Rat).SetFrac(hops, big.NewInt(sums[i]))))
	}
	return quo(all, frac(cfg.Nodes, 1)), nil
}

// pinged is the traffic of PINGs: the links, and the bytes times the links, of each.
type pinged struct{ hops, bytes *big.Rat }

// pings runs a scene without crashes for 5 periods, and returns what its PINGs took.
func (s scene) pings(ctx context.Context) (p pinged, err error) {
	s.end = begins + 5*period
	_, report, err := s.run(ctx)
	if err != nil {
		return p, err
	}
	var all world.Traffic
	for _, kind := range report.Traffic {
		if kind.Kind == words.KindPing {
			all.Add(kind.WithHeaders(header))
		}
	}
	return pinged{frac(all.Hops, all.Copies), frac(all.Bytes, all.Copies)}, nil
}

// mapped has the samples of one row: the links of a PING, measured and by the formula; bytes times links; the period in
// which a process was first pinged in vain, and its mean by the formula; the greatest such mean of a process on a map.
type mapped struct{ hops, links, bytes, periods, derived, lonely []*big.Rat }

// onMaps measures 49 processes that pick by distance to that power, each run on a map of its own.
func onMaps(ctx context.Context, p processes, exponent, many int) (m mapped, err error) {
	const nodes, helpers, patience = 49, 3, 5
	c := together(p, nodes, helpers, patience).untilSuspected()
	c.cfg, c.place = picking(c.cfg, words.Spatial, exponent), onMap
	for seed := range uint64(many) {
		s := c.scene
		s.seed = seed + 1
		if err := onMap(&s, s.seed); err != nil {
			return m, err
		}
		ping, err := s.pings(ctx)
		if err != nil {
			return m, err
		}
		d, err := c.once(ctx, s.seed)
		if err != nil {
			return m, err
		}
		m.hops, m.bytes = append(m.hops, ping.hops), append(m.bytes, ping.bytes)
		links, err := spatialHops(s.cfg, s.ways)
		if err != nil {
			return m, err
		}
		m.links = append(m.links, links)
		derived := spatialPeriods(d.cfg)
		m.periods, m.derived = append(m.periods, frac(d.periods, 1)), append(m.derived, derived[d.who])
		m.lonely = append(m.lonely, greatest(derived))
	}
	return m, m.agrees(exponent)
}

// agrees returns an error if the links or the periods are on average far from those of the formulas.
func (m mapped) agrees(exponent int) error {
	for _, c := range []struct {
		what          string
		ours, formula []*big.Rat
	}{{"links", m.hops, m.links}, {"periods", m.periods, m.derived}} {
		var off []*big.Rat
		for i := range c.ours {
			off = append(off, sub(c.ours[i], c.formula[i]))
		}
		what := fmt.Sprintf("exponent %d, %s less the formula's", exponent, c.what)
		if err := agreesWith(what, off, new(big.Rat)); err != nil {
			return err
		}
	}
	return nil
}
