package swim

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

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
// member with the most, if its down most frequent probers do not probe. It is 1 without a map, and for a configuration
// that Parse refuses.
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

// Meeting returns within how many periods news of one process reach another one on average, for the pair with the most,
// whichever down others do not probe. News travel by a probe of either process, or by way of others. It is 1 without a
// map, and for a configuration that Parse refuses.
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

// detour shortens the time between two processes to the time by way of a third one, if there are more than down such
// ways. It reports whether it has shortened any.
func detour(times [][]int, down int) (next [][]int, shorter bool) {
	ways := make([]int, down+1) // the shortest ways
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

// rates returns the rate at which each process probes each member, nil without a map.
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

// bags returns the weights by which each process picks on a map, nil without a map.
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
