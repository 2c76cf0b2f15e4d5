package paper

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// decideSooner is CT-24: at each point Optimistic completes sooner than Base, and Hybrid sooner than Preferred.
func decideSooner(s sample) (string, error) {
	var text []string
	for _, pair := range [][2]words.Variant{{words.Optimistic, words.Base}, {words.Hybrid, words.Preferred}} {
		var all []*big.Rat
		for i, row := range s.rows {
			less := sooner(s.elections[i], pair[0], pair[1])
			switch {
			case less == nil:
				return "", fmt.Errorf("%s: no election of %s has taken any time", row, pair[1])
			case less.Cmp(big.NewRat(10, 1)) < 0, less.Cmp(big.NewRat(80, 1)) > 0:
				return "", fmt.Errorf("%s: %s completes %s %% sooner than %s", row, pair[0], decimals(less, 1), pair[1])
			}
			all = append(all, less)
		}
		text = append(text, fmt.Sprintf("%s completes %s %% sooner than %s in the mean of all points, %s to %s %%",
			pair[0], decimals(reproduce.Average(all), 1), pair[1], decimals(least(all), 1), decimals(most(all), 1)))
	}
	return fmt.Sprintf("%s; at %d points", joined(text, asText), len(s.rows)), nil
}

func least(all []*big.Rat) *big.Rat { return slices.MinFunc(all, (*big.Rat).Cmp) }
func most(all []*big.Rat) *big.Rat  { return slices.MaxFunc(all, (*big.Rat).Cmp) }

// decideBytes is CT-25: Hybrid takes the most, and the bytes of each election grow with the drop rate and with N.
func decideBytes(s sample) (string, error) {
	m := bytesTimesHops()
	var fits []string
	for _, along := range []struct {
		of    sample
		place func(setting) int
	}{
		{s.byDrop(), func(r setting) int { return r.drop }}, {s.bySize(), func(r setting) int { return r.nodes }},
	} {
		first, last := 0, len(along.of.rows)-1
		var x []int
		for _, row := range along.of.rows {
			x = append(x, along.place(row))
		}
		for _, variant := range words.Variants() {
			y := along.of.heights(variant, m)
			if y[last].Cmp(y[first]) <= 0 {
				return "", fmt.Errorf("%s: %s kB at %d, %s at %d", variant, decimals(y[first], 2), x[first],
					decimals(y[last], 2), x[last])
			}
			fits = append(fits, decimals(lineThrough(reproduce.Ratios(x, 1), y).fit, 3))
		}
	}
	drops := s.byDrop()
	hybrid := drops.heights(words.Hybrid, m)
	for _, variant := range words.Variants()[:3] {
		for i, other := range drops.heights(variant, m) {
			if hybrid[i].Cmp(other) < 0 {
				return "", fmt.Errorf("%d %% lost: Hybrid takes %s kB, %s %s", drops.rows[i].drop,
					decimals(hybrid[i], 2), variant, decimals(other, 2))
			}
		}
	}
	return fmt.Sprintf("kB times hops at 5 to 20 %% lost, N = 49: Base %s, Optimistic %s, Preferred %s, Hybrid %s; "+
		"R² of the lines over the drop rate and over N, in that order: %s", shown(drops.heights(words.Base, m), 1),
		shown(drops.heights(words.Optimistic, m), 1), shown(drops.heights(words.Preferred, m), 1), shown(hybrid, 1),
		joined(fits, asText)), nil
}

// decideChanges is CT-26: Base, Optimistic and Preferred have one leader in a run. Hybrid has more, and the more copies
// are lost the more.
func decideChanges(s sample) (string, error) {
	drops, m := s.byDrop(), timesChanged()
	one := big.NewRat(1, 1)
	for _, variant := range words.Variants()[:3] {
		for i, mean := range drops.heights(variant, m) {
			if mean.Cmp(one) != 0 {
				return "", fmt.Errorf("%d %% lost: %s has %s leaders", drops.rows[i].drop, variant, decimals(mean, 2))
			}
		}
	}
	hybrid := drops.heights(words.Hybrid, m)
	if !slices.IsSortedFunc(hybrid, (*big.Rat).Cmp) || most(hybrid).Cmp(big.NewRat(3, 2)) < 0 {
		return "", fmt.Errorf("leaders of Hybrid: %s", shown(hybrid, 2))
	}
	return "leaders that announce themselves in an election of Base, Optimistic and Preferred: 1 in each; of Hybrid " +
		"at 5 to 20 % lost, in the mean: " + shown(hybrid, 2), nil
}

// decideHealth is CT-27: at the highest drop rate the leaders of Preferred and Hybrid are healthier than those of Base.
func decideHealth(s sample) (string, error) {
	drops, m := s.byDrop(), unhealthRank()
	base, preferred := drops.heights(words.Base, m), drops.heights(words.Preferred, m)
	hybrid := drops.heights(words.Hybrid, m)
	var times []*big.Rat
	for i, row := range drops.rows {
		if base[i].Sign() == 0 {
			return "", fmt.Errorf("%d %% lost: all leaders of Base are the unhealthiest", row.drop)
		}
		times = append(times, new(big.Rat).Quo(preferred[i], base[i]))
	}
	last := len(base) - 1
	if preferred[last].Cmp(base[last]) <= 0 || hybrid[last].Cmp(base[last]) <= 0 ||
		most(times).Cmp(big.NewRat(10, 1)) > 0 {
		return "", fmt.Errorf("%d %% lost: the leaders of Preferred have rank %s, Hybrid's %s, Base's %s",
			drops.rows[last].drop, decimals(preferred[last], 2), decimals(hybrid[last], 2), decimals(base[last], 2))
	}
	return fmt.Sprintf("unhealthy rank at 5 to 20 %% lost, 0 for the unhealthiest: Base %s, Preferred %s, Hybrid %s; "+
		"Preferred over Base %s", shown(base, 1), shown(preferred, 1), shown(hybrid, 1), shown(times, 1)), nil
}

// decideHash is CT-28: Base and Optimistic elect process 0 if S3 holds. Preferred and Hybrid elect processes of a
// higher rank if more copies are lost.
func decideHash(s sample) (string, error) {
	inside, outside := 0, 0
	for i := range s.elections {
		for _, four := range s.elections[i] {
			for _, r := range four[:2] { // Base and Optimistic
				switch {
				case !r.ended:
				case !r.held:
					outside++
				case r.leader != 0:
					return "", fmt.Errorf("%d is elected, and S3 holds", r.leader)
				default:
					inside++
				}
			}
		}
	}
	if inside == 0 {
		return "", errors.New("no election of Base or Optimistic keeps S3")
	}
	drops, m := s.byDrop(), rankByHash()
	preferred, hybrid := drops.heights(words.Preferred, m), drops.heights(words.Hybrid, m)
	last := len(preferred) - 1
	if preferred[last].Cmp(preferred[0]) <= 0 || hybrid[last].Cmp(hybrid[0]) <= 0 {
		return "", fmt.Errorf("hash rank of Preferred %s, of Hybrid %s", shown(preferred, 2), shown(hybrid, 2))
	}
	return fmt.Sprintf("process 0 in all %d elections of Base and Optimistic that keep S3, %d break it; hash rank at "+
		"5 to 20 %% lost: Preferred %s, Hybrid %s", inside, outside, shown(preferred, 2), shown(hybrid, 2)), nil
}

// decideNamed is CT-14 measured: how often the c+1 answers of Preferred name one of the unhealthiest, beside 1-p^r.
// Answers are not independent, so they name it less often.
func decideNamed(s sample) (string, error) {
	drops := s.byDrop()
	var text []string
	for i, row := range drops.rows {
		var parts [2]string
		for k, by := range []struct {
			elections []four
			lists     reports
		}{{drops.elections[i], drops.lists[i].own}, {drops.told[i], drops.lists[i].heard}} {
			named, pairs := namedBy(by.elections, row.c+1)
			if pairs == 0 {
				return "", fmt.Errorf("%s: no process is unhealthy", row)
			}
			share, formula := big.NewRat(int64(named), int64(pairs)), sure(by.lists.silence(), row.c+1)
			off := new(big.Rat).Sub(formula, share)
			if off.Cmp(big.NewRat(-2, 100)) < 0 || k == 0 && off.Cmp(big.NewRat(15, 100)) > 0 {
				return "", fmt.Errorf("%s: %s are named, the formula says %s", row, decimals(share, 3),
					decimals(formula, 3))
			}
			parts[k] = fmt.Sprintf("%s, by 1-p^r %s", percent(named, pairs),
				decimals(formula.Mul(formula, big.NewRat(100, 1)), 1))
		}
		text = append(text, fmt.Sprintf("%d %%: %s, with rumours %s", row.drop, parts[0], parts[1]))
	}
	return "of the pairs of an election of Preferred and one of the 5 unhealthiest, those in which the c+1 answers " +
		"name the process, by the drop rate: " + joined(text, asText), nil
}

// decideAvoided is CT-23 measured: how often the c+1 answers of Preferred name one of the unhealthiest, beside 1-1/N.
// By a process's own suspicions it is less than 1-1/N at all points, and with rumours at those with 5 % lost.
func decideAvoided(s sample) (string, error) {
	var text []string
	for i, row := range s.rows {
		own, pairs := namedBy(s.elections[i], row.c+1)
		told, pairsTold := namedBy(s.told[i], row.c+1)
		if pairs == 0 || pairsTold == 0 {
			return "", fmt.Errorf("%s: no process is unhealthy", row)
		}
		demanded := allButOne(row.nodes)
		if big.NewRat(int64(own), int64(pairs)).Cmp(demanded) >= 0 ||
			row.isBySize() && big.NewRat(int64(told), int64(pairsTold)).Cmp(demanded) >= 0 {
			return "", fmt.Errorf("%s: %s are named, with rumours %s, and 1-1/N is %s", row, percent(own, pairs),
				percent(told, pairsTold), decimals(demanded, 3))
		}
		text = append(text, fmt.Sprintf("%s: %s, with rumours %s, 1-1/N is %s", row, percent(own, pairs),
			percent(told, pairsTold), percent(row.nodes-1, row.nodes)))
	}
	return "of the pairs of an election of Preferred and one of the 5 unhealthiest, those in which the c+1 answers " +
		"name the process: " + joined(text, asText), nil
}

// decidePrinted is CT-15 measured: the printed r with the p of traces, by each process's own suspicions, and with
// rumours. By its own suspicions r answers are too few; with rumours p is less, and nearer to the printed one.
func decidePrinted(s sample) (string, error) {
	var text []string
	sizes := s.bySize()
	for i, row := range sizes.rows {
		at := slices.IndexFunc(tableII(), func(p sureness) bool { return p.nodes == row.nodes })
		r := tableII()[at].r
		own, told := sizes.lists[i].own.silence(), sizes.lists[i].heard.silence()
		if sure(own, r).Cmp(allButOne(row.nodes)) > 0 || told.Cmp(own) >= 0 {
			return "", fmt.Errorf("%d processes: p is %s, with rumours %s", row.nodes, decimals(own, 3),
				decimals(told, 3))
		}
		text = append(text, fmt.Sprintf("N = %d: p %s and 1-p^%d %s, with rumours p %s and 1-p^%d %s", row.nodes,
			decimals(own, 3), r, decimals(sure(own, r), 3), decimals(told, 3), r, decimals(sure(told, r), 3)))
	}
	return "on traces of the detector with 5 % lost: " + joined(text, asText), nil
}

// allButOne returns 1-1/N.
func allButOne(nodes int) *big.Rat { return big.NewRat(int64(nodes)-1, int64(nodes)) }

// decideEnough is CT-16 measured: by each process's own suspicions the c+1 answers of a run are too few for Theorem 4.
func decideEnough(s sample) (string, error) {
	var text []string
	for i, row := range s.rows {
		r := leastSure(s.lists[i].own.silence(), row.nodes)
		need, ok := r.Number()
		if !ok || need.Cmp(big.NewRat(int64(row.c)+1, 1)) <= 0 {
			return "", fmt.Errorf("%s: r is %s, c+1 %d", row, r.Value, row.c+1)
		}
		text = append(text, fmt.Sprintf("%s: %s, with rumours %s, c+1 %d", row, r.Value,
			leastSure(s.lists[i].heard.silence(), row.nodes).Value, row.c+1))
	}
	return "r of Theorem 4 on traces: " + joined(text, asText), nil
}

// decideBounds is CT-17 measured: c at each second of traces, by removed entries. With 5 % lost it is less than a tenth
// of N in 95 % of all seconds, and not in all.
func decideBounds(s sample) (string, error) {
	var text []string
	beyond := 0
	for i, row := range s.rows {
		removed := &s.lists[i].removed
		if 10*removed.percentile() >= row.nodes && row.drop <= 5 {
			return "", fmt.Errorf("%s: c is %d in 95 %% of all seconds", row, removed.percentile())
		}
		if 10*removed.greatest() >= row.nodes && row.drop <= 5 {
			beyond++
		}
		text = append(text, fmt.Sprintf("%s: %d, %d", row, removed.greatest(), removed.percentile()))
	}
	if beyond == 0 {
		return "", fmt.Errorf("c never is a tenth of N: %s", joined(text, asText))
	}
	return "the greatest c at a second, and in 95 % of all seconds, by removed entries: " + joined(text, asText), nil
}
