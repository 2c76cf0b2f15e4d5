package paper

import (
	"errors"
	"fmt"
	"slices"

	implementation "github.com/scrutineer-go/scrutineer/impl/polling"
	reducing "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	rsdp "github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// directory is RSDP's reducer of the members in one column: what a replica makes of the answers of some, and of the
// lists that are shared.
type directory struct {
	answered func(self spec.NodeID, from []spec.NodeID) []spec.NodeID
	shared   func(self spec.NodeID, lists [][]spec.NodeID) []spec.NodeID
}

// directories are both columns, among so many addresses.
func directories(nodes int) []directory {
	cfg := rsdp.Config{Nodes: nodes}.WithDefaults()
	roster := func(list []spec.NodeID) rsdp.Roster { return rsdp.Roster{Members: spec.Sequence[spec.NodeID](list)} }
	is, says := reducing.House(rsdp.Members, cfg), specification.House(rsdp.Members, cfg)
	at := func(self spec.NodeID) specification.Context {
		return specification.Context{Self: self, Order: cfg.Order(self)}
	}
	return []directory{
		{
			func(self spec.NodeID, from []spec.NodeID) []spec.NodeID {
				var list []reducing.Entry
				for _, id := range from {
					list = append(list, reducing.Entry{From: id, Data: rsdp.Nothing})
				}
				return is.AggregateState(reducing.NewReplica(self, cfg), roster(nil), list).(rsdp.Roster).Members
			},
			func(self spec.NodeID, lists [][]spec.NodeID) []spec.NodeID {
				var list []reducing.Entry
				for from, one := range lists {
					list = append(list, reducing.Entry{From: spec.NodeID(from), Data: roster(one)})
				}
				return is.AggregateShareState(reducing.NewReplica(self, cfg), roster(nil), list).(rsdp.Roster).Members
			},
		},
		{
			func(self spec.NodeID, from []spec.NodeID) []spec.NodeID {
				var list []specification.Ballot
				for _, id := range from {
					list = append(list, specification.Ballot{From: id, Data: rsdp.Nothing})
				}
				return says.AggregateState(at(self), roster(nil), list).(rsdp.Roster).Members
			},
			func(self spec.NodeID, lists [][]spec.NodeID) []spec.NodeID {
				var list []specification.Ballot
				for from, one := range lists {
					list = append(list, specification.Ballot{From: spec.NodeID(from), Data: roster(one)})
				}
				return says.AggregateShareState(at(self), roster(nil), list).(rsdp.Roster).Members
			},
		},
	}
}

// checkMembers is B-03: answers of some, in any order and with repeats, give the list of those, in one order.
func checkMembers(columns []directory) (string, error) {
	const nodes = 4
	answers := 0
	for length := 1; length <= nodes+1; length++ {
		err := sequences(spec.AllNodes(nodes), length, func(from []spec.NodeID) error {
			answers++
			want := []spec.NodeID(spec.NewSet(from...))
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
	return fmt.Sprintf("of %d lists of up to %d answers of %d replicas each gives their senders, in one order", answers,
		nodes+1, nodes), nil
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
			if got := d.shared(0, lists); !slices.Equal(got, all) {
				return "", fmt.Errorf("of %v it makes %v", lists, got)
			}
		}
	}
	return fmt.Sprintf("one of %d replicas that misses any answers has the whole list from what the others share",
		nodes), nil
}

// member is a triple of (6).
type member struct{ id, meta int }

// aggregating is (6): what v_i makes of itself and the others, whose metadata are given by id.
type aggregating func(i int, meta []int) []member

// sixth is (6) as printed: the metadata is f_meta(v_i).
func sixth(i int, meta []int) (list []member) {
	for j := range meta {
		list = append(list, member{j, meta[i]})
	}
	return list
}

// checkMetadata is b5: with (6) as printed each member has the metadata of who aggregates.
func checkMetadata(f aggregating) (string, error) {
	wrong, all := 0, 0
	_ = sequences([]int{0, 1, 2}, 3, func(meta []int) error {
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
	return fmt.Sprintf("three replicas that hold one of three metadata each list wrong ones in %d of %d cases, all in "+
		"which not all hold the same", wrong, all), nil
}

// checkHostile is B-17: a liar among three shares a list in which it names others that do not exist, and the honest
// divide the time among those, too.
func checkHostile(made []int) (string, error) {
	const nodes = 3
	var used []string
	for _, ghosts := range made {
		honest, lie := []spec.NodeID(spec.AllNodes(nodes)), []spec.NodeID(spec.AllNodes(nodes+ghosts))
		for _, d := range directories(nodes + ghosts) {
			list := d.shared(0, [][]spec.NodeID{honest, honest, lie})
			f := implementation.Divide(team(nodes+ghosts, 1000, 4000), 0, spec.NewSet(list...), 1000)
			if want := spec.Milliseconds(1000 * (nodes + ghosts)); f.Period != want || ghosts == 0 {
				return "", fmt.Errorf("%d are made up, and the period is %s, want %s", ghosts, f.Period, want)
			}
		}
		used = append(used, fmt.Sprintf("%d: %s", ghosts, ratio(nodes, nodes+ghosts)))
	}
	return "one SHARE of a liar among three is taken, and the list has whom it names; of R the three then use, by " +
		"the number of those that are made up, " + listed(used, func(s string) string { return s }), nil
}
