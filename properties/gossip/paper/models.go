package paper

import (
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// model is a way to count the messages of a recovery in a group of so many.
type model struct {
	name  string
	count func(nodes int) int
}

// bullies are ways to count those of Fast Bully, which the paper does not specify: the substitute tells
// the others, with the dead one or without; they ask for all scores, in one, two or three rounds of
// messages; everybody tells everybody.
func bullies() []model {
	return []model{
		{"n-2", func(n int) int { return n - 2 }},
		{"n-1", func(n int) int { return n - 1 }},
		{"2(n-2)", func(n int) int { return 2 * (n - 2) }},
		{"2(n-1)", func(n int) int { return 2 * (n - 1) }},
		{"3(n-2)", func(n int) int { return 3 * (n - 2) }},
		{"3(n-1)", func(n int) int { return 3 * (n - 1) }},
		{"(n-1)(n-2)", func(n int) int { return (n - 1) * (n - 2) }},
		{"n(n-1)", func(n int) int { return n * (n - 1) }},
	}
}

// gossips are ways to count those of Gossip, with F = 3: nothing, the optional announcement, F sends of each,
// and the numbers of the paper's example, 3 + 9, 3 + 9 + 27 and one more, and 12 rounds of 50.
func gossips() []model {
	constant := func(is int) func(int) int { return func(int) int { return is } }
	return []model{
		{"0", constant(0)},
		{"n-2", func(n int) int { return n - 2 }},
		{"n-1", func(n int) int { return n - 1 }},
		{"3(n-1)", func(n int) int { return 3 * (n - 1) }},
		{"3n", func(n int) int { return 3 * n }},
		{"12", constant(12)},
		{"39", constant(39)},
		{"40", constant(40)},
		{"600", constant(600)},
	}
}

// natural are those of them that count something that the algorithms do, and not numbers of the example.
func natural(m model) bool { return m.count(10) != m.count(20) || m.count(10) == 0 }

// recoverySizes are the sizes of clusters that the paper names.
func recoverySizes() []int { return []int{5, 10, 20, 50, 60, 100} }

// saving is by which part Gossip's messages are fewer than Fast Bully's.
func saving(bully, gossip model, nodes int) *big.Rat {
	theirs := int64(bully.count(nodes))
	return big.NewRat(theirs-int64(gossip.count(nodes)), theirs)
}

// match is a pair of models that comes to about what the paper says.
type match struct {
	bully, gossip model
	nodes         int
}

// matches are all pairs that save from low to high, in thousandths.
func matches(low, high int64) []match {
	var all []match
	for _, n := range recoverySizes() {
		for _, bully := range bullies() {
			for _, gossip := range gossips() {
				saved := saving(bully, gossip, n)
				if saved.Cmp(big.NewRat(low, 1000)) >= 0 && saved.Cmp(big.NewRat(high, 1000)) <= 0 {
					all = append(all, match{bully, gossip, n})
				}
			}
		}
	}
	return all
}

// percent writes a part of one.
func percent(part *big.Rat) string {
	return new(big.Rat).Mul(part, big.NewRat(100, 1)).FloatString(1) + " %"
}

// checkEighteen is C-17: no pair of ways to count that counts something comes to a saving of about 18 %.
func checkEighteen(around int64) (string, error) {
	found := matches(10*around-10, 10*around+10)
	for _, m := range found {
		if natural(m.gossip) {
			return "", fmt.Errorf("%s against %s save %s at n=%d", m.gossip.name, m.bully.name,
				percent(saving(m.bully, m.gossip, m.nodes)), m.nodes)
		}
	}
	return fmt.Sprintf("of %s pairs of ways to count, F = 3 and 5 to 100 nodes, those that save %d to %d %% are %s: "+
		"numbers of the example against a count", phrase.Thousands(fmt.Sprint(len(bullies())*len(gossips())*
		len(recoverySizes()))), around-1, around+1, claims.Listed(found, func(m match) string {
		return fmt.Sprintf("%s against %s at %d (%s)", m.gossip.name, m.bully.name, m.nodes,
			percent(saving(m.bully, m.gossip, m.nodes)))
	})), nil
}
