package swim

import (
	"math/big"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// full returns the full bag of a process.
func (d detector) full(at spec.NodeID) []int {
	if d.bags == nil {
		return nil
	}
	return d.bags[at]
}

// pinged returns the members that the process may probe.
func (d detector) pinged(p Local, at spec.NodeID) spec.Set {
	members := p.members(at)
	for _, e := range p.Table {
		if d.KeepsPinging && e.Status == words.Dead && e.Member != at {
			members = members.With(e.Member)
		}
	}
	return members
}

// filled returns the bag from which the next target comes: a full one if no member is left in it.
func (d detector) filled(p Local, at spec.NodeID) []int {
	for _, member := range d.pinged(p, at) {
		if d.bags == nil || p.Bag[member] > 0 {
			return p.Bag
		}
	}
	return d.full(at)
}

// targets returns the members that are in a bag, all if there is no bag. A process may pick any of them: here weights
// do not say how likely a pick is.
func (d detector) targets(bag []int, members spec.Set) (in spec.Set) {
	for _, member := range members {
		if d.bags == nil || bag[member] > 0 {
			in = in.With(member)
		}
	}
	return in
}

// taken returns a bag after a probe, which takes the least weight of the full bag off the weight of its target.
func (d detector) taken(bag []int, at, target spec.NodeID) []int {
	if d.bags == nil {
		return nil
	}
	others := slices.Delete(slices.Clone(d.bags[at]), int(at), int(at)+1)
	bag = slices.Clone(bag)
	bag[target] = max(0, bag[target]-slices.Min(others))
	return bag
}

// Bags returns the full bag of each process, nil if the configuration has none. A bag has the weight of each process in
// the picks of its owner, and 0 for the owner.
func Bags(cfg words.Config) (bags [][]int) {
	if !cfg.Picks.InRounds() {
		return nil
	}
	for i := range cfg.Nodes {
		var powers []*big.Int // of the squares of the distances to the others
		for j := range cfg.Nodes {
			if j != i {
				powers = append(powers, power(cfg, i, j))
			}
		}
		bags = append(bags, slices.Insert(weights(powers), i, 0))
	}
	return bags
}

// power returns the square of the distance of two processes, to the power of the exponent. It is 1 without a map.
func power(cfg words.Config, i, j int) *big.Int {
	if !cfg.Picks.OnMap() {
		return big.NewInt(1)
	}
	square := new(big.Int)
	for axis := range cfg.Positions[i] {
		apart := big.NewInt(int64(cfg.Positions[i][axis] - cfg.Positions[j][axis]))
		square.Add(square, apart.Mul(apart, apart))
	}
	return square.Exp(square, big.NewInt(int64(cfg.Exponent)), nil)
}

// weights returns the weights to which these powers lead, as words.MostWeight says.
func weights(powers []*big.Int) []int {
	if len(powers) == 0 {
		return nil
	}
	nearest, farthest := slices.MinFunc(powers, (*big.Int).Cmp), slices.MaxFunc(powers, (*big.Int).Cmp)
	least := root(words.MostWeight, nearest, farthest)
	all, divisor := make([]int, len(powers)), new(big.Int)
	for i, power := range powers {
		weight := root(least, farthest, power)
		if least == 0 {
			weight = max(1, root(words.MostWeight, nearest, power))
		}
		all[i] = weight
		divisor.GCD(nil, nil, divisor, big.NewInt(int64(weight)))
	}
	for i := range all {
		all[i] /= int(divisor.Int64())
	}
	return all
}

// root returns factor times the square root of a fraction, rounded down.
func root(factor int, numerator, denominator *big.Int) int {
	square := big.NewInt(int64(factor))
	square.Mul(square, square).Mul(square, numerator).Div(square, denominator)
	return int(square.Sqrt(square).Int64())
}
