package paper

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/claims"
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

// checkPrintedLeader is of the code: it takes, and follows, a leader who is no member, if that is
// handed to it; checkPrintedFlow is that the printed flow does not.
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

// proposed is what a replica of the printed code shares.
type proposed struct {
	members []string
	leader  string
}

// printedFlow is all that replicas of the printed code may do, of which some have these addresses: whatever
// STATUSes a session finds, up to twice as many as replicas, at any time and with repeats, whatever SHAREs come
// last in a batch, and whatever CLOSEs. It has more runs than any network with losses, repeats and another order gives.
type printedFlow struct {
	addresses []string
	closes    func(*printed, []string) error
	foreign   []proposed // what others than replicas of the printed code share
}

// longest is how many STATUSes a session finds at most: as many as if each sent two.
func (f printedFlow) longest() int { return 2 * len(f.addresses) }

// buffers are all lists of up to that many addresses, with repeats.
func (f printedFlow) buffers() (all [][]string) {
	for length := range f.longest() + 1 {
		err := claims.Sequences(f.addresses, length, func(list []string) error {
			all = append(all, slices.Clone(list))
			return nil
		})
		if err != nil {
			panic(err) // of a function that returns none
		}
	}
	return all
}

// shares are all that aggregateState makes of STATUSes, whatever the replica holds, each once.
func (f printedFlow) shares() []proposed {
	all, seen := slices.Clone(f.foreign), map[string]bool{}
	for _, senders := range f.buffers() {
		p := &printed{}
		members, leader := p.aggregateState(senders)
		if !seen[p.state()] {
			seen[p.state()] = true
			all = append(all, proposed{members, leader})
		}
	}
	return all
}

// walk visits all that a replica may hold, and holds the code against the formulas of section 3.1 at each SHARE:
// what sanitizeShareState takes and what updateState makes of it. Whoever leads must be a member.
func (f printedFlow) walk(self string) (held, compared int, err error) {
	shares, buffers := f.shares(), f.buffers()
	queue, seen := []*printed{{self: self}}, map[string]bool{}
	visit := func(p *printed) error {
		if p.currentLeader != "" && !slices.Contains(p.replicaMembers, p.currentLeader) {
			return fmt.Errorf("it comes to hold %s", p.state())
		}
		if !seen[p.state()] {
			seen[p.state()] = true
			queue = append(queue, p)
		}
		return nil
	}
	for ; len(queue) > 0; queue = queue[1:] {
		now := *queue[0]
		for _, list := range buffers {
			found, left := now, now
			found.aggregateState(list)
			if err := visit(&found); err != nil {
				return 0, 0, err
			}
			if f.closes(&left, list) != nil {
				continue // before the first aggregate (a16)
			}
			if err := visit(&left); err != nil {
				return 0, 0, err
			}
		}
		for _, share := range shares {
			compared++
			next := now
			members, leader := next.sanitizeShareState(share.members, share.leader)
			valid := slices.Contains(share.members, self) && slices.Contains(share.members, share.leader)
			if took := members != nil; took != valid {
				return 0, 0, fmt.Errorf("it takes %v: %t, by the formula %t", share, took, valid)
			}
			next.updateState(members, leader)
			if want := (printed{self, share.members, share.leader}); valid && next.state() != want.state() ||
				!valid && next.state() != now.state() {
				return 0, 0, fmt.Errorf("with %s it makes %s of %v", now.state(), next.state(), share)
			}
			if err := visit(&next); err != nil {
				return 0, 0, err
			}
		}
	}
	return len(seen), compared, nil
}

// checkPrintedFlow is of the code: in the printed flow sanitizeShareState takes what the formula takes,
// updateState makes what the formula makes, and whoever leads is a member.
func checkPrintedFlow(f printedFlow) (string, error) {
	states, shares := 0, 0
	for _, self := range f.addresses {
		held, compared, err := f.walk(self)
		if err != nil {
			return "", err
		}
		states, shares = states+held, shares+compared
	}
	return fmt.Sprintf("all %d states of a replica of Figures 4 to 6, among %d, with up to %d STATUSes a session, in "+
		"each of which each SHARE comes that they make: %d times the code does what the formulas do, and each leader "+
		"is a member", states, len(f.addresses), f.longest(), shares), nil
}

// asPrinted is the flow of three replicas of the printed code.
func asPrinted() printedFlow {
	return printedFlow{addresses: []string{"a", "b", "c"}, closes: (*printed).aggregateCloseState}
}

// checkPrintedReloads is A-13 of the code: the same members, one of them twice, are others. So they come where an
// answer to an earlier session falls into a later one beside that replica's answer to it: a STATUS names no session.
func checkPrintedReloads() (string, error) {
	p, again := &printed{self: "a"}, []string{"a", "b", "b"}
	p.aggregateState([]string{"a", "b"})
	members, leader := p.sanitizeShareState(p.aggregateState(again))
	if leader != p.currentLeader || !slices.Equal(slices.Compact(slices.Clone(members)), p.replicaMembers) {
		return "", fmt.Errorf("%v and %s are others than %s", members, leader, p.state())
	}
	if !p.shouldReload(members, leader) {
		return "", fmt.Errorf("from %s to %v it does not tell", p.state(), members)
	}
	return fmt.Sprintf("a replica of Figures 4 and 5 that holds %s makes %v of the answers of %v, and shouldReload "+
		"tells of it, the same set and leader", p.state(), members, again), nil
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
