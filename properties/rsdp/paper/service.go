package paper

import (
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// letter is a message on its way to another replica, or in its queue.
type letter struct {
	phase    int // that of its kind
	from, to int
	at       int       // when it comes
	body     spec.Body // nil where replicas count alone
}

// service is a session that all replicas begin at time 0, as section 3.3 has it: each takes its messages
// one by one in the order in which they come, and so long for each, and a phase is over when it has taken
// those of all others. What it tells itself takes no time.
type service struct {
	nodes, work int // n and t_p
	delay       func(phase, from, to int) int
	// first says which of so many letters that have come to one replica at one time it takes first.
	first func(many int) int
	with  func(nodes int) participants

	open []letter // sent, and not yet taken
	free []int    // when each replica can take one
}

// participants are the replicas of a session.
type participants interface {
	// begins returns what a replica sends first.
	begins(id int) []letter
	// takes returns what a replica sends when it has taken a letter, and whether a phase of it ends with
	// that: DEBATES, or with SHARE all.
	takes(l letter) (sends []letter, debated, agreed bool)
}

// finish is when the last replica ends DEBATES, and when it has all SHAREs.
type finish struct{ debates, consensus int }

// run runs the session.
func (s *service) run() finish {
	var end finish
	replicas := s.with(s.nodes)
	s.open, s.free = s.open[:0], append(s.free[:0], make([]int, s.nodes)...)
	for id := range s.nodes {
		s.send(0, replicas.begins(id))
	}
	for len(s.open) > 0 {
		i := s.next()
		l := s.open[i]
		s.open = append(s.open[:i], s.open[i+1:]...)
		now := s.begins(l) + s.work
		s.free[l.to] = now
		sends, debated, agreed := replicas.takes(l)
		if debated {
			end.debates = max(end.debates, now)
		}
		if agreed {
			end.consensus = max(end.consensus, now)
		}
		s.send(now, sends)
	}
	return end
}

func (s *service) send(now int, letters []letter) {
	for _, l := range letters {
		l.at = now + s.delay(l.phase, l.from, l.to)
		s.open = append(s.open, l)
	}
}

// begins is when a letter can be taken, but for others that are before it.
func (s *service) begins(l letter) int { return max(l.at, s.free[l.to]) }

// next is which of the open letters is taken next: of the replica that can first take one the one that
// came first.
func (s *service) next() int {
	best := 0
	for i := range s.open {
		if s.begins(s.open[i]) < s.begins(s.open[best]) {
			best = i
		}
	}
	to, came, tied := s.open[best].to, s.open[best].at, 0
	for i := range s.open {
		switch l := &s.open[i]; {
		case l.to != to || l.at > came:
		case l.at < came:
			came, tied = l.at, 1
		default:
			tied++
		}
	}
	nth := 0
	if tied > 1 {
		nth = s.first(tied)
	}
	for i := range s.open {
		if s.open[i].to == to && s.open[i].at == came {
			if nth == 0 {
				return i
			}
			nth--
		}
	}
	panic("paper: no letter is the first")
}

// counting are replicas that count their messages, and nothing else.
type counting struct {
	statuses, shares []int
	letters          []letter // used again
}

func countingOf(nodes int) participants {
	return &counting{statuses: make([]int, nodes), shares: make([]int, nodes)}
}

func (c *counting) others() int { return len(c.statuses) - 1 }

func (c *counting) toOthers(phase, from int) []letter {
	c.letters = c.letters[:0]
	for to := range c.statuses {
		if to != from {
			c.letters = append(c.letters, letter{phase: phase, from: from, to: to})
		}
	}
	return c.letters
}

func (c *counting) begins(id int) []letter { return c.toOthers(0, id) }

func (c *counting) takes(l letter) (sends []letter, debated, agreed bool) {
	switch l.phase {
	case 0:
		return append(c.letters[:0], letter{phase: 1, from: l.to, to: l.from}), false, false
	case 1:
		if c.statuses[l.to]++; c.statuses[l.to] == c.others() {
			sends, debated = c.toOthers(2, l.to), true
		}
	case 2:
		c.shares[l.to]++
	}
	return sends, debated, c.statuses[l.to] == c.others() && c.shares[l.to] == c.others()
}

// running are replicas of the implementation, whose windows end when all have answered, and all have
// shared.
type running struct {
	nodes []*implementation.Node
	cfg   words.Config
}

func runningOf(nodes int) participants {
	r := &running{cfg: words.Config{Nodes: nodes, Reducers: elections()}.WithDefaults()}
	for id := range spec.NodeID(nodes) {
		r.nodes = append(r.nodes, implementation.New(id, r.cfg))
	}
	return r
}

func (r *running) state(id int) *implementation.State {
	return r.nodes[id].State().(*implementation.State)
}

func (r *running) begins(id int) []letter {
	return r.step(id, impl.Event{Kind: impl.Booted, From: spec.None})
}

func (r *running) takes(l letter) (sends []letter, debated, agreed bool) {
	sends = r.step(l.to, impl.Event{Kind: impl.Delivered, From: spec.NodeID(l.from), Body: l.body})
	if s := r.state(l.to); s.Debating && len(s.Statuses) == len(r.nodes) {
		debated = true
		sends = append(sends, r.fires(l.to, words.TimerStatus)...)
	}
	if s := r.state(l.to); !s.Debating && len(s.Shares) == len(r.nodes) {
		agreed = true
		sends = append(sends, r.fires(l.to, words.TimerShare)...)
	}
	return sends, debated, agreed
}

func (r *running) fires(id int, timer spec.Timer) []letter {
	return r.step(id, impl.Event{Kind: impl.Fired, From: spec.None, Timer: timer})
}

// step has a replica handle an event, and then what it tells itself.
func (r *running) step(id int, ev impl.Event) []letter {
	effects := impl.NewEffects(nil)
	r.nodes[id].Step(ev, effects)
	var letters []letter
	tell := func(to int, body spec.Body) {
		if to == id {
			own := impl.Event{Kind: impl.Delivered, From: spec.NodeID(id), Body: body}
			letters = append(letters, r.step(id, own)...)
			return
		}
		letters = append(letters, letter{phase: phaseOf(body), from: id, to: to, body: body})
	}
	for _, e := range effects.List {
		switch e.Kind {
		case impl.Send:
			tell(int(e.To), e.Body)
		case impl.Broadcast:
			for to := range r.nodes {
				tell(to, e.Body)
			}
		}
	}
	return letters
}

func phaseOf(body spec.Body) int {
	for phase, kind := range phases() {
		if body.Kind() == kind {
			return phase
		}
	}
	panic("paper: a session has no " + body.Kind())
}
