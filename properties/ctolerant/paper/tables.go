package paper

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// sureness is a row of Table II: for N processes the p in percent, the r that is printed,
// and how many answers a run has, c+1.
type sureness struct{ nodes, p, r, answers int }

func tableII() []sureness {
	return []sureness{{32, 34, 3, 3}, {49, 43, 5, 5}, {64, 48, 6, 6}, {128, 50, 7, 10}, {256, 50, 8, 18}}
}

// exceeds compares 1-p^r with 1-1/N: 1 if it is more, 0 if it is the same, -1 if it is less.
func (s sureness) exceeds(r int) int {
	return s.exceedsWith(10*s.p, r)
}

// exceedsWith is exceeds with another p, in thousandths.
func (s sureness) exceedsWith(p, r int) int {
	return power(1000, r).Cmp(new(big.Int).Mul(big.NewInt(int64(s.nodes)), power(p, r)))
}

// least is the smallest r for which 1-p^r is more than 1-1/N, as the paper demands.
func (s sureness) least() int {
	r := 0
	for s.exceeds(r) <= 0 {
		r++
	}
	return r
}

// isRounded reports whether the printed r is the logarithm of N to the base 1/p, rounded to the nearest:
// (1/p)^(2r-1) <= N^2 < (1/p)^(2r+1).
func (s sureness) isRounded() bool {
	power := func(exponent int) int { // compares (1/p)^exponent with N^2
		square := power(s.nodes, 2)
		return power(100, exponent).Cmp(square.Mul(square, power(s.p, exponent)))
	}
	return power(2*s.r-1) <= 0 && power(2*s.r+1) > 0
}

// checkTableII is CT-15: r must be more than the logarithm of N to the base 1/p (Theorem 4).
// It is printed rounded to the nearest, which is too few where it was rounded down, and
// not more where the logarithm is whole.
func checkTableII() (string, error) { return surenesses(tableII()) }

func surenesses(table []sureness) (string, error) {
	by := map[int][]int{} // the sizes, by what exceeds says
	var need []int
	for _, row := range table {
		if !row.isRounded() {
			return "", fmt.Errorf("r = %d is not the rounded logarithm of N = %d", row.r, row.nodes)
		}
		by[row.exceeds(row.r)] = append(by[row.exceeds(row.r)], row.nodes)
		need = append(need, row.least())
	}
	asKnown := slices.Equal(by[1], []int{49, 64}) && slices.Equal(by[0], []int{128, 256}) &&
		slices.Equal(by[-1], []int{32}) && slices.Equal(need, []int{4, 5, 6, 8, 9})
	if !asKnown {
		return "", fmt.Errorf("1-p^r is more than 1-1/N for N = %v, the same for %v, less for %v; r must be %v",
			by[1], by[0], by[-1], need)
	}
	const rounded = 5 // thousandths, that a p of two digits may be away from what it was
	for _, row := range table {
		if atLeast := row.exceedsWith(10*row.p-rounded, row.r) > 0; atLeast != (row.nodes != 32) {
			return "", fmt.Errorf("with the least p that is rounded to 0.%d the row of N = %d holds: %t",
				row.p, row.nodes, atLeast)
		}
	}
	worst := table[0]
	allBut := big.NewRat(int64(worst.nodes)-1, int64(worst.nodes))
	return fmt.Sprintf("r is printed as the rounded log_{1/p} N; 1-p^r > 1-1/N holds for N = %s, with equality only "+
		"for %s, and not for %s (%s < %s), nor with a p of 0.335; strictly more needs r = %s for N = %s",
		joined(by[1], asText), joined(by[0], asText), joined(by[-1], asText),
		decimals(chance{worst.p, worst.r}.known(), 4), decimals(allBut, 5),
		joined(need, asText), joined(table, func(s sureness) string { return asText(s.nodes) })), nil
}

// checkAnswersSuffice is CT-16: the c+1 answers that a run has anyway are the r that Theorem
// 4 demands: true of the r that is printed, not of the r that is right for N = 32.
func checkAnswersSuffice() (string, error) { return answersSuffice(tableII()) }

func answersSuffice(table []sureness) (string, error) {
	var short []int
	for _, row := range table {
		if row.r > row.answers {
			return "", fmt.Errorf("r = %d is more than c+1 = %d for N = %d, as printed", row.r, row.answers, row.nodes)
		}
		if row.least() > row.answers {
			short = append(short, row.nodes)
		}
	}
	if !slices.Equal(short, []int{32}) {
		return "", fmt.Errorf("c+1 answers are too few, by Theorem 4, for N = %v, it must be 32 alone", short)
	}
	return fmt.Sprintf("r <= c+1 in all %d rows as printed; with r = %d, which Theorem 4 demands for N = %d, "+
		"c+1 = %d answers are too few", len(table), table[0].least(), table[0].nodes, table[0].answers), nil
}

// setting is a row of Table I: the largest c that was seen if drop percent of the messages are dropped.
type setting struct {
	topology       string
	nodes, drop, c int
}

// String names the row.
func (s setting) String() string {
	return fmt.Sprintf("%s, N = %d, %d %%", s.topology, s.nodes, s.drop)
}

func tableI() []setting {
	return []setting{
		{"grid", 49, 5, 4},
		{"cluster", 49, 5, 4},
		{"random", 49, 5, 4},
		{"random", 49, 10, 7},
		{"random", 49, 15, 10},
		{"random", 49, 20, 13},
		{"random", 32, 5, 2},
		{"random", 64, 5, 5},
		{"random", 128, 5, 9},
		{"random", 256, 5, 17},
	}
}

// checkTableI is CT-17: c stays below a tenth of N where 5 % of the messages are dropped,
// and only there; and the r of Table II is at most the logarithm of N to the base 2.
func checkTableI() (string, error) { return smallBounds(tableI(), tableII()) }

func smallBounds(table []setting, answers []sureness) (string, error) {
	largest, beyond := new(big.Rat), []string{}
	for _, row := range table {
		share := big.NewRat(100*int64(row.c), int64(row.nodes))
		small := share.Cmp(big.NewRat(10, 1)) < 0
		switch {
		case small != (row.drop <= 5):
			return "", fmt.Errorf("c is %s %% of N = %d with %d %% dropped", decimals(share, 2), row.nodes, row.drop)
		case !small:
			beyond = append(beyond, fmt.Sprintf("%s at %d %%", percent(row.c, row.nodes), row.drop))
		case share.Cmp(largest) > 0:
			largest = share
		}
	}
	for _, row := range answers {
		if row.p > 50 || power(2, row.r).Cmp(big.NewInt(int64(row.nodes))) > 0 {
			return "", fmt.Errorf("r = %d for N = %d is more than its logarithm to the base 2", row.r, row.nodes)
		}
	}
	return fmt.Sprintf("c is at most %s %% of N with 5 %% dropped, and %s; r is at most log_2 N in all %d rows, where "+
		"p is at most 0.5", decimals(largest, 2), joined(beyond, asText), len(answers)), nil
}

// checkGrowth is what CT-23 has to reckon with: c grows as N does, so that the c+1 answers
// that a run waits for, and the c+f+1 that it asks, are not logarithmically many.
func checkGrowth() (string, error) { return growingBounds(tableI(), tableII()) }

func growingBounds(table []setting, answers []sureness) (string, error) {
	var sizes, bounds []int
	for _, row := range table {
		if row.drop == 5 && row.topology == "random" {
			sizes, bounds = append(sizes, row.nodes), append(bounds, row.c)
		}
	}
	for _, row := range answers {
		if i := slices.Index(sizes, row.nodes); i < 0 || bounds[i]+1 != row.answers {
			return "", fmt.Errorf("c+1 = %d of Table II for N = %d is not that of Table I", row.answers, row.nodes)
		}
	}
	through := lineThrough(reproduce.Ratios(sizes, 1), reproduce.Ratios(bounds, 1))
	first, second := growth(sizes, bounds, 64, 128), growth(sizes, bounds, 128, 256)
	if through.fit.Cmp(big.NewRat(99, 100)) < 0 || second <= first {
		return "", fmt.Errorf("c over N is no line: r^2 = %s, doubling N adds %d and then %d",
			decimals(through.fit, 4), first, second)
	}
	return fmt.Sprintf("c+1 of Table II is that of Table I, and c grows as N does with 5 %% dropped: %s per process, "+
		"r^2 = %s, to double N adds %d, then %d; the c+1 answers of a run are not logarithmically many",
		decimals(through.slope, 4), decimals(through.fit, 4), first, second), nil
}

// growth is by how much the bound grows from one size to another.
func growth(sizes, bounds []int, from, to int) int {
	return bounds[slices.Index(sizes, to)] - bounds[slices.Index(sizes, from)]
}

// checkBandwidths is what can be checked of CT-31: that what is said of the bandwidths, in
// kilobits a second, and of their standard deviations follows from the numbers printed.
func checkBandwidths() (string, error) { return bandwidths(20, 117, 21, 251) }

// bandwidths has the means of the two, and their standard deviations in tenths.
func bandwidths(ours, theirs, deviation, theirDeviation int) (string, error) {
	less, times := percent(theirs-ours, theirs), big.NewRat(int64(theirDeviation), int64(deviation))
	if less != "82.9 %" || times.Cmp(big.NewRat(10, 1)) <= 0 {
		return "", fmt.Errorf("%d is %s less than %d, and the deviation %s times as small",
			ours, less, theirs, decimals(times, 1))
	}
	return fmt.Sprintf("%d Kbps are %s less than %d, and the standard deviation of 2.1 Kbps is %s times as small as "+
		"25.1, as printed", ours, less, theirs, decimals(times, 1)), nil
}
