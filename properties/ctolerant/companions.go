package ctolerant

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// The companions: what a campaign must have seen for its passes to mean anything.
const (
	sawElected    = "Elected"      // the run was quiescent with a leader at the initiator
	sawSucceeded  = "Succeeded"    // … and that leader is not process 0, which has crashed
	sawResent     = "Resent"       // QUERY was sent again
	sawRestarted  = "Restarted"    // the election began again
	sawOldLeader  = "OldLeader"    // a LEADER of an older run came after one of a newer
	sawDeadLeader = "DeadLeader"   // a LEADER came whose sender had crashed
	sawReplaced   = "Replaced"     // a run notified a process after another one
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

// Companions lists them.
func Companions() []string {
	return []string{
		sawElected, sawSucceeded, sawResent, sawRestarted, sawOldLeader, sawDeadLeader,
		sawReplaced, sawEmpty, sawPassedOver, sawUnhealthy, sawSuspected,
		SawChurn, sawForgot, sawLearned, sawStale, sawJoined, sawWelcomed, sawLeft, sawUnblocked,
		sawYielded, sawTookOver,
	}
}

const (
	deliverLeader = "DeliverLeader"
	deliverNotify = "DeliverNotify"
)

type companions struct {
	seen    []string
	worst   spec.Set // the unhealthiest of all by the configuration
	newest  []int    // for each process, the newest run of which it has seen a LEADER
	started bool     // an initiator has begun
}

func (c *companions) saw(what string) {
	if !slices.Contains(c.seen, what) {
		c.seen = append(c.seen, what)
	}
}

// observe looks for them in an event, after which the group is this.
func (c *companions) observe(
	w *world.World, cfg words.Config, e *world.Event, before *membership, group spec.Set,
) {
	a := &e.Action
	switch {
	case a.Timer == words.TimerCollect:
		c.saw(sawResent)
	case a.Timer == words.TimerAwait:
		c.saw(sawRestarted)
	case a.Timer == words.TimerTakeover:
		c.saw(sawTookOver)
	case a.Name == DeliverResponse && len(a.Pick) > 0:
		c.saw(sawEmpty)
	}
	c.observeChurn(w, e, before, group)
	if notify, ok := a.Msg.Body.(words.Notify); ok && notify.Seq > 1 {
		c.saw(sawReplaced)
	}
	if leader, ok := a.Msg.Body.(words.Leader); ok && a.Name == deliverLeader {
		if c.newest == nil {
			c.newest = make([]int, cfg.Nodes)
		}
		if leader.Run < c.newest[a.At] {
			c.saw(sawOldLeader)
		}
		c.newest[a.At] = max(c.newest[a.At], leader.Run)
		if !w.Up(a.Msg.From) {
			c.saw(sawDeadLeader)
		}
	}
	if w.Quiescent() && w.Up(cfg.Initiator) {
		c.observeQuiescent(w, cfg, group)
	}
}

// isChurn tells whether an action of that name changes the membership.
func isChurn(name string) bool {
	switch name {
	case words.KindForget, words.KindLearn, words.KindJoin, words.KindLeave:
		return true
	}
	return false
}

// observeChurn looks for what churn does to processes: it is seen in their states, not in what
// they were told.
func (c *companions) observeChurn(w *world.World, e *world.Event, before *membership, group spec.Set) {
	a := &e.Action
	s, up := w.State(a.At).(*implementation.State)
	if !up {
		return
	}
	if isChurn(a.Name) && s.Version > 0 {
		c.saw(SawChurn)
		c.sawChange(a, s, before.Lists[a.At], group)
	}
	if a.Name == words.KindStart && s.Run > 0 {
		if c.started {
			c.saw(SawChurn)
		}
		c.started = true
	}
	if said, ok := a.Msg.Body.(words.Suspect); ok && s.Suspicions[said.Node] == said.Count {
		c.saw(sawSuspected)
	}
	if a.Name == deliverJoined && slices.ContainsFunc(e.Effects, isAnnouncement) {
		c.saw(sawWelcomed)
	}
	if (a.Name == words.KindLearn || a.Name == deliverJoined) && len(a.Pick) > 0 {
		c.saw(sawUnblocked)
	}
	if s.Rival.Number > 0 {
		c.saw(sawYielded)
	}
}

// sawChange says which change of the membership a process has made, whose list was that.
func (c *companions) sawChange(a *spec.Action, s *implementation.State, list, group spec.Set) {
	switch body := a.Msg.Body.(type) {
	case words.Forget:
		if list.Has(body.Node) && !s.List[body.Node] {
			c.saw(sawForgot)
		}
	case words.Learn:
		if !list.Has(body.Node) && s.List[body.Node] {
			c.saw(sawLearned)
			if !group.Has(body.Node) {
				c.saw(sawStale)
			}
		}
	case words.Join:
		c.saw(sawJoined)
	case words.Leave:
		c.saw(sawLeft)
	}
}

func isAnnouncement(e impl.Effect) bool {
	_, ok := e.Body.(words.Leader)
	return ok && e.Kind == impl.Multicast
}

func (c *companions) observeQuiescent(w *world.World, cfg words.Config, group spec.Set) {
	leader := leaderOf(w, cfg.Initiator)
	if leader == spec.None {
		return
	}
	c.saw(sawElected)
	if c.worst.Has(leader) {
		c.saw(sawUnhealthy)
	}
	switch {
	case leader > 0 && !w.Up(0):
		c.saw(sawSucceeded)
	case leader > spec.Lowest(group):
		c.saw(sawPassedOver)
	}
}
