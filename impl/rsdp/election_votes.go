package rsdp

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// latest is the latest source of truth: what was shared last.
func (e *election) latest(r *Replica, shares []Entry) words.View {
	return e.stripped(r, shares[len(shares)-1].Data)
}

// tally counts one view.
type tally struct {
	view  words.View
	count int
}

// popular is the popular vote: the view that most have shared.
func (e *election) popular(r *Replica, shares []Entry) words.View {
	var tallies []tally
	places, key := make(map[string]int, len(shares)), make([]byte, 0, len(r.Order)+1)
	for _, share := range shares {
		view := e.stripped(r, share.Data)
		key = appendKey(key[:0], view)
		place, known := places[string(key)]
		if !known {
			place = len(tallies)
			places[string(key)] = place
			tallies = append(tallies, tally{view: view})
		}
		tallies[place].count++
	}
	best := tallies[0]
	for _, other := range tallies[1:] {
		if e.comparePopularity(r, other, best) > 0 {
			best = other
		}
	}
	return best.view
}

// appendKey tells views apart, by bytes: words.MaxNodes is less than 255, which None becomes.
func appendKey(key []byte, v words.View) []byte {
	key = append(key, byte(v.Leader))
	for _, id := range v.Members {
		key = append(key, byte(id))
	}
	return key
}

// comparePopularity compares two views by their popularity, and by the rule for ties (a9). Under
// words.TieArrival they are equal, so that the one that came first stays.
func (e *election) comparePopularity(r *Replica, a, b tally) int {
	if a.count != b.count {
		return cmp.Compare(a.count, b.count)
	}
	leaders := r.Compare(a.view.Leader, b.view.Leader)
	lists := slices.CompareFunc(a.view.Members, b.view.Members, r.Compare)
	switch e.ties {
	case words.TieArrival:
		return 0
	case words.TieLexicographic:
		return cmp.Or(lists, leaders)
	}
	return cmp.Or(cmp.Compare(len(a.view.Members), len(b.view.Members)), leaders, lists)
}

// ranked is the ranked vote with exponential weights: each list gives its first member,
// whom it wants least, one point, and each other twice as many as the one before. Who has most leads,
// of several the greatest. The members are all who stand in any list (a10).
func (e *election) ranked(r *Replica, shares []Entry) words.View {
	ballots, longest := make([][]spec.NodeID, len(shares)), 0
	for i, share := range shares {
		ballots[i] = e.stripped(r, share.Data).Members
		longest = max(longest, len(ballots[i]))
	}
	digits := (longest+bits.Len(uint(len(ballots))))/digitBits + 1
	marked, scores := make([]bool, len(r.Order)), make([]uint64, len(r.Order)*digits)
	scoreOf := func(id spec.NodeID) score { return scores[int(id)*digits:][:digits] }
	for _, ballot := range ballots {
		for exponent, id := range ballot {
			marked[id] = true
			scoreOf(id).add(exponent)
		}
	}
	result := words.View{Members: r.Ascending(marked), Leader: spec.None}
	for _, id := range result.Members {
		if result.Leader == spec.None || scoreOf(id).compare(scoreOf(result.Leader)) >= 0 {
			result.Leader = id
		}
	}
	return result
}

// digitBits is how many binary digits one of a score has.
const digitBits = 64

// score is a sum of powers of two, exact however long the ballots are: the least digit first.
type score []uint64

// add adds a power of two.
func (s score) add(exponent int) {
	place, carry := exponent/digitBits, uint64(1)<<(exponent%digitBits)
	for ; carry != 0; place++ {
		s[place], carry = bits.Add64(s[place], carry, 0)
	}
}

// compare compares scores of equally many digits.
func (s score) compare(t score) int {
	for place := len(s) - 1; place >= 0; place-- {
		if s[place] != t[place] {
			return cmp.Compare(s[place], t[place])
		}
	}
	return 0
}
