package paper

import (
	"math/big"
	"slices"
)

// metrics are a node's, as formula (1) has them: its mean latency in some unit, its power, its
// identifier.
type metrics struct{ latency, power, id *big.Rat }

// of makes metrics of thousandths of a second, and of whole numbers.
func of(milliseconds, power, id int64) metrics {
	return metrics{big.NewRat(milliseconds, 1000), big.NewRat(power, 1), big.NewRat(id, 1)}
}

// weights are w1, w2, w3 in thousandths.
type weights [3]int64

// unit says what becomes of the latency: formula (1) takes it as it is, and the sentence before
// it has each criterion normalised.
type unit int

const (
	seconds unit = iota
	milliseconds
	normalised
)

// scores are those of formula (1), of nodes that know each other and nobody else: all that is
// normalised is divided by the largest among them, and 0/0 is 0.
func scores(w weights, u unit, nodes []metrics) []*big.Rat {
	var list []*big.Rat
	most := largestOf(nodes)
	for _, n := range nodes {
		latency := n.latency
		switch u {
		case milliseconds:
			latency = new(big.Rat).Mul(latency, big.NewRat(1000, 1))
		case normalised:
			latency = over(latency, most.latency)
		}
		sum := new(big.Rat)
		for i, term := range []*big.Rat{latency, over(n.power, most.power), over(n.id, most.id)} {
			sum.Add(sum, new(big.Rat).Mul(big.NewRat(w[i], 1000), term))
		}
		list = append(list, sum)
	}
	return list
}

// over is a quotient, 0 where both are 0.
func over(a, b *big.Rat) *big.Rat {
	if b.Sign() == 0 {
		return new(big.Rat)
	}
	return new(big.Rat).Quo(a, b)
}

// largestOf are the largest of each metric.
func largestOf(nodes []metrics) metrics {
	most := of(0, 0, 0)
	for _, n := range nodes {
		most.latency, most.power = greater(most.latency, n.latency), greater(most.power, n.power)
		most.id = greater(most.id, n.id)
	}
	return most
}

func greater(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) < 0 {
		return b
	}
	return a
}

// ranked are the nodes' places in the list, the best first; equal ones stay in the order in which they
// came.
func ranked(scores []*big.Rat) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return scores[a].Cmp(scores[b]) })
	return order
}

// thirds are weights of about a third each.
func thirds() weights { return weights{334, 333, 333} }
