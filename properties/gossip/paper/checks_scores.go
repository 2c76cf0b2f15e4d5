package paper

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/claims"
)

// five yields all metrics from 1 to 5 each.
func five(yield func(metrics)) {
	for latency := int64(1); latency <= 5; latency++ {
		for power := int64(1); power <= 5; power++ {
			for id := int64(1); id <= 5; id++ {
				yield(of(1000*latency, power, id))
			}
		}
	}
}

// checkTies is C-03: of all pairs of nodes with metrics of 1 to 5 and different identifiers, how many
// have the same score, though not all their metrics are the same; and two examples.
func checkTies(w weights) (string, error) {
	ties := 0
	five(func(a metrics) {
		five(func(b metrics) {
			if a.id.Cmp(b.id) >= 0 { // each pair once
				return
			}
			if s := scores(w, normalised, []metrics{a, b}); s[0].Cmp(s[1]) == 0 {
				ties++
			}
		})
	})
	s := scores(w, normalised, []metrics{of(1000, 1, 4), of(1000, 2, 1)})
	if ties == 0 || s[0].Cmp(s[1]) != 0 {
		return "", fmt.Errorf("%d ties; (1,1,4) and (1,2,1) come to %s and %s", ties, s[0], s[1])
	}
	better := scores(weights{400, 400, 200}, normalised, []metrics{of(900, 9, 50), of(1000, 10, 1)})
	if better[0].Cmp(better[1]) <= 0 {
		return "", fmt.Errorf("of less latency and power, and with a higher identifier: %s and %s", better[0],
			better[1])
	}
	return fmt.Sprintf("%d pairs of nodes with metrics of 1 to 5 and different identifiers have the same score "+
		"under weights %s; (1,1,4) and (1,2,1) both have %s; with (.9,9) against (1,10) and identifier 50 against 1 "+
		"the better one loses, %s to %s", ties, inThousandths(w), s[0].RatString(), better[0].FloatString(3),
		better[1].FloatString(3)), nil
}

// inThousandths writes weights.
func inThousandths(w weights) string {
	return claims.Listed(w[:], func(n int64) string { return big.NewRat(n, 1000).FloatString(1) })
}

// checkUnits is what c1 says: the same three nodes in three orders, by the unit of the latency.
func checkUnits(w weights) (string, error) {
	nodes := []metrics{of(20, 1, 1), of(10, 2, 2), of(20, 1, 3)}
	want := map[unit][]int{}
	var text []string
	for _, u := range []unit{seconds, milliseconds, normalised} {
		want[u] = ranked(scores(w, u, nodes))
		text = append(text, claims.Listed(want[u], func(i int) string { return string(rune('a' + i)) }))
	}
	if slices.Equal(want[seconds], want[normalised]) || slices.Equal(want[milliseconds], want[normalised]) ||
		slices.Equal(want[seconds], want[milliseconds]) {
		return "", fmt.Errorf("the orders are %q", text)
	}
	return fmt.Sprintf("the same three nodes rank %s in seconds, %s in milliseconds, %s normalised",
		text[0], text[1], text[2]), nil
}
