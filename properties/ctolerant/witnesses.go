package ctolerant

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// The witnesses among the properties: each must fail where it is judged.

func (c *setting) neverElected(st State) error {
	if l := st.State.State.Nodes[c.Initiator].Leader; l != spec.None {
		return fmt.Errorf("%s was elected", l)
	}
	return nil
}

func (c *setting) neverSucceeded(st State) error {
	s := st.State.State
	if l := s.Nodes[c.Initiator].Leader; len(s.Alive) < c.Nodes && l > 0 {
		return fmt.Errorf("%s was elected after a crash", l)
	}
	return nil
}

// neverReplaced is the witness of all that is said of streaming: some NOTIFY or LEADER
// of the present run is about another process than the one that stands.
func (c *setting) neverReplaced(st State) error {
	s := st.State.State
	p := s.Nodes[c.Initiator]
	for _, m := range s.Flight {
		switch body := m.Body.(type) {
		case words.Notify:
			if p.ID != spec.None && m.From == c.Initiator && body.Run == p.Run && m.To != p.ID {
				return fmt.Errorf("%s was notified, and now %s is", m.To, p.ID)
			}
		case words.Leader:
			mine := body.Election.Initiator == c.Initiator && body.Run == p.Run
			if p.ID != spec.None && mine && m.From != p.ID {
				return fmt.Errorf("%s announces itself, and now %s is notified", m.From, p.ID)
			}
		}
	}
	return nil
}

// neverRenewed is the witness of D23: whoever announces itself, of the present run, obeys the last
// NOTIFYLEADER that it was sent.
func (c *setting) neverRenewed(st State) error {
	s := st.State.State
	p := s.Nodes[c.Initiator]
	own := words.Election{Number: p.Election, Initiator: c.Initiator}
	for _, m := range s.Flight {
		l, ok := m.Body.(words.Leader)
		if ok && m.From == p.ID && l.Election == own && l.Run == p.Run && l.Seq != p.Seq {
			return fmt.Errorf("%s announces itself, and is notified again", m.From)
		}
	}
	return nil
}

func (c *setting) neverAwaited(st State) error {
	if st.State.State.Nodes[c.Initiator].Phase == words.Await {
		return fmt.Errorf("%s awaits a LEADER", c.Initiator)
	}
	return nil
}

// neverEmpty is the witness of FewRestarts: no answers leave nobody.
func neverEmpty(st State) error {
	for i, n := range st.State.Ghost.Empties {
		if n > 0 {
			return fmt.Errorf("%d began again %d times because the answers left nobody", i, n)
		}
	}
	return nil
}

// neverYields is the witness of all that is said of several initiators.
func neverYields(st State) error {
	for i, p := range st.State.State.Nodes {
		if p.Phase == words.Yielded {
			return fmt.Errorf("%d has yielded to election %s", i, p.Rival)
		}
	}
	return nil
}

// neverTakesOver: nobody begins a second election.
func neverTakesOver(st State) error {
	for i, p := range st.State.State.Nodes {
		if p.Election > 1 {
			return fmt.Errorf("%d has begun election %d", i, p.Election)
		}
	}
	return nil
}

// neverTwoAnnounce: no two processes announce themselves at once (X14).
func neverTwoAnnounce(st State) error {
	first := spec.None
	for _, m := range st.State.State.Flight {
		if _, ok := m.Body.(words.Leader); !ok {
			continue
		}
		if first != spec.None && m.From != first {
			return fmt.Errorf("%s and %s announce themselves", first, m.From)
		}
		first = m.From
	}
	return nil
}

// neverPassedOver is the witness of Preference: the lowest is never passed over.
func (c *setting) neverPassedOver(st State) error {
	s := st.State.State
	lowest := spec.Lowest(c.group(s))
	if l := s.Nodes[c.Initiator].Leader; l != spec.None && l != lowest {
		return fmt.Errorf("%s was elected, and %s is alive", l, lowest)
	}
	return nil
}

// neverDiverges: when the election is over, everybody follows whom Preferred's first run
// decides for if all processes answer it. Hybrid may begin again before (X8).
func (c *setting) neverDiverges() func(State) error {
	var proposed, reported spec.Set
	for _, i := range c.all {
		e := TopUnhealthy(c.Config, i)
		known := seen(c.Config, c.Lists, i).Minus(e)
		proposed, reported = proposed.Union(known[:min(c.X, len(known))]), reported.Union(e)
	}
	want := spec.Lowest(proposed.Minus(reported))
	return func(st State) error {
		s := st.State.State
		if s.Nodes[c.Initiator].Phase != words.Done {
			return nil
		}
		for _, i := range c.group(s) {
			if l := s.Nodes[i].Leader; l != want {
				return fmt.Errorf("%s follows %s, and by everybody's answers it must be %s", i, l, want)
			}
		}
		return nil
	}
}

// neverUnhealthiest: when the election is over, nobody follows one of the y whom the whole
// group suspects most. That is preference as the paper defines it, and no c+1 answers can
// promise it (X12).
func (c *setting) neverUnhealthiest(st State) error {
	s := st.State.State
	for _, i := range c.group(s) {
		if l := s.Nodes[i].Leader; s.Nodes[c.Initiator].Phase == words.Done && c.worst.Has(l) {
			return fmt.Errorf("%s follows %s, one of the %d that all together suspect most", i, l, c.Y)
		}
	}
	return nil
}

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawElected    = "Elected"      // the run was quiescent with a leader at the initiator
	sawSucceeded  = "Succeeded"    // … and that leader is not process 0, which has crashed
	sawResent     = "Resent"       // QUERY was sent again
	sawRestarted  = "Restarted"    // the election began again
	sawOldLeader  = "OldLeader"    // a LEADER of an older run came after one of a newer
	sawDeadLeader = "DeadLeader"   // a LEADER came whose sender had crashed
	sawReplaced   = "Replaced"     // a run notified a process after another one
	sawRenewed    = "Renewed"      // … or the same one once more (D23)
	sawEmpty      = "Empty"        // a run found nobody, and the next asked with another x and y
	sawPassedOver = "PassedOver"   // the run was quiescent, its leader not the lowest alive
	sawUnhealthy  = "Unhealthiest" // … one of the y whom the whole group suspects most (X12)
	sawSuspected  = "Suspected"    // a failure detector said something during the run
	SawChurn      = "Churn"        // the membership changed, or a second initiator began
	sawForgot     = "Forgot"       // a process was taken out of a list although it was there
	sawLearned    = "Learned"      // a process was put into a list
	sawStale      = "Stale"        // … that was down or had left
	sawJoined     = "Joined"       // somebody joined
	sawWelcomed   = "Welcomed"     // … and a leader announced itself again
	sawLeft       = "Left"         // somebody left
	sawUnblocked  = "Unblocked"    // an initiator that knew too few went on
	sawYielded    = "Yielded"      // an initiator yielded to another one
	sawTookOver   = "TookOver"     // … and began a new election, because nothing came of the other's
)

// Witnesses lists them.
func Witnesses() []string {
	return []string{
		sawElected, sawSucceeded, sawResent, sawRestarted, sawOldLeader, sawDeadLeader,
		sawReplaced, sawRenewed, sawEmpty, sawPassedOver, sawUnhealthy, sawSuspected,
		SawChurn, sawForgot, sawLearned, sawStale, sawJoined, sawWelcomed, sawLeft, sawUnblocked,
		sawYielded, sawTookOver,
	}
}

// witness looks for witnesses in an event, before which the list of its process was this, and after which the group is.
func (m *Monitor) witness(w *world.World, e *world.Event, before, group spec.Set) {
	a := &e.Action
	switch {
	case a.Timer == words.TimerCollect:
		m.Saw(sawResent)
	case a.Timer == words.TimerAwait:
		m.Saw(sawRestarted)
	case a.Timer == words.TimerTakeover:
		m.Saw(sawTookOver)
	case a.Name == DeliverResponse && len(a.Pick) > 0:
		m.Saw(sawEmpty)
	}
	m.witnessChurn(w, e, before, group)
	m.witnessNotify(e)
	if leader, ok := a.Msg.Body.(words.Leader); ok && a.Name == deliverLeader {
		if leader.Run < m.newest[a.At] {
			m.Saw(sawOldLeader)
		}
		m.newest[a.At] = max(m.newest[a.At], leader.Run)
		if !w.Up(a.Msg.From) {
			m.Saw(sawDeadLeader)
		}
	}
	if w.Quiescent() && w.Up(m.cfg.Initiator) {
		m.witnessQuiescent(w, group)
	}
}

// witnessNotify looks for a NOTIFYLEADER that is not the first of its run.
func (m *Monitor) witnessNotify(e *world.Event) {
	for i := range e.Effects {
		notify, ok := e.Effects[i].Body.(words.Notify)
		book := m.Books[e.Action.At]
		if !ok || book == nil {
			continue
		}
		to := e.Effects[i].To
		switch {
		case notify.Seq > 1 && to == book.notified:
			m.Saw(sawRenewed)
		case notify.Seq > 1:
			m.Saw(sawReplaced)
		}
		book.notified = to
	}
}

// witnessChurn looks for what churn does to processes: it is seen in their states, not in what
// they were told.
func (m *Monitor) witnessChurn(w *world.World, e *world.Event, before, group spec.Set) {
	a := &e.Action
	s, up := w.State(a.At).(*implementation.State)
	if !up {
		return
	}
	if isChurn(a.Name) && s.Version > 0 {
		m.Saw(SawChurn)
		m.witnessChange(a, s, before, group)
	}
	if a.Name == words.KindStart && s.Run > 0 {
		if m.started {
			m.Saw(SawChurn)
		}
		m.started = true
	}
	if said, ok := a.Msg.Body.(words.Suspect); ok && s.Suspicions[said.Node] == said.Count {
		m.Saw(sawSuspected)
	}
	if a.Name == deliverJoined && slices.ContainsFunc(e.Effects, isAnnouncement) {
		m.Saw(sawWelcomed)
	}
	if (a.Name == words.KindLearn || a.Name == deliverJoined) && len(a.Pick) > 0 {
		m.Saw(sawUnblocked)
	}
	if s.Rival.Number > 0 {
		m.Saw(sawYielded)
	}
}

// witnessChange says which change of the membership a process has made, whose list was that.
func (m *Monitor) witnessChange(a *spec.Action, s *implementation.State, list, group spec.Set) {
	switch body := a.Msg.Body.(type) {
	case words.Forget:
		if list.Has(body.Node) && !s.List[body.Node] {
			m.Saw(sawForgot)
		}
	case words.Learn:
		if !list.Has(body.Node) && s.List[body.Node] {
			m.Saw(sawLearned)
			if !group.Has(body.Node) {
				m.Saw(sawStale)
			}
		}
	case words.Join:
		m.Saw(sawJoined)
	case words.Leave:
		m.Saw(sawLeft)
	}
}

func isAnnouncement(e impl.Effect) bool {
	_, ok := e.Body.(words.Leader)
	return ok && e.Kind == impl.Multicast
}

func (m *Monitor) witnessQuiescent(w *world.World, group spec.Set) {
	leader := leaderOf(w, m.cfg.Initiator)
	if leader == spec.None {
		return
	}
	m.Saw(sawElected)
	if m.cfg.worst.Has(leader) {
		m.Saw(sawUnhealthy)
	}
	switch {
	case leader > 0 && !w.Up(0):
		m.Saw(sawSucceeded)
	case leader > spec.Lowest(group):
		m.Saw(sawPassedOver)
	}
}
