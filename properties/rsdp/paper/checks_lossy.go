package paper

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// lossy is one session of all replicas, from a cold start, in which so many of 100 messages to another
// replica are lost; windows are long enough, nobody fails, and what a replica tells itself is not lost.
// All is worked out, and nothing drawn: probabilities are whole numbers over one denominator.
type lossy struct {
	nodes, lost int
	planted     func(*reducing) // as in a station
	// held is what the replicas hold before; none where they start cold.
	held []words.View
}

// risk is what the closed forms say of it.
func (l lossy) risk() specification.Risk {
	return specification.Risk{Replicas: l.nodes, Loss: big.NewRat(int64(l.lost), 100), Failure: new(big.Rat)}
}

// orderings is a multiple of how many SHAREs a replica may receive, of which any may come last.
const orderings = 12

// answered are the replicas that one hears, from a number whose bits stand for the others.
func answered(nodes int, self spec.NodeID, which int) spec.Set {
	heard := spec.NewSet(self)
	for bit, other := range spec.AllNodes(nodes).Without(self) {
		if which>>bit&1 == 1 {
			heard = heard.With(other)
		}
	}
	return heard
}

// likely is what one replica may hold in the end, and how likely that is.
type likely struct {
	view words.View
	p    int64
}

// before is what one replica holds when SHAREs come: what it held before, and from a cold start what it found.
func (l lossy) before(self spec.NodeID, shared []words.View) words.View {
	if l.held != nil {
		return l.held[self]
	}
	return shared[self]
}

// ending is what one replica may hold in the end, where all share what is given: it receives some of
// that, in any order. Its denominator is orderings times 100 to the power of n-1.
func (l lossy) ending(r reducing, self spec.NodeID, shared []words.View) (all []likely) {
	for which := range 1 << (l.nodes - 1) {
		from := answered(l.nodes, self, which)
		p := int64(orderings / len(from))
		for other := range l.nodes - 1 {
			if other < l.nodes-len(from) {
				p *= int64(l.lost)
			} else {
				p *= int64(100 - l.lost)
			}
		}
		for _, last := range from {
			batch := make([]words.View, 0, len(from))
			for _, sender := range append(slices.Clone(from.Without(last)), last) {
				batch = append(batch, shared[sender])
			}
			view := l.before(self, shared)
			if found := r.votes(view, batch); r.takes(found) {
				view = found
			}
			i := slices.IndexFunc(all, func(o likely) bool { return equalViews(o.view, view) })
			if i < 0 {
				i, all = len(all), append(all, likely{view: view})
			}
			all[i].p += p
		}
	}
	return all
}

// outcomes are how likely it is that two replicas hold other members or another leader, that two follow
// another leader, and that two lead.
type outcomes struct{ disagree, differ, twoLead *big.Rat }

// ends works out how the session ends, by an election in one column.
func (l lossy) ends(election string, column int) outcomes {
	agree, follow, oneLeads := new(big.Int), new(big.Int), new(big.Int)
	ways, arrive := l.nodes*(l.nodes-1), int64(100-l.lost)*int64(100-l.lost) // a HELLO and its STATUS, of 100 x 100
	columns := make([]reducing, l.nodes)
	for self := range columns {
		s := among(l.nodes, spec.NodeID(self))
		s.planted = l.planted
		columns[self] = s.columns(election)[column]
	}
	for heard := range 1 << ways {
		p := big.NewInt(1)
		for way := range ways {
			if heard>>way&1 == 1 {
				p.Mul(p, big.NewInt(arrive))
			} else {
				p.Mul(p, big.NewInt(100*100-arrive))
			}
		}
		shared, ends := make([]words.View, l.nodes), make([][]likely, l.nodes)
		for self := range shared {
			of := heard >> (self * (l.nodes - 1)) & (1<<(l.nodes-1) - 1)
			shared[self] = topped(answered(l.nodes, spec.NodeID(self), of)...)
		}
		for self := range ends {
			ends[self] = l.ending(columns[self], spec.NodeID(self), shared)
		}
		add := func(to, of *big.Int) { to.Add(to, of.Mul(of, p)) }
		add(agree, inCommon(ends, equalViews))
		add(follow, inCommon(ends, func(a, b words.View) bool { return a.Leader == b.Leader }))
		add(oneLeads, leadAlone(ends, l.whole().Int64()))
	}
	not := func(p *big.Int) *big.Rat {
		all := new(big.Int).Exp(l.whole(), big.NewInt(int64(l.nodes)), nil)
		all.Mul(all, new(big.Int).Exp(big.NewInt(100), big.NewInt(int64(2*ways)), nil))
		return new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).SetFrac(p, all))
	}
	return outcomes{not(agree), not(follow), not(oneLeads)}
}

// whole is the denominator of what one replica holds.
func (l lossy) whole() *big.Int {
	all := new(big.Int).Exp(big.NewInt(100), big.NewInt(int64(l.nodes-1)), nil)
	return all.Mul(all, big.NewInt(orderings))
}

// inCommon is how likely it is that all replicas hold the same in some respect.
func inCommon(ends [][]likely, same func(a, b words.View) bool) *big.Int {
	sum := new(big.Int)
	for i, first := range ends[0] {
		if slices.ContainsFunc(ends[0][:i], func(o likely) bool { return same(o.view, first.view) }) {
			continue
		}
		product := big.NewInt(1)
		for _, all := range ends {
			p := int64(0)
			for _, one := range all {
				if same(one.view, first.view) {
					p += one.p
				}
			}
			product.Mul(product, big.NewInt(p))
		}
		sum.Add(sum, product)
	}
	return sum
}

// leadAlone is how likely it is that at most one holds itself for the leader, of so many of whole each.
func leadAlone(ends [][]likely, whole int64) *big.Int {
	none, one := big.NewInt(1), new(big.Int) // how likely it is that none, or one, of those so far leads
	for self, all := range ends {
		leads := int64(0)
		for _, o := range all {
			if o.view.Leader == spec.NodeID(self) {
				leads += o.p
			}
		}
		one.Mul(one, big.NewInt(whole-leads))
		one.Add(one, new(big.Int).Mul(none, big.NewInt(leads)))
		none.Mul(none, big.NewInt(whole-leads))
	}
	return none.Add(none, one)
}

// lossyNetworks are those whose sessions are worked out.
func lossyNetworks() []lossy {
	return []lossy{loses(2, 1), loses(2, 10), loses(3, 1), loses(3, 5), loses(3, 10), loses(4, 10)}
}

// loses are so many replicas that lose so many of 100 messages.
func loses(nodes, lost int) lossy { return lossy{nodes: nodes, lost: lost} }

// mostColumns is up to how many replicas both columns are asked.
const mostColumns = 3

// checkRobust is: of the three elections the ranked vote ends in disagreement least often,
// and the latest source of truth most often; and so do they with two leaders.
func checkRobust(networks []lossy) (string, error) {
	var said []string
	for _, l := range networks {
		var all []outcomes
		for _, election := range elections() {
			o := l.ends(election, 0)
			if l.nodes <= mostColumns {
				other := l.ends(election, 1)
				if o.disagree.Cmp(other.disagree) != 0 || o.twoLead.Cmp(other.twoLead) != 0 {
					return "", fmt.Errorf("%d replicas, %s: the columns differ", l.nodes, election)
				}
			}
			all = append(all, o)
		}
		latest, popular, ranked := all[0], all[1], all[2]
		text := fmt.Sprintf("%s, %s and %s %% of %d that lose %d %%", hundredfold(latest.disagree, 2),
			hundredfold(popular.disagree, 2), hundredfold(ranked.disagree, 2), l.nodes, l.lost)
		for _, pair := range [][2]*big.Rat{
			{ranked.disagree, popular.disagree},
			{popular.disagree, latest.disagree},
			{ranked.twoLead, popular.twoLead},
			{popular.twoLead, latest.twoLead},
		} {
			if pair[0].Cmp(pair[1]) >= 0 {
				return "", fmt.Errorf("latest, popular and ranked end in disagreement in %s", text)
			}
		}
		said = append(said, text)
	}
	return "latest, popular and ranked end in disagreement in " + strings.Join(said, "; "), nil
}

// holdings are all that so many replicas may hold, each of them itself and any others, of whom any leads.
func holdings(nodes int) (all [][]words.View) {
	all = [][]words.View{nil}
	for self := range spec.NodeID(nodes) {
		var longer [][]words.View
		for _, views := range all {
			for _, view := range proposals(nodes) {
				if slices.Contains(view.Members, self) {
					longer = append(longer, append(slices.Clone(views), view))
				}
			}
		}
		all = longer
	}
	return all
}

// checkResolves is A-23 where messages may be lost in each session: whatever replicas hold before, the session ends in
// agreement with some probability, and in disagreement with some. So each disagreement is resolved by some session,
// and each agreement is undone by some.
func checkResolves(l lossy) (string, error) {
	var resolves, undoes []string
	for _, election := range elections() {
		least, most := big.NewRat(1, 1), new(big.Rat)
		for _, l.held = range holdings(l.nodes) {
			p := l.ends(election, 0).disagree
			if p.Cmp(least) < 0 {
				least = p
			}
			if p.Cmp(most) > 0 {
				most = p
			}
		}
		if least.Sign() <= 0 || most.Cmp(big.NewRat(1, 1)) >= 0 {
			return "", fmt.Errorf("%s: %s to %s %% end in disagreement", election, hundredfold(least, 2),
				hundredfold(most, 2))
		}
		resolves = append(resolves, hundredfold(minus(big.NewRat(1, 1), most), 2))
		undoes = append(undoes, hundredfold(least, 2))
	}
	return fmt.Sprintf("%d replicas that lose %d %%, whatever they hold before: a session of all ends in agreement "+
		"with at least %s %%, and in disagreement with at least %s %% (latest, popular, ranked)", l.nodes, l.lost,
		strings.Join(resolves, ", "), strings.Join(undoes, ", ")), nil
}
