package systems

import (
	"errors"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// seen is what a state of a process says of the group.
type seen struct {
	leader spec.NodeID // whom the process follows
	tag    any         // of the announcement that made it the leader; comparable
	busy   bool        // whether the process takes part in an election
	// suspects and lacks are the members that it suspects, and those that it does not know.
	suspects, lacks members
}

// members is a set of processes.
type members uint64

func (m members) has(id spec.NodeID) bool { return m>>id&1 == 1 }

// reader returns what an encoded state of a process says.
type reader func(id spec.NodeID, state []byte) (seen, error)

// sight is what the states of a process say from a time on.
type sight struct {
	at time.Time
	seen
}

// watch observes a group by the logs of its processes.
type watch struct {
	followers []*live.Follower
	read      reader
	sights    [][]sight // by process
}

func newWatch(dir string, read reader) *watch {
	w := &watch{read: read, sights: make([][]sight, groupSize)}
	for id := range spec.NodeID(groupSize) {
		w.followers = append(w.followers, live.Follow(dir, id))
	}
	return w
}

func (w *watch) close() {
	for _, f := range w.followers {
		_ = f.Close() // it was read only
	}
}

// update reads what the processes have logged since the last call.
func (w *watch) update() error {
	for i, f := range w.followers {
		steps, err := f.Next()
		if err != nil {
			return err
		}
		for _, s := range steps {
			is, err := w.read(spec.NodeID(i), s.State)
			if err != nil {
				return err
			}
			if n := len(w.sights[i]); n == 0 || w.sights[i][n-1].seen != is {
				w.sights[i] = append(w.sights[i], sight{s.At, is})
			}
		}
	}
	return nil
}

// settled is how long a group must have followed its leader to count as agreed.
const settled = 500 * time.Millisecond

// agreed returns the leader that all processes but one follow, and reports whether there is one. It must have been
// followed for a while, and no process may take part in an election.
func (w *watch) agreed(but spec.NodeID) (leader spec.NodeID, is bool) {
	leader = spec.None
	for i, all := range w.sights {
		if spec.NodeID(i) == but {
			continue
		}
		if len(all) == 0 {
			return spec.None, false
		}
		last := all[len(all)-1]
		if leader == spec.None {
			leader = last.leader
		}
		if last.busy || last.leader == spec.None || last.leader != leader || leader == but {
			return spec.None, false
		}
	}
	return leader, time.Since(w.elected(but)) > settled
}

// elected returns when the last process but one has begun to follow its leader.
func (w *watch) elected(but spec.NodeID) (last time.Time) {
	for i, all := range w.sights {
		if spec.NodeID(i) == but {
			continue
		}
		for n := len(all) - 1; n >= 0; n-- {
			if n == 0 || all[n-1].leader != all[n].leader {
				last = later(last, all[n].at)
				break
			}
		}
	}
	return last
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// loss returns how the others have noticed that a process was lost at a time, and reports whether all have, and follow
// another one.
func (w *watch) loss(of spec.NodeID, at time.Time) (l Loss, noticed bool) {
	if _, agreed := w.agreed(of); !agreed {
		return l, false
	}
	var first, last time.Time
	for i, all := range w.sights {
		if spec.NodeID(i) == of {
			continue
		}
		suspects, errs := firstOf(all, at, func(s seen) bool { return s.suspects.has(of) || s.lacks.has(of) })
		lacks, err := firstOf(all, at, func(s seen) bool { return s.lacks.has(of) })
		if errors.Join(err, errs) != nil {
			return l, false
		}
		if first.IsZero() || suspects.Before(first) {
			first = suspects
		}
		last = later(last, lacks)
	}
	return Loss{First: since(at, first), All: since(at, last), Elected: since(at, later(at, w.elected(of)))}, true
}

var errNever = errors.New("no state is such")

// firstOf returns the first time at or after another when a process's state was such.
func firstOf(all []sight, at time.Time, is func(seen) bool) (time.Time, error) {
	for i, s := range all {
		if lasts := i+1 == len(all) || all[i+1].at.After(at); lasts && is(s.seen) {
			return later(at, s.at), nil
		}
	}
	return at, errNever
}

// changes returns how many leaders have announced themselves, one after another. A process announces itself if it
// begins to follow itself, or does so by a new LEADER.
func (w *watch) changes() (n int) {
	type announced struct {
		at time.Time
		by spec.NodeID
	}
	var all []announced
	for i, sights := range w.sights {
		last := seen{leader: spec.None}
		for _, s := range sights {
			if id := spec.NodeID(i); s.leader == id && (last.leader != id || last.tag != s.tag) {
				all = append(all, announced{s.at, id})
			}
			last = s.seen
		}
	}
	slices.SortFunc(all, func(a, b announced) int { return a.at.Compare(b.at) })
	by := spec.None
	for _, a := range all {
		if a.by != by {
			by, n = a.by, n+1
		}
	}
	return n
}

// busy returns when a process first took part in an election.
func (w *watch) busy(id spec.NodeID) (time.Time, bool) {
	for _, s := range w.sights[id] {
		if s.busy {
			return s.at, true
		}
	}
	return time.Time{}, false
}
