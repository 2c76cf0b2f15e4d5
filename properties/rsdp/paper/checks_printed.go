package paper

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// printed is the leader election reducer of Figures 4 to 6, line by line. A list that is nil is null,
// and a leader that is "" undefined; in Figure 5 a brace is missing, which is put where it must be.
type printed struct {
	self           string
	replicaMembers []string
	currentLeader  string
}

// aggregateState is lines 11 to 23.
func (p *printed) aggregateState(senders []string) ([]string, string) {
	members := append([]string{}, senders...)
	slices.Sort(members)
	leader := at1(members)
	if p.replicaMembers == nil || p.currentLeader == "" {
		p.replicaMembers, p.currentLeader = members, leader
	}
	return members, leader
}

// at1 is the last of a list, as at(-1) is.
func at1(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

// sanitizeShareState is lines 42 to 56.
func (p *printed) sanitizeShareState(members []string, leader string) ([]string, string) {
	if len(members) > 0 && slices.Contains(members, p.self) && leader != "" {
		return members, leader
	}
	return nil, ""
}

// shouldReload is lines 58 to 66.
func (p *printed) shouldReload(members []string, leader string) bool {
	if members == nil || leader == "" {
		return false
	}
	return stringify(members) != stringify(p.replicaMembers) || leader != p.currentLeader
}

// stringify is JSON.stringify.
func stringify(list []string) string {
	text, err := json.Marshal(list)
	if err != nil {
		panic(err) // of a list of texts
	}
	return string(text)
}

// updateState is lines 68 to 73.
func (p *printed) updateState(members []string, leader string) {
	if members == nil || leader == "" {
		return
	}
	p.replicaMembers, p.currentLeader = members, leader
}

var errNull = errors.New("TypeError: replicaMembers is null")

// aggregateCloseState is lines 75 to 90.
func (p *printed) aggregateCloseState(closers []string) error {
	if p.replicaMembers == nil {
		return errNull
	}
	p.replicaMembers = slices.DeleteFunc(slices.Clone(p.replicaMembers), func(m string) bool {
		return slices.Contains(closers, m)
	})
	p.currentLeader = at1(p.replicaMembers)
	return nil
}

// state is what it holds, to be compared.
func (p *printed) state() string { return stringify(p.replicaMembers) + " " + p.currentLeader }

// checkPrintedWrites is A-04 of the code: two methods that aggregate also change the reducer.
func checkPrintedWrites() (string, error) {
	p := &printed{self: "a"}
	before := p.state()
	p.aggregateState([]string{"a", "b"})
	aggregated := p.state()
	if err := p.aggregateCloseState([]string{"b"}); err != nil {
		return "", err
	}
	if closed := p.state(); before == aggregated || aggregated == closed {
		return "", fmt.Errorf("it holds %s, %s and %s", before, aggregated, closed)
	}
	return fmt.Sprintf("aggregateState of Figure 4 changes what the reducer holds from %s to %s, and "+
		"aggregateCloseState of Figure 6 to %s", before, aggregated, p.state()), nil
}

// checkPrintedLeader is of the code: it takes, and follows, a leader who is no member.
func checkPrintedLeader() (string, error) {
	p := &printed{self: "a"}
	members, leader := p.sanitizeShareState([]string{"a", "b"}, "zzz")
	p.updateState(members, leader)
	if slices.Contains(p.replicaMembers, p.currentLeader) || p.currentLeader == "" {
		return "", fmt.Errorf("it holds %s", p.state())
	}
	return fmt.Sprintf("sanitizeShareState and updateState of Figure 5 let it hold %s", p.state()), nil
}

// checkPrintedEmpty is A-14 of the code: updateState takes no members and a leader.
func checkPrintedEmpty() (string, error) {
	p := &printed{self: "a", replicaMembers: []string{"a"}, currentLeader: "a"}
	p.updateState([]string{}, "q")
	if len(p.replicaMembers) > 0 {
		return "", fmt.Errorf("it holds %s", p.state())
	}
	return fmt.Sprintf("updateState of Figure 5 takes an empty list, which is no false value: it holds %s",
		p.state()), nil
}

// checkPrintedReloads is A-13 of the code: the same members in another order, or one of them twice, are
// others.
func checkPrintedReloads() (string, error) {
	p := &printed{self: "a", replicaMembers: []string{"a", "b"}, currentLeader: "b"}
	for _, same := range [][]string{{"b", "a"}, {"a", "a", "b"}} {
		if !p.shouldReload(same, "b") {
			return "", fmt.Errorf("from %s to %v it does not tell", p.state(), same)
		}
	}
	return "shouldReload of Figure 5 tells of [b a] and of [a a b] where it holds [a b], the same set", nil
}

// checkPrintedSilence is A-13 of the code and of the text: what aggregateState has made its state, and
// what a CLOSE makes of it, is never told.
func checkPrintedSilence() (string, error) {
	p := &printed{self: "a"}
	members, leader := p.aggregateState([]string{"a", "b"})
	first := p.shouldReload(members, leader)
	if err := p.aggregateCloseState([]string{"b"}); err != nil {
		return "", err
	}
	if first || p.shouldReload(p.replicaMembers, p.currentLeader) {
		return "", errors.New("it tells")
	}
	return "by Figures 4 to 6 it comes to follow b, and when b has left itself, and shouldReload of what it then " +
		"holds is false both times", nil
}

// checkPrintedClose is what else the code does with a CLOSE (a15, a16): it fails before the first
// aggregate, and of a list with the best first takes the worst.
func checkPrintedClose() (string, error) {
	fresh, ranked := &printed{self: "a"}, &printed{
		self: "a", replicaMembers: []string{"c", "b", "a"},
		currentLeader: "c",
	}
	if err := fresh.aggregateCloseState([]string{"b"}); !errors.Is(err, errNull) {
		return "", fmt.Errorf("before the first aggregate: %v", err)
	}
	if err := ranked.aggregateCloseState([]string{"c"}); err != nil || ranked.currentLeader != "a" {
		return "", fmt.Errorf("%w: it follows %s", err, ranked.currentLeader)
	}
	return "Figure 6 follows a when c leaves [c b a], the list of a ranked vote with the best first, and fails where " +
		"no aggregate came before", nil
}
