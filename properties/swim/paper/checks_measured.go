package paper

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// checkFalsely is the share of SW-3: how many false suspicions end in a removal, over how long a member is suspected.
func checkFalsely(p processes) (string, error) {
	const loss, runs, periods, nodes = 200, 5, 40, 16
	var found []string
	few, last := frac(5, 1), frac(101, 1)
	for _, patience := range []int{1, 3, 8} {
		f, err := p.of(lossy(nodes, 3, patience, loss, periods)).blames(context.Background(), runs)
		if err != nil {
			return "", err
		}
		share := reproduce.Average(f.removed)
		if share.Cmp(last) >= 0 {
			return "", fmt.Errorf("suspicions of %d periods: %s %% end in a removal, and of shorter ones %s %%",
				patience, share.FloatString(1), last.FloatString(1))
		}
		last = share
		found = append(found, fmt.Sprintf("%s %% of %d after %d T", share.FloatString(1), f.suspected, patience))
	}
	if last.Cmp(few) > 0 {
		return "", fmt.Errorf("of the longest suspicions %s %% end in a removal, it must be at most 5",
			last.FloatString(1))
	}
	return fmt.Sprintf("of the false suspicions of %d processes, 20 %% of the copies lost, k = 3, end in a removal: ",
		nodes) + strings.Join(found, ", "), nil
}

// checkDetection is SW-6: the means of the first detection are those of the formulas.
func checkDetection(p processes) (string, error) {
	const runs = 60
	var found []string
	for _, n := range []int{8, 16, 64} {
		d, err := detect(context.Background(), p, n, runs)
		if err != nil {
			return "", err
		}
		periods := reproduce.Average(d.periods)
		times := reproduce.Average(d.times)
		found = append(found, fmt.Sprintf("of %d %s and %s, by the formulas %s and %s", n, periods.FloatString(2),
			times.FloatString(2), firstPeriod(n).FloatString(2), firstSuspicion(n).FloatString(2)))
	}
	return fmt.Sprintf("the period in which a crashed process is first pinged in vain, and the time until it is "+
		"suspected in periods, means of %d runs each: ", runs) + strings.Join(found, "; "), nil
}

// checkLoad is SW-8: messages do not depend on the number of processes, and bytes do.
func checkLoad(p processes) (string, error) {
	const helpers, periods, runs = 3, 10, 3
	most := frac(2+4*helpers, 1)
	var found []string
	for _, loss := range []int{0, 200} {
		var bytes []*big.Rat
		for _, n := range []int{8, 64} {
			messages, size, _, err := p.of(quiet(n, helpers, loss, periods)).loads(context.Background(), periods, runs)
			if err != nil {
				return "", err
			}
			m := reproduce.Average(messages)
			b := reproduce.Average(size)
			if m.Cmp(most) > 0 {
				return "", fmt.Errorf("%d processes: %s messages, it must be at most %s", n, m.FloatString(2),
					most.FloatString(0))
			}
			bytes = append(bytes, b)
			found = append(found, fmt.Sprintf("%s messages and %s bytes of %d with a loss of %d %%", m.FloatString(2),
				b.FloatString(0), n, loss/10))
		}
		_, size, _, err := p.of(quiet(64, helpers, loss, periods)).bounded().loads(context.Background(), periods, runs)
		if err != nil {
			return "", err
		}
		b := reproduce.Average(size)
		if b.Cmp(bytes[1]) >= 0 {
			return "", fmt.Errorf("%s bytes of 64 processes if a message carries %d entries, and else %s",
				b.FloatString(0), few, bytes[1].FloatString(0))
		}
		found = append(found, fmt.Sprintf("%s bytes if a message carries at most %d entries", b.FloatString(0), few))
		if bytes[1].Cmp(mul(bytes[0], frac(3, 1))) < 0 {
			return "", fmt.Errorf("%s bytes of 8 processes, and %s of 64", bytes[0].FloatString(0),
				bytes[1].FloatString(0))
		}
	}
	return "of a member in a period, k = 3, whole tables as news: " + strings.Join(found, ", "), nil
}

// checkSpreading is SW-9 and SW-13: how long it takes until all survivors know of a crash, and until all have removed
// the process.
func checkSpreading(p processes) (string, error) {
	const helpers, patience, runs = 3, 5, 15
	var found []string
	for _, n := range []int{8, 64} {
		all, err := apart(p, n, helpers, patience).runs(context.Background(), runs)
		if err != nil {
			return "", err
		}
		spread, corpse := inPeriods(all, firstOf, knownOf), inPeriods(all, firstOf, removedOf)
		m := reproduce.Average(spread)
		r := reproduce.Average(corpse)
		longest := frac(2*logOf(n), 1)
		if greatest(spread).Cmp(longest) > 0 {
			return "", fmt.Errorf("%d processes: a survivor knows of it after %s periods, it must be at most 2 log2 N",
				n, greatest(spread).FloatString(2))
		}
		if greatest(corpse).Cmp(add(longest, frac(patience, 1))) > 0 {
			return "", fmt.Errorf("%d processes: a survivor removes it after %s periods", n,
				greatest(corpse).FloatString(2))
		}
		found = append(found, fmt.Sprintf("%s and %s of %d", m.FloatString(2), r.FloatString(2), n))
	}
	return fmt.Sprintf("periods from the first suspicion of a crashed process until all survivors know of it, and "+
		"have removed it, means of %d runs each, suspected for %d T: ", runs, patience) + strings.Join(found, ", "), nil
}
