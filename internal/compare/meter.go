package compare

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	worlds "github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// totals are sums from the beginning of a run to some time.
type totals struct {
	two, none, apart faults.Time // while two or more act, while nobody acts, while not all follow one
	messages, bytes  int64
	breaks           int64 // how often all had followed one and then did not
}

// moment is a time and what the sums were then; there is none where it has not come.
type moment struct {
	come bool
	at   faults.Time
	sums totals
}

// meter looks on at a run. It asks of processes that are up and booted whom they follow; of those
// that are down it asks nothing, and counts nothing that they had said.
type meter struct {
	group  Group
	timing timing
	nodes  int

	now       faults.Time
	sums      totals
	standings []Standing // that of who is down is the zero-th
	up        []bool
	live      int // how many are up
	acting    int // how many of these act
	followers []int
	agreed    bool

	// When all first followed one, when the window before the faults began, when the faults
	// began, when all followed one again and for long, when the window after that ended, and when the
	// run was over.
	first, before, struck, again, after, over moment
	// leader is whom most followed when the faults began, the lowest of several; None for nobody.
	leader spec.NodeID
	buffer []byte
	wrong  error
}

func newMeter(g Group, t timing) *meter {
	n := g.Cluster.Nodes
	m := &meter{
		group: g, timing: t, nodes: n, standings: make([]Standing, n), up: make([]bool, n), live: n,
		followers: make([]int, n), leader: spec.None,
	}
	for i := range m.up {
		m.up[i], m.standings[i] = true, nobody()
	}
	return m
}

// nobody is the standing of who is down or has not booted.
func nobody() Standing { return Standing{Follows: spec.None} }

// Observe notes what an event has changed.
func (m *meter) Observe(w *worlds.World, e *worlds.Event) {
	m.until(e.At)
	if m.over.come {
		w.Finish()
		return
	}
	at := e.Action.At
	if at == spec.None {
		return
	}
	m.count(w, at, e.Effects)
	standing := nobody()
	if w.Booted(at) {
		standing = m.group.Sees(at, w.State(at))
		if err := m.refuse(at, standing); err != nil && m.wrong == nil {
			m.wrong = err
			w.Stop("Standing", err.Error())
		}
	}
	m.stands(at, w.Up(at), standing)
}

// refuse says what cannot be meant.
func (m *meter) refuse(at spec.NodeID, s Standing) error {
	switch {
	case s.Follows != spec.None && (s.Follows < 0 || int(s.Follows) >= m.nodes):
		return fmt.Errorf("%s follows %d, and there are %d processes", at, int(s.Follows), m.nodes)
	case s.Acts && s.Follows != at:
		return fmt.Errorf("%s acts as the leader, and follows %s", at, s.Follows)
	}
	return nil
}

// stands takes note of what a process makes of the election.
func (m *meter) stands(at spec.NodeID, up bool, s Standing) {
	old := m.standings[at]
	if old == s && up == m.up[at] {
		return
	}
	m.enter(at, -1)
	m.standings[at], m.up[at] = s, up
	m.enter(at, 1)
	was := m.agreed
	m.agreed = m.agrees()
	if was && !m.agreed {
		m.disagreed()
	}
}

// disagreed takes note that an agreement of all is over: it was not the one that lasts.
func (m *meter) disagreed() {
	if m.first.come {
		m.sums.breaks++
	}
	m.again, m.after = moment{}, moment{}
}

// enter counts a process in, or out.
func (m *meter) enter(at spec.NodeID, by int) {
	if !m.up[at] {
		return
	}
	m.live += by
	s := m.standings[at]
	if s.Acts {
		m.acting += by
	}
	if s.Follows != spec.None {
		m.followers[s.Follows] += by
	}
}

// agrees reports whether all who are up follow one and the same of them, who acts.
func (m *meter) agrees() bool {
	for id, up := range m.up {
		if up {
			leader := m.standings[id].Follows
			return leader != spec.None && m.followers[leader] == m.live && m.up[leader] && m.standings[leader].Acts
		}
	}
	return false
}

// count counts what was sent to others. A copy to who is down counts, but one of a broadcast: it
// goes to whoever is bound at that moment.
func (m *meter) count(w *worlds.World, from spec.NodeID, effects []impl.Effect) {
	for i := range effects {
		var copies int64
		switch e := &effects[i]; e.Kind {
		case impl.Send:
			if e.To != from {
				copies = 1
			}
		case impl.Multicast:
			copies = int64(m.nodes - 1)
		case impl.Broadcast:
			for id := range spec.NodeID(m.nodes) {
				if id != from && w.Up(id) && m.group.Cluster.IsBound(id, w.State(id), e.Topic) {
					copies++
				}
			}
		}
		if copies > 0 {
			m.buffer = codec.Append(m.buffer[:0], effects[i].Body)
			m.sums.messages += copies
			m.sums.bytes += copies * int64(Header+len(m.buffer))
		}
	}
}

// until lets time pass.
func (m *meter) until(to faults.Time) {
	t := m.timing
	for _, mark := range []struct {
		moment *moment
		at     faults.Time
		is     bool
	}{
		{&m.before, t.strikes - window, t.recovers},
		{&m.struck, t.strikes, true},
		{&m.before, t.ends - window, !t.recovers},
		{&m.over, t.ends, !t.recovers},
	} {
		if mark.is && !mark.moment.come && to >= mark.at {
			m.pass(mark.at)
			m.note(mark.moment)
			if mark.moment == &m.struck {
				m.leader = m.followed()
			}
		}
	}
	m.pass(to)
}

// pass adds the time that goes by. That all follow one counts from when it lasts.
func (m *meter) pass(to faults.Time) {
	if m.over.come || to <= m.now {
		return
	}
	if m.agreed && !m.first.come {
		m.note(&m.first)
	}
	if m.timing.recovers && !m.again.come && to > m.timing.clears {
		m.spend(max(m.now, m.timing.clears))
		if m.agreed {
			m.note(&m.again)
		}
	}
	// What happens at the very end of a window is in it, as what is at its beginning is not.
	if end := m.again.at + window; m.again.come && !m.after.come && to > end {
		m.spend(end)
		m.note(&m.after)
	}
	if end := m.again.at + lasting; m.again.come && to > end {
		m.spend(end) // no time counts that comes later
		m.note(&m.over)
		return
	}
	m.spend(to)
}

// spend adds a time in which nothing happens.
func (m *meter) spend(to faults.Time) {
	took := to - m.now
	m.now = to
	if m.acting > 1 {
		m.sums.two += took
	}
	if m.acting == 0 {
		m.sums.none += took
	}
	if !m.agreed {
		m.sums.apart += took
	}
}

func (m *meter) note(at *moment) { *at = moment{true, m.now, m.sums} }

// followed is whom most follow.
func (m *meter) followed() spec.NodeID {
	best, most := spec.None, 0
	for id, n := range m.followers {
		if n > most && m.up[id] {
			best, most = spec.NodeID(id), n
		}
	}
	return best
}

// close ends the run.
func (m *meter) close() {
	if m.until(m.timing.ends); !m.over.come {
		m.note(&m.over)
	}
	if m.over.at < m.again.at+lasting { // nobody knows whether it would have lasted
		m.again, m.after = moment{}, moment{}
	}
}
