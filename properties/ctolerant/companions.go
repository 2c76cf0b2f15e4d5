package ctolerant

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
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
)

// Companions lists them.
func Companions() []string {
	return []string{
		sawElected, sawSucceeded, sawResent, sawRestarted, sawOldLeader, sawDeadLeader,
		sawReplaced, sawEmpty, sawPassedOver, sawUnhealthy, sawSuspected,
	}
}

const deliverLeader = "DeliverLeader"

type companions struct {
	seen   []string
	worst  spec.Set // the unhealthiest of all by the configuration
	newest []int    // for each process, the newest run of which it has seen a LEADER
}

func (c *companions) saw(what string) {
	if !slices.Contains(c.seen, what) {
		c.seen = append(c.seen, what)
	}
}

func (c *companions) observe(w *faults.World, cfg words.Config, a *spec.Action) {
	switch {
	case a.Timer == words.TimerCollect:
		c.saw(sawResent)
	case a.Timer == words.TimerAwait:
		c.saw(sawRestarted)
	case a.Name == words.KindSuspect:
		c.saw(sawSuspected)
	case a.Name == deliverResponse && len(a.Pick) > 0:
		c.saw(sawEmpty)
	}
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
		if c.worst == nil {
			c.worst = append(spec.Set{}, unhealthiestOfAll(cfg)...)
		}
		if c.worst.Has(leaderOf(w, cfg.Initiator)) {
			c.saw(sawUnhealthy)
		}
		switch leader := leaderOf(w, cfg.Initiator); {
		case leader > 0 && !w.Up(0):
			c.saw(sawSucceeded)
			c.saw(sawElected)
		case leader > spec.Lowest(w.Living()):
			c.saw(sawPassedOver)
			c.saw(sawElected)
		case leader != spec.None:
			c.saw(sawElected)
		}
	}
}
