package paper

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// hostility is a group in which some replicas lie in what they share: the first ones, whom no honest replica
// elects. A liar may also name replicas that do not exist.
type hostility struct {
	nodes   int
	planted func(*reducing) // as in a station
}

// named is how many replicas a liar may name: those of the group, and as many made-up ones as a ranked vote
// needs.
func (h hostility) named() int { return h.nodes + specification.Risk{Replicas: h.nodes}.Inflation() }

// columns are an election at the last replica, an honest one.
func (h hostility) columns(election string) []reducing {
	s := among(h.named(), spec.NodeID(h.nodes-1))
	s.planted = h.planted
	return s.columns(election)
}

var errFollows = errors.New("an honest replica follows a liar")

// wrong reports whether an honest replica would take a view in which one of so many liars leads, or nobody that
// exists.
func (h hostility) wrong(r reducing, found words.View, liars int) bool {
	return r.takes(found) && (int(found.Leader) < liars || int(found.Leader) >= h.nodes)
}

// follows reports whether any SHARE of one liar, alone in a batch, deceives an honest replica that knows this.
func (h hostility) follows(r reducing, knows words.View) bool {
	return slices.ContainsFunc(proposals(h.named()), func(lie words.View) bool {
		return h.wrong(r, r.votes(knows, []words.View{lie}), 1)
	})
}

// deceives reports whether these SHAREs of liars, in some places among those of the honest, make an honest replica
// follow a liar or nobody that exists.
func (h hostility) deceives(r reducing, honest, lies []words.View, liars int) error {
	return places(len(honest)+len(lies), len(lies), func(at []int) error {
		batch := slices.Clone(honest)
		for i, place := range at {
			batch = slices.Insert(batch, place, lies[i])
		}
		if h.wrong(r, r.votes(honest[len(honest)-1], batch), liars) {
			return errFollows
		}
		return nil
	})
}

// deceived reports whether any SHAREs of so many liars, one of each, deceive an honest replica.
func (h hostility) deceived(r reducing, honest []words.View, liars int) bool {
	return claims.Sequences(proposals(h.named()), liars, func(lies []words.View) error {
		return h.deceives(r, honest, lies, liars)
	}) != nil
}

// stuffed reports whether one liar deceives an honest replica that counts each message, by so many equal SHAREs.
func (h hostility) stuffed(r reducing, honest []words.View, shares int) bool {
	return slices.ContainsFunc(proposals(h.named()), func(lie words.View) bool {
		return h.deceives(r, honest, slices.Repeat([]words.View{lie}, shares), 1) != nil
	})
}

// places yields each choice of so many of some places, ascending; it must not be kept.
func places(of, many int, yield func([]int) error) error {
	at := make([]int, many)
	var choose func(k, from int) error
	choose = func(k, from int) error {
		if k == many {
			return yield(at)
		}
		for place := from; place < of; place++ {
			at[k] = place
			if err := choose(k+1, place+1); err != nil {
				return err
			}
		}
		return nil
	}
	return choose(0, 0)
}

// effort is what it takes to deceive those who have all heard all: the least number of liars with one SHARE each,
// and the least number of SHAREs of one liar where each message counts.
type effort struct{ liars, shares int }

// effort is none of a group that is not deceived.
func (h hostility) effort(r reducing) (e effort) {
	honest := slices.Repeat([]words.View{topped(spec.AllNodes(h.nodes)...)}, h.nodes)
	for liars := h.nodes - 1; liars > 0 && h.deceived(r, honest[liars:], liars); liars-- {
		e.liars = liars
	}
	for shares := h.nodes; shares > 0 && h.stuffed(r, honest[1:], shares); shares-- {
		e.shares = shares
	}
	return e
}

// checkHostile is A-17: what it takes until an honest replica follows a liar or nobody that exists, where the
// honest have all heard all. Of a popular vote it is the most.
func checkHostile(groups []hostility) (string, error) {
	var said []string
	for _, h := range groups {
		var all []effort
		for _, election := range elections() {
			both := h.columns(election)
			e := h.effort(both[0])
			if other := h.effort(both[1]); e != other {
				return "", fmt.Errorf("of %d, %s: the columns differ, %v and %v", h.nodes, election, e, other)
			}
			all = append(all, e)
		}
		latest, popular, ranked := all[0], all[1], all[2]
		text := fmt.Sprintf("%d, %d and %d liars of %d, or one liar with %d, %d and %d SHAREs", latest.liars,
			popular.liars, ranked.liars, h.nodes, latest.shares, popular.shares, ranked.shares)
		if popular.liars <= max(latest.liars, ranked.liars) || popular.shares <= max(latest.shares, ranked.shares) {
			return "", fmt.Errorf("latest, popular and ranked fall to %s", text)
		}
		said = append(said, text)
	}
	return "latest, popular and ranked fall to " + strings.Join(said, "; "), nil
}

// checkLoneShare is A-17 where one SHARE of a liar is all that a batch holds, as outside of a session: whatever
// the election is, there is one that an honest replica which has heard all follows.
func checkLoneShare(h hostility) (string, error) {
	knows := topped(spec.AllNodes(h.nodes)...)
	for _, election := range elections() {
		for _, r := range h.columns(election) {
			if !h.follows(r, knows) {
				return "", fmt.Errorf("%s, %s: no SHARE that comes alone is followed", election, r.column)
			}
		}
	}
	return fmt.Sprintf("one SHARE of a liar that comes alone decides under latest, popular and ranked, among %d",
		h.nodes), nil
}

// checkHostileViews is A-17 where the honest need not have heard all: in how many cases of what they may share
// one liar with one SHARE decides, by the specification. Those of a popular vote are some of those of each other
// election.
func checkHostileViews(h hostility) (string, error) {
	others := h.nodes - 1
	cases, falls := 1<<(others*others), make([]int, len(elections()))
	for heard := range cases {
		var honest []words.View
		for i := range others {
			which := heard >> (i * others) & (1<<others - 1)
			honest = append(honest, topped(answered(h.nodes, spec.NodeID(i+1), which)...))
		}
		deceived := make([]bool, len(falls))
		for i, election := range elections() {
			if deceived[i] = h.deceived(h.columns(election)[1], honest, 1); deceived[i] {
				falls[i]++
			}
		}
		if deceived[1] && (!deceived[0] || !deceived[2]) {
			return "", fmt.Errorf("%v fall by a popular vote, and not by another", honest)
		}
	}
	if falls[1] >= min(falls[0], falls[2]) {
		return "", fmt.Errorf("of %d they fall in %v", cases, falls)
	}
	return fmt.Sprintf("of %d cases of what %d honest replicas have heard, one liar with one SHARE decides in %d, %d "+
		"and %d under latest, popular and ranked", cases, others, falls[0], falls[1], falls[2]), nil
}
