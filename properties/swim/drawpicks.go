package swim

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// DrawPicks draws how processes pick, and place a map if the picks need one. A drawn exponent is lowered until it fits.
func DrawPicks(
	c campaign.Chooser, fixed map[string]json.RawMessage, cfg *words.Config, fits func(words.Config) bool,
	place func() []words.Position,
) {
	cfg.Picks = campaign.Given(fixed, "picks", func() words.Picks {
		return []words.Picks{
			words.Uniform, words.Uniform, words.Uniform, words.RoundRobin, words.Spatial, words.TimeBounded,
		}[c.Choose("picks", 6)]
	})
	if !cfg.Picks.OnMap() {
		return
	}
	cfg.Positions = campaign.Given(fixed, "positions", place)
	cfg.Exponent = campaign.Given(fixed, "exponent", func() int {
		drawn := *cfg
		drawn.Exponent = c.Choose("exponent", words.MostExponent+1)
		for drawn.Exponent > 0 && !fits(drawn) {
			drawn.Exponent--
		}
		return drawn.Exponent
	})
}

// Scattered draws a place for each of n processes, no two in the same.
func Scattered(c campaign.Chooser, n int) (all []words.Position) {
	for i := range min(n, words.MaxNodes) {
		all = append(all, words.Position{i + n*c.Choose("x", 50), c.Choose("y", 50*n)})
	}
	return all
}

// Periods returns how many periods pass on average between two picks of the same member by the same process, for the
// pair with the most. A configuration that Parse refuses counts as one of uniform picks.
func Periods(cfg words.Config) int {
	most := 0
	for i, bag := range bags(cfg) {
		most = max(most, total(bag)/slices.Min(slices.Delete(slices.Clone(bag), i, i+1)))
	}
	return cmp.Or(most, cfg.Nodes)
}

// FirstProbe returns how many periods pass on average between two probes of the same member by any process, for the
// member with the most, if as many of its most frequent probers as down says do not probe. It is 1 without a map, and
// for a configuration that Parse refuses.
func FirstProbe(cfg words.Config, down int) int {
	all, most := rates(cfg), 1
	for member := range all {
		probed := make([]int, 0, len(all))
		for id := range all {
			if id != member {
				probed = append(probed, all[id][member])
			}
		}
		slices.Sort(probed)
		if probed = probed[:max(len(probed)-down, min(len(probed), 1))]; len(probed) > 0 {
			most = max(most, once(total(probed)))
		}
	}
	return most
}

// Meeting returns within how many periods news of one process reach another one on average, whichever others are down,
// as many as down says, for the pair with the most. News go from each to each by a probe of either, or by way of
// others. It is 1 without a map, and for a configuration that Parse refuses.
func Meeting(cfg words.Config, down int) int {
	all := rates(cfg)
	times := make([][]int, len(all))
	for i := range all {
		times[i] = make([]int, len(all))
		for j := range all {
			times[i][j] = once(all[i][j] + all[j][i])
		}
	}
	for shorter := true; shorter; {
		times, shorter = detour(times, down)
	}
	most := 1
	for i, row := range times {
		for j, time := range row {
			if i != j {
				most = max(most, time)
			}
		}
	}
	return most
}

// detour returns the times between two processes by way of a third one, if that is shorter whichever others are down.
func detour(times [][]int, down int) (next [][]int, shorter bool) {
	ways := make([]int, down+1) // the shortest, one more than may be down
	for i, row := range times {
		next = append(next, slices.Clone(row))
		for j, direct := range row[:i] {
			for at := range ways {
				ways[at] = direct
			}
			for k, time := range row {
				if k != i && k != j {
					insert(ways, time+times[j][k])
				}
			}
			if way := ways[down]; way < direct {
				next[i][j], next[j][i], shorter = way, way, true
			}
		}
	}
	return next, shorter
}

// insert puts a way among the shortest in place of the longest, if it is shorter.
func insert(ways []int, way int) {
	if at := len(ways) - 1; way < ways[at] {
		for ; at > 0 && way < ways[at-1]; at-- {
			ways[at] = ways[at-1]
		}
		ways[at] = way
	}
}

// whole is a rate of one a period.
const whole = 1_000_000_000

// rates returns how often each process probes each, nil if it picks on no map.
func rates(cfg words.Config) (all [][]int) {
	for _, bag := range bags(cfg) {
		of := make([]int, len(bag))
		for member, weight := range bag {
			of[member] = weight * whole / total(bag)
		}
		all = append(all, of)
	}
	return all
}

// once returns how many periods pass on average until something happens that has this rate.
func once(rate int) int { return (whole + rate/2) / max(rate, 1) }

// bags returns by which weights each process picks on a map, nil if it picks on none.
func bags(cfg words.Config) [][]int {
	if !cfg.Picks.OnMap() {
		return nil
	}
	cfg.Picks = words.TimeBounded // bags have the weights
	if _, err := words.Parse(campaign.JSON(cfg)); err != nil || cfg.Nodes < 2 {
		return nil
	}
	return specification.Bags(cfg)
}

func total(bag []int) (sum int) {
	for _, weight := range bag {
		sum += weight
	}
	return sum
}
