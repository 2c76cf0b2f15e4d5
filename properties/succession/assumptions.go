package succession

import (
	"slices"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// What a run may break. The first five are what an election needs to replace its leader, the last two what the
// detector's lists need to become right again.
const (
	// assumeC: at each instant at most c of the processes that are up lack another one that is up.
	assumeC = "c"
	// assumeF: at most f processes crash.
	assumeF = "f"
	// assumeInitiator: an initiator is up until a process that is up follows a leader.
	assumeInitiator = "Initiator"
	// assumeInTime: no process follows a leader that is down and that its list has lacked ever since the process
	// adopted the leader. SWIM tells only the changes of the list, so nothing tells the process that the leader is
	// lost.
	assumeInTime = "LeaderInTime"
	// assumeKnown: at the end each process that is up has more than c in its list, itself included.
	assumeKnown = "Known"
	// assumeReturns: no process that is up removes one that is up, if SWIM does not let members return, or if news are
	// bounded. The removed one returns only once it hears of its removal, which bounded news do not promise.
	assumeReturns = "Returns"
	// assumeConnected: at the end the processes that are up are connected by their lists, unless SWIM pings removed
	// members. Two parts of the group that have removed each other otherwise send each other nothing any more.
	assumeConnected = "Connected"
)

func (j judge) assumptions() []scrutineer.Assumption[state] {
	return []scrutineer.Assumption[state]{
		{Name: assumeC, Final: true},
		{Name: assumeF, Final: true},
		{Name: assumeInitiator, Final: true},
		{Name: assumeInTime, Final: true},
		{Name: assumeKnown, Kept: j.known},
		{Name: assumeReturns, Final: true},
		{Name: assumeConnected, Kept: j.connected},
	}
}

func needs() map[string][]string {
	return map[string][]string{
		begins:    {assumeInTime},
		oneLeader: {assumeC, assumeF, assumeInitiator, assumeInTime, assumeKnown},
		accurate:  {assumeReturns, assumeConnected},
	}
}

func (j judge) known(v view) bool {
	for _, s := range v.All() {
		n := 0
		for id := range s.Lower.Known {
			if lists(s, id) {
				n++
			}
		}
		if n <= j.C {
			return false
		}
	}
	return true
}

// connected reports whether the processes that are up are connected by their lists, in either direction, or ping
// removed members.
func (j judge) connected(v view) bool {
	if j.KeepsPinging {
		return true
	}
	var reached, up spec.Set
	for at := range v.All() {
		up = append(up, at)
	}
	if len(up) == 0 {
		return true
	}
	for next := up[:1:1]; len(next) > 0; {
		at := next[0]
		reached, next = reached.With(at), next[1:]
		for _, id := range up {
			linked := lists(v.State(at), int(id)) || lists(v.State(id), int(at))
			if linked && !reached.Has(id) && !slices.Contains(next, id) {
				next = append(next, id)
			}
		}
	}
	return len(reached) == len(up)
}

// watcher notes which assumptions a run breaks.
type watcher struct {
	judge
	lacks   [][]bool // by process, whom its list lacks; nil if it is down
	lackers []int    // by process, how many of the others that are up lack it
	leaders []spec.NodeID
	tags    []election.Tag // by process, of the LEADER that it adopted last
	without []bool         // by process, whether its list has lacked its leader ever since the process adopted it
	crashed int
}

func (j judge) watch() func(scrutineer.Step[state]) {
	w := &watcher{
		judge: j, lackers: make([]int, j.Nodes), tags: make([]election.Tag, j.Nodes), without: make([]bool, j.Nodes),
	}
	for range j.Nodes {
		w.lacks, w.leaders = append(w.lacks, make([]bool, j.Nodes)), append(w.leaders, spec.None)
	}
	return w.step
}

func (w *watcher) step(s scrutineer.Step[state]) {
	at := s.Action.At
	is := s.After.State(at)
	if is == nil {
		w.crash(s, at)
		return
	}
	for id := range is.Lower.Known {
		w.lists(s, at, spec.NodeID(id), lists(is, id))
	}
	w.follows(s, at, is)
}

// follows notes whom a process follows.
func (w *watcher) follows(s scrutineer.Step[state], at spec.NodeID, is *state) {
	leader := is.Upper.Leader
	adopts := is.Upper.Tag != w.tags[at]
	w.leaders[at], w.tags[at] = leader, is.Upper.Tag
	if leader == spec.None {
		return
	}
	w.without[at] = !lists(is, int(leader)) && (adopts || w.without[at])
	s.Broke(assumeInTime, w.without[at] && !s.After.Up(leader))
}

// lists notes whether a list has a member.
func (w *watcher) lists(s scrutineer.Step[state], at, id spec.NodeID, has bool) {
	if w.lacks[at][id] != has {
		return
	}
	w.lacks[at][id] = !has
	if has {
		w.lackers[id]--
		return
	}
	w.lackers[id]++
	up := s.After.Up(id)
	s.Broke(assumeC, up && w.lackers[id] > w.C)
	s.Broke(assumeReturns, up && (!w.Returns || w.Bounded()))
}

// crash notes that a process has gone down.
func (w *watcher) crash(s scrutineer.Step[state], at spec.NodeID) {
	if w.lacks[at] == nil {
		return
	}
	for id, lacks := range w.lacks[at] {
		if lacks {
			w.lackers[id]--
		}
	}
	w.lacks[at], w.leaders[at] = nil, spec.None
	w.crashed++
	for id, leader := range w.leaders {
		s.Broke(assumeInTime, leader == at && w.without[id])
	}
	s.Broke(assumeF, w.crashed > w.F)
	led := slices.ContainsFunc(w.leaders, func(l spec.NodeID) bool { return l != spec.None })
	begin := slices.ContainsFunc(w.Election().Initiators(), s.After.Up)
	s.Broke(assumeInitiator, !led && !begin)
}
