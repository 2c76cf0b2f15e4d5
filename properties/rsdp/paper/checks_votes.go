package paper

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// checkOneDeviates is A-16: one SHARE that lacks somebody decides under the latest source of truth if it
// comes last, and under a popular vote never, where two others are equal.
func checkOneDeviates(s station) (string, error) {
	nodes := s.cfg.Nodes
	all := topped(spec.AllNodes(nodes)...)
	decides := map[string]int{}
	batches := 0
	for _, election := range elections() {
		for _, r := range s.columns(election) {
			for missing := range spec.NodeID(nodes - 1) {
				partial := topped(spec.AllNodes(nodes).Without(missing + 1)...)
				for place := range nodes {
					batch := slices.Repeat([]words.View{all}, nodes)
					batch[place] = partial
					batches++
					if !equalViews(r.votes(listing(spec.None), batch), all) {
						decides[election]++
						if election == words.Latest && place != nodes-1 {
							return "", fmt.Errorf("%s: place %d of %d decides", r.column, place, nodes)
						}
					}
				}
			}
		}
	}
	if want := 2 * (nodes - 1); decides[words.Latest] != want || decides[words.Popular]+decides[words.Ranked] > 0 {
		return "", fmt.Errorf("of %d batches it decides in %v", batches, decides)
	}
	return fmt.Sprintf("of %d SHAREs one that lacks somebody decides under latest if it comes last, and under the "+
		"votes never", nodes), nil
}

// checkLooks is A-16: how many of some SHAREs an election looks at: those of which another would change
// what it makes of them, in some batch.
func checkLooks(s station) (string, error) {
	nodes := s.cfg.Nodes
	var said []string
	for _, election := range elections() {
		for _, r := range s.columns(election) {
			places := 0
			for place := range nodes {
				if r.looksAt(nodes, place) {
					places++
				}
			}
			if want := map[bool]int{true: 1, false: nodes}[election == words.Latest]; places != want {
				return "", fmt.Errorf("%s, %s: it looks at %d", election, r.column, places)
			}
			if r.column == "specification" {
				said = append(said, fmt.Sprintf("%s at %d", election, places))
			}
		}
	}
	return fmt.Sprintf("of %d SHAREs %s", nodes, strings.Join(said, ", ")), nil
}

// looksAt tells whether another SHARE in that place changes what the election makes of any batch.
func (r reducing) looksAt(nodes, place int) bool {
	changes := errors.New("it does")
	return claims.Sequences(proposals(nodes), nodes, func(batch []words.View) error {
		was, first := batch[place], r.votes(listing(spec.None), batch)
		defer func() { batch[place] = was }()
		for _, batch[place] = range proposals(nodes) {
			if !equalViews(r.votes(listing(spec.None), batch), first) {
				return changes
			}
		}
		return nil
	}) != nil
}

// checkPlurality is A-17: of five replicas two that collude win a popular vote where each of the others
// has missed another answer, and they never win where the others agree.
func checkPlurality(s station) (string, error) {
	const nodes = 5
	all := spec.AllNodes(nodes)
	plot := listing(0, all...)
	honest := []words.View{topped(all.Without(0)...), topped(all.Without(1)...), topped(all.Without(2)...)}
	for _, r := range s.columns(words.Popular) {
		if got := r.votes(listing(spec.None), append(slices.Clone(honest), plot, plot)); !equalViews(got, plot) {
			return "", fmt.Errorf("%s: two of %d get %v", r.column, nodes, got)
		}
	}
	return "the two equal proposals of two that collude win against three of which each misses somebody else", nil
}

// checkColluders is A-17, where it holds: whoever is less than half loses against equal proposals, in
// each order and with any proposal.
func checkColluders(s station) (string, error) {
	batches, nodes := 0, s.cfg.Nodes
	all := topped(spec.AllNodes(nodes)...)
	for _, r := range s.columns(words.Popular) {
		for _, plot := range proposals(nodes) {
			for colluders := range (nodes + 1) / 2 {
				batch := append(slices.Repeat([]words.View{plot}, colluders), slices.Repeat([]words.View{all},
					nodes-colluders)...)
				err := orders(batch, func(batch []words.View) error {
					if batches++; !equalViews(r.votes(listing(spec.None), batch), all) {
						return fmt.Errorf("%s: %d of %d win with %v", r.column, colluders, nodes, plot)
					}
					return nil
				})
				if err != nil {
					return "", err
				}
			}
		}
	}
	return fmt.Sprintf("in %d batches of %d SHAREs those who collude, less than half, lose against equal ones of "+
		"all others",
		batches, nodes), nil
}

// checkStuffing is A-17 by messages, as printed, and where a second takes the place of the first.
func checkStuffing() (string, error) {
	asPrinted, mended := stuffing(words.KeepsRepeats), stuffing()
	if asPrinted != "0" || mended != "3" {
		return "", fmt.Errorf("with repeats it follows %s, without %s", asPrinted, mended)
	}
	return "one that sends its proposal four times wins against the equal ones of three others; a sender's second " +
		"must take the place of its first", nil
}

// checkScalars is A-18: how many addresses a popular vote hashes, of whole tuples and of leaders alone;
// and that leaders alone may elect another.
func checkScalars(nodes int) (string, error) {
	all := spec.AllNodes(nodes)
	batch := slices.Repeat([]words.View{topped(all...)}, nodes)
	tuples := 0
	for _, v := range batch {
		tuples += len(v.Members) + 1
	}
	three := []words.View{
		listing(1, 0, 1), listing(1, 0, 1), listing(2, 2), listing(2, 0, 2), listing(2, 1, 2),
	}
	leaders := map[spec.NodeID]int{}
	for _, v := range three {
		leaders[v.Leader]++
	}
	for _, r := range among(3, 0).columns(words.Popular) {
		if got := r.votes(listing(spec.None), three).Leader; got != 1 || leaders[2] <= leaders[1] {
			return "", fmt.Errorf("%s: of %v it elects %s", r.column, three, got)
		}
	}
	return fmt.Sprintf("%d replicas hash %d addresses of whole tuples, and %d of leaders; of %v tuples elect 1, "+
		"leaders 2", nodes, tuples, nodes, three), nil
}

// checkInflated is A-20: how many made-up names a liar needs, so that its candidate wins by rank against
// the full ballots of all others.
func checkInflated(sizes []int) (string, error) {
	var said []int
	for _, n := range sizes {
		want := specification.Risk{Replicas: n}.Inflation()
		for column := range 2 {
			if got := namesNeeded(n, column); got != want {
				return "", fmt.Errorf("%d replicas: %d names, and by the weights %d", n, got, want)
			}
		}
		said = append(said, want)
	}
	return fmt.Sprintf("against the full ballots of all others of %v a liar needs %v made-up names, the least m "+
		"with 2^m > n-1", sizes, said), nil
}

// namesNeeded is how many made-up names one of n puts on its ballot, behind all that there are and the one
// first whom the others want, so that the last of these names is elected.
func namesNeeded(n, column int) int {
	for names := 1; ; names++ {
		s := among(n+names, 0)
		wanted := spec.NodeID(n - 1)
		mine := append([]spec.NodeID{wanted}, spec.AllNodes(n+names).Without(wanted)...)
		batch := append(slices.Repeat([]words.View{topped(spec.AllNodes(n)...)}, n-1), topped(mine...))
		if s.columns(words.Ranked)[column].votes(listing(spec.None), batch).Leader == spec.NodeID(n+names-1) {
			return names
		}
	}
}

// checkUnion is A-41: the union of lists is the same in each order, however they are put together, and
// with repeats; so it is what the members reducer makes of them.
func checkUnion(nodes int) (string, error) {
	all := subsets(spec.AllNodes(nodes))
	triples := 0
	err := claims.Sequences(all, 3, func(three []spec.Set) error {
		triples++
		want := three[0].Union(three[1]).Union(three[2])
		pairs := []spec.Set{three[0].Union(three[1]), three[2], three[0]}
		for _, lists := range [][]spec.Set{three, pairs} {
			for column, got := range rosters(nodes, lists) {
				if !spec.NewSet(got...).Equal(want) {
					return fmt.Errorf("column %d makes %v of %v", column, got, lists)
				}
			}
		}
		return orders(slices.Clone(three), func(again []spec.Set) error {
			for _, got := range rosters(nodes, again) {
				if !spec.NewSet(got...).Equal(want) {
					return fmt.Errorf("of %v in the order %v it makes %v", three, again, got)
				}
			}
			return nil
		})
	})
	return fmt.Sprintf("of %d triples of lists the members reducer makes the union, in each order, in two steps, "+
		"and with repeats", triples), err
}

// checkMean is A-41: the mean of means is not the mean of all, so that what replicas have aggregated
// cannot be aggregated again.
func checkMean() (string, error) {
	mean := func(list ...*big.Rat) *big.Rat {
		sum := new(big.Rat)
		for _, x := range list {
			sum.Add(sum, x)
		}
		return sum.Quo(sum, big.NewRat(int64(len(list)), 1))
	}
	zero, three := new(big.Rat), big.NewRat(3, 1)
	pooled, ofMeans := mean(zero, zero, three), mean(mean(zero), mean(zero, three))
	if pooled.Cmp(ofMeans) == 0 {
		return "", fmt.Errorf("both are %s", pooled.RatString())
	}
	return fmt.Sprintf("the mean of {0} and {0, 3} is %s, of their means %s", pooled.FloatString(2),
		ofMeans.FloatString(2)), nil
}
