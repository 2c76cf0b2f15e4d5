package paper

import (
	"errors"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/properties/coordination"
	"github.com/scrutineer-go/scrutineer/spec"
	reducers "github.com/scrutineer-go/scrutineer/spec/coordination/words"
)

// directory is the reducer of the members in one column: the list that a replica makes of answers, each with the id of
// its sender for the capacity, and of the lists that are shared.
type directory struct {
	answered func(self spec.NodeID, from []spec.NodeID) []reducers.Member
	shared   func(self spec.NodeID, lists [][]spec.NodeID) []reducers.Member
}

// members returns replicas with their ids for their capacities.
func members(ids []spec.NodeID) (list []reducers.Member) {
	for _, id := range ids {
		list = append(list, reducers.Member{ID: id, Meta: reducers.Meta{Capacity: int(id)}})
	}
	return list
}

// directories returns both columns, among a number of replicas.
func directories(nodes int) (both []directory) {
	for _, r := range columns(coordination.Directory(reducers.Config{}), nodes) {
		both = append(both, directory{
			func(self spec.NodeID, from []spec.NodeID) []reducers.Member {
				var all []told
				for _, m := range members(from) {
					all = append(all, told{m.ID, m.Meta})
				}
				return r.answered(self, reducers.Members{}, all).(reducers.Members).Members
			},
			func(self spec.NodeID, lists [][]spec.NodeID) []reducers.Member {
				var all []told
				for from, list := range lists {
					all = append(all, told{spec.NodeID(from), reducers.Members{Members: members(list)}})
				}
				return r.shared(self, reducers.Members{}, all).(reducers.Members).Members
			},
		})
	}
	return both
}

// checkMembers is B-03: answers, in any order and with repeats, give the list of their senders, in one order, each with
// the metadata that it sent.
func checkMembers(columns []directory) (string, error) {
	const nodes = 4
	answers := 0
	for length := 1; length <= nodes+1; length++ {
		err := claims.Sequences(spec.AllNodes(nodes), length, func(from []spec.NodeID) error {
			answers++
			want := members(spec.NewSet(from...))
			for _, d := range columns {
				if got := d.answered(from[0], from); !slices.Equal(got, want) {
					return fmt.Errorf("of answers from %v it makes %v", from, got)
				}
			}
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("of %d lists of up to %d answers of %d replicas each gives their senders, in one order, "+
		"with their own metadata", answers, nodes+1, nodes), nil
}

// checkRepairs is B-17 of what goes wrong by accident: a replica that misses answers has the whole list from others.
func checkRepairs(columns []directory) (string, error) {
	const nodes = 4
	all := []spec.NodeID(spec.AllNodes(nodes))
	for missed := range 1 << nodes {
		lists := slices.Repeat([][]spec.NodeID{all}, nodes)
		lists[0] = []spec.NodeID{0}
		for _, id := range all[1:] {
			if missed>>id&1 == 0 {
				lists[0] = append(lists[0], id)
			}
		}
		for _, d := range columns {
			if got := d.shared(0, lists); !slices.Equal(got, members(all)) {
				return "", fmt.Errorf("of %v it makes %v", lists, got)
			}
		}
	}
	return fmt.Sprintf("a replica of %d that misses any answers has the whole list from what the others share",
		nodes), nil
}

// member is a triple of (6).
type member struct{ id, meta int }

// aggregating is (6): what v_i makes of itself and the others, given the metadata of all.
type aggregating func(i int, meta []int) []member

// sixth is (6) as printed: the metadata is f_meta(v_i), that of the aggregator.
func sixth(i int, meta []int) (list []member) {
	for j := range meta {
		list = append(list, member{j, meta[i]})
	}
	return list
}

// checkMetadata is b5: with (6) as printed each member has the metadata of the aggregator.
func checkMetadata(f aggregating) (string, error) {
	wrong, all := 0, 0
	_ = claims.Sequences([]int{0, 1, 2}, 3, func(meta []int) error {
		for i := range meta {
			all++
			if slices.ContainsFunc(f(i, meta), func(m member) bool { return m.meta != meta[m.id] }) {
				wrong++
			}
		}
		return nil
	})
	if wrong == 0 {
		return "", errors.New("each member has its own metadata")
	}
	return fmt.Sprintf("three replicas with one of three metadata each list wrong metadata in %d of %d cases: "+
		"whenever not all have the same", wrong, all), nil
}

// checkHostile is B-17: one of three replicas shares a division with replicas that do not exist, and the others divide
// the time among those, too.
func checkHostile(made []int) (string, error) {
	const nodes, slot = 3, 1000
	var used []string
	for _, ghosts := range made {
		honest, lie := sharing(nodes), sharing(nodes+ghosts)
		for _, r := range columns(coordination.Timeframes(reducers.Config{Slot: slot}), nodes+ghosts) {
			d := r.shared(0, reducers.Division{}, []told{{0, honest}, {1, honest}, {2, lie}}).(reducers.Division)
			if got, want := d.Shares[0].Period, slot*(nodes+ghosts); got != want || ghosts == 0 {
				return "", fmt.Errorf("%d are made up, and the period is %d ms, want %d", ghosts, got, want)
			}
		}
		used = append(used, fmt.Sprintf("%d: %s", ghosts, ratio(nodes, nodes+ghosts)))
	}
	return "one SHARE of a liar among three is taken, and replicas that it makes up have shares; the part of R that " +
		"the three then use, by the number of replicas that are made up, is " +
		claims.Listed(used, func(s string) string { return s }), nil
}

// sharing returns a division in which a number of replicas have shares.
func sharing(nodes int) (d reducers.Division) {
	for id := range spec.NodeID(nodes) {
		d.Shares = append(d.Shares, reducers.Share{ID: id})
	}
	return d
}
