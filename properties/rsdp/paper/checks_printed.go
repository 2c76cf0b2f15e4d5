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

// checkPrintedLeader is of the code: it takes, and follows, a leader who is no member. Such a
// state is handed to it; checkPrintedMakes is that its own methods do not make one.
func checkPrintedLeader() (string, error) {
	p := &printed{self: "a"}
	members, leader := p.sanitizeShareState([]string{"a", "b"}, "zzz")
	p.updateState(members, leader)
	if slices.Contains(p.replicaMembers, p.currentLeader) || p.currentLeader == "" {
		return "", fmt.Errorf("it holds %s", p.state())
	}
	return fmt.Sprintf("sanitizeShareState and updateState of Figure 5 let it hold %s, if they are handed that",
		p.state()), nil
}

// checkPrintedMakes is A-12 of the code: whatever the printed methods make of messages has its leader among
// the members, or has no members, which is not valid. So no view with a leader outside is shared by them.
func checkPrintedMakes() (string, error) {
	views := 0
	err := sequences([]string{"a", "b", "c"}, 3, func(senders []string) error {
		return sequences([]string{"a", "b", "c"}, 3, func(closers []string) error {
			p := &printed{self: "a"}
			for _, closed := range [][]string{nil, closers[:1], closers[:2], closers} {
				members, leader := p.aggregateState(senders)
				if closed != nil {
					if err := p.aggregateCloseState(closed); err != nil {
						return err
					}
				}
				if !slices.Contains(members, leader) || at1(p.replicaMembers) != p.currentLeader {
					return fmt.Errorf("of %v without %v it makes %s", senders, closed, p.state())
				}
				views++
			}
			return nil
		})
	})
	return fmt.Sprintf("the leader is the last of the members in each of %d views that aggregateState of Figure 4 and "+
		"aggregateCloseState of Figure 6 make", views), err
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

// checkPrintedSilence is A-13 of the code: of what aggregateState has made its state, and of what a CLOSE
// makes of it, shouldReload does not tell. The engine is not printed; both methods return the state to it.
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
	return "by the reducers alone, of Figures 4 to 6, it comes to follow b, and when b has left itself, and " +
		"shouldReload of what it then holds is false both times", nil
}

// checkPrintedClose is what else the code does with a CLOSE (a15, a16): it fails before the first
// aggregate, and if the list has the best first takes the worst. Figure 6 is of lists that ascend; to feed it
// another is a reading of ours.
func checkPrintedClose() (string, error) {
	fresh, ranked := &printed{self: "a"}, &printed{
		self: "a", replicaMembers: []string{"c", "b", "a"},
		currentLeader: "c",
	}
	if err := fresh.aggregateCloseState([]string{"b"}); !errors.Is(err, errNull) {
		return "", fmt.Errorf("before the first aggregate: %v", err)
	}
	if err := ranked.aggregateCloseState([]string{"c"}); err != nil {
		return "", fmt.Errorf("when c leaves [c b a]: %w", err)
	}
	if ranked.currentLeader != "a" {
		return "", fmt.Errorf("when c leaves [c b a] it follows %s", ranked.currentLeader)
	}
	return "Figure 6, made for lists that ascend, follows a when c leaves [c b a], if the list has the best first, " +
		"and fails where no aggregate came before", nil
}
