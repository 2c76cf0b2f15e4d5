package paper

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// checkFound is A-05: the members are those who have answered, and the greatest of them leads, in
// whatever order and however often they have.
func checkFound(s station) (string, error) {
	buffers, nodes := 0, s.cfg.Nodes
	err := s.each(func(r reducing) error {
		for length := range nodes + 1 {
			err := claims.Sequences(spec.AllNodes(nodes), length, func(from []spec.NodeID) error {
				buffers++
				want := topped(spec.NewSet(from...)...)
				if got := r.finds(listing(spec.None), from); !equalViews(got, want) {
					return fmt.Errorf("of %v it makes %v", from, got)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return fmt.Sprintf("of %d buffers of answers of up to %d replicas each gives their senders and the greatest",
		buffers, nodes), err
}

// checkNormalised is A-07: the client is told that it leads if the leader is the replica itself.
func checkNormalised(s station) (string, error) {
	views, nodes := 0, s.cfg.Nodes
	for self := range spec.NodeID(nodes) {
		err := s.seenBy(self).each(func(r reducing) error {
			for _, v := range append(proposals(nodes), listing(spec.None)) {
				views++
				want := words.Follows
				switch v.Leader {
				case self:
					want = words.Leads
				case spec.None:
					want = words.NoLeader
				}
				if told := r.leads(v); told != want {
					return fmt.Errorf("%s, who holds %v, tells %v", self, v, told)
				}
			}
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("of %d views the client is told that it leads, that it follows, or that there is no leader",
		views), nil
}

// checkLatest is A-08: the latest source of truth is what came last.
func checkLatest(s station) (string, error) {
	batches := 0
	for _, r := range s.columns(words.Latest) {
		for length := 1; length <= 3; length++ {
			err := claims.Sequences(proposals(s.cfg.Nodes), length, func(shares []words.View) error {
				batches++
				if got := r.votes(listing(spec.None), shares); !equalViews(got, shares[length-1]) {
					return fmt.Errorf("%s: of %v it takes %v", r.column, shares, got)
				}
				return nil
			})
			if err != nil {
				return "", err
			}
		}
	}
	return fmt.Sprintf("of %d batches of up to three it takes the last", batches), nil
}

// checkPopular is A-09: a popular vote takes the tuple that is shared most often, and where its ties are
// broken by what stands in them it takes the same in each order.
func checkPopular(s station) (string, error) {
	batches, ties := 0, 0
	for _, r := range s.columns(words.Popular) {
		err := claims.Sequences(proposals(s.cfg.Nodes), 3, func(shares []words.View) error {
			batches++
			most, times := mostOften(shares)
			got := r.votes(listing(spec.None), shares)
			if !slices.ContainsFunc(most, func(v words.View) bool { return equalViews(v, got) }) {
				return fmt.Errorf("%s: of %v it takes %v", r.column, shares, got)
			}
			if len(most) > 1 && times > 0 {
				ties++
			}
			return orders(slices.Clone(shares), func(shares []words.View) error {
				if again := r.votes(listing(spec.None), shares); !equalViews(again, got) {
					return fmt.Errorf("%s: in the order %v it takes %v, and in another %v", r.column, shares, again,
						got)
				}
				return nil
			})
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("of %d batches of three it takes one that is there most often, in each order the same; %d "+
		"are ties", batches, ties), nil
}

// mostOften are the tuples that are there most often, and how often they are.
func mostOften(shares []words.View) (most []words.View, times int) {
	for _, v := range shares {
		count := 0
		for _, other := range shares {
			if equalViews(v, other) {
				count++
			}
		}
		switch known := slices.ContainsFunc(most, func(other words.View) bool { return equalViews(v, other) }); {
		case count > times:
			most, times = []words.View{v}, count
		case count == times && !known:
			most = append(most, v)
		}
	}
	return most, times
}

// scored is the ranked vote by its formula, w_{i,k} = 2^(n_i - k) with the best of a list first, which
// is the last of ours: the winner, and whether it is one of several.
func scored(ballots [][]spec.NodeID) (winner spec.NodeID, tied bool) {
	points := map[spec.NodeID]*big.Int{}
	for _, ballot := range ballots {
		n := len(ballot)
		for k := 1; k <= n; k++ {
			id := ballot[n-k]
			if points[id] == nil {
				points[id] = new(big.Int)
			}
			points[id].Add(points[id], new(big.Int).Exp(big.NewInt(2), big.NewInt(int64(n-k)), nil))
		}
	}
	winner = spec.None
	for id, score := range points {
		switch {
		case winner == spec.None:
			winner = id
		case score.Cmp(points[winner]) == 0:
			tied, winner = true, max(winner, id)
		case score.Cmp(points[winner]) > 0:
			tied, winner = false, id
		}
	}
	return winner, tied
}

// ballots are all batches of up to so many ballots of so many candidates.
type ballots struct {
	station // whose processes are the candidates
	most    int
}

// checkRanked is: whoever has most points by the formula leads, of several the greatest.
// Each ballot has any of the candidates, in any order.
func checkRanked(b ballots) (string, error) {
	var lists [][]spec.NodeID
	for _, set := range subsets(spec.AllNodes(b.cfg.Nodes))[1:] {
		_ = orders(slices.Clone([]spec.NodeID(set)), func(list []spec.NodeID) error {
			lists = append(lists, slices.Clone(list))
			return nil
		})
	}
	tied, all := 0, 0
	for length := 1; length <= b.most; length++ {
		err := claims.Sequences(lists, length, func(ballots [][]spec.NodeID) error {
			all++
			one, err := b.ranks(ballots)
			if one {
				tied++
			}
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("in all %d batches of up to %d ballots of %d candidates the formula's winner leads; in the %d "+
		"that are ties it is the greatest of those with most points", all, b.most, b.cfg.Nodes, tied), nil
}

// ranks holds both columns against the formula, and reports whether there is a tie.
func (s station) ranks(ballots [][]spec.NodeID) (bool, error) {
	winner, tied := scored(ballots)
	shares := make([]words.View, len(ballots))
	for i, list := range ballots {
		shares[i] = listing(list[len(list)-1], list...)
	}
	for _, r := range s.columns(words.Ranked) {
		if got := r.votes(listing(spec.None), shares).Leader; got != winner {
			return tied, fmt.Errorf("%s: of the ballots %v it elects %s, by the formula %s", r.column, ballots, got,
				winner)
		}
	}
	return tied, nil
}

// checkLongBallots is A-10 where a weight does not fit into 64 bits, and that the weights of a ballot
// add up to 2^n - 1.
func checkLongBallots(s station) (string, error) {
	const drawn = 1000
	for n := 1; n <= 2*words.MaxNodes; n++ {
		sum := new(big.Int)
		for k := 1; k <= n; k++ {
			sum.Add(sum, new(big.Int).Lsh(big.NewInt(1), uint(n-k)))
		}
		if want := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(n)), big.NewInt(1)); sum.Cmp(want) != 0 {
			return "", fmt.Errorf("the weights of a ballot of %d add up to %s", n, sum)
		}
	}
	for i := range uint64(drawn) {
		var ballots [][]spec.NodeID
		for j := range uint64(3) {
			key := draw.New(i).With(j)
			ballot := slices.Clone([]spec.NodeID(spec.AllNodes(s.cfg.Nodes)))
			for k := len(ballot) - 1; k > 0; k-- {
				swap := key.With(uint64(k)).Below(uint64(k + 1))
				ballot[k], ballot[swap] = ballot[swap], ballot[k]
			}
			ballots = append(ballots, ballot)
		}
		if _, err := s.ranks(ballots); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("in %d batches of three drawn ballots of %d candidates, the first of whom has 2^%d points, the "+
		"formula's winner leads", drawn, s.cfg.Nodes, s.cfg.Nodes-1), nil
}

// checkSanitised is A-12: a view is taken if it has members, the replica and the leader among them.
func checkSanitised(s station) (string, error) {
	views, taken := 0, 0
	err := s.each(func(r reducing) error {
		for _, set := range subsets(spec.AllNodes(s.cfg.Nodes)) {
			for leader := spec.None; int(leader) < s.cfg.Nodes; leader++ {
				views++
				want := len(set) > 0 && set.Has(s.self) && set.Has(leader)
				if r.takes(listing(leader, set...)) != want {
					return fmt.Errorf("%s takes members %s with leader %s: %t", s.self, set, leader, !want)
				}
				if want {
					taken++
				}
			}
		}
		return nil
	})
	return fmt.Sprintf("of %d pairs of members and a leader those %d are taken that the formula takes", views,
		taken), err
}

// checkReloads is A-13: the client is told if the members, as sets, or the leader are others.
func checkReloads(s station) (string, error) {
	pairs := 0
	err := s.each(func(r reducing) error {
		for _, own := range proposals(s.cfg.Nodes) {
			for _, shared := range proposals(s.cfg.Nodes) {
				pairs++
				want := own.Leader != shared.Leader ||
					!spec.NewSet(own.Members...).Equal(spec.NewSet(shared.Members...))
				slices.Reverse(shared.Members)
				if r.tells(own, shared) != want {
					return fmt.Errorf("from %v to %v it tells: %t", own, shared, !want)
				}
			}
		}
		return nil
	})
	return fmt.Sprintf("of %d pairs of views, one in the reverse order, those are told of in which the set or the "+
		"leader differs", pairs), err
}

// checkClosed is: whoever has left is no member any more and nobody's leader, and the
// greatest of the others leads; in whatever order, one by one or together, and once or twice.
func checkClosed(s station) (string, error) {
	closes := 0
	err := s.each(func(r reducing) error {
		for _, own := range subsets(spec.AllNodes(s.cfg.Nodes)) {
			for _, leavers := range subsets(spec.AllNodes(s.cfg.Nodes)) {
				want := topped(own.Minus(leavers)...)
				if got := r.closes(topped(own...), leavers); !equalViews(got, want) {
					return fmt.Errorf("of %s, when %s have left, it makes %v", own, leavers, got)
				}
				err := orders(slices.Clone([]spec.NodeID(leavers)), func(one []spec.NodeID) error {
					closes++
					left := topped(own...)
					for _, id := range slices.Concat(one, one) {
						left = r.closes(left, spec.NewSet(id))
					}
					if !equalViews(left, want) {
						return fmt.Errorf("of %s, when %v have left one after the other, twice, it makes %v", own,
							one, left)
					}
					return nil
				})
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	return fmt.Sprintf("in %d orders in which some leave, each twice, one ends with the others and the greatest of "+
		"them",
		closes), err
}

// checkUnsorted is A-22: without sorting, and with the last for the leader, the order of the answers
// decides who leads.
func checkUnsorted(s station) (string, error) {
	nodes, leaders := s.cfg.Nodes, map[spec.NodeID]bool{}
	err := orders(slices.Clone([]spec.NodeID(spec.AllNodes(nodes))), func(from []spec.NodeID) error {
		leaders[from[len(from)-1]] = true
		return s.each(func(r reducing) error {
			if got := r.finds(listing(spec.None), from).Leader; got != spec.NodeID(nodes-1) {
				return fmt.Errorf("of the answers %v it elects %s", from, got)
			}
			return nil
		})
	})
	if err == nil && len(leaders) != nodes {
		err = fmt.Errorf("unsorted, only %d lead", len(leaders))
	}
	return fmt.Sprintf("the same %d answers, in all orders, make each of them the leader if they are not sorted, "+
		"and one if they are", nodes), err
}
