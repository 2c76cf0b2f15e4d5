package ctolerant

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// The companions: what a campaign must have seen for its passes to mean anything.
const (
	sawElected    = "Elected"    // the run was quiescent with a leader at the initiator
	sawSucceeded  = "Succeeded"  // … and that leader is not process 0, which has crashed
	sawResent     = "Resent"     // QUERY was sent again
	sawRestarted  = "Restarted"  // the election began again
	sawOldLeader  = "OldLeader"  // a LEADER of an older run came after one of a newer
	sawDeadLeader = "DeadLeader" // a LEADER came whose sender had crashed
)

// Companions lists them.
func Companions() []string {
	return []string{sawElected, sawSucceeded, sawResent, sawRestarted, sawOldLeader, sawDeadLeader}
}

const deliverLeader = "DeliverLeader"

type companions struct {
	seen   []string
	newest []int // for each process, the newest run of which it has seen a LEADER
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
		switch leader := leaderOf(w, cfg.Initiator); {
		case leader > 0 && !w.Up(0):
			c.saw(sawSucceeded)
			c.saw(sawElected)
		case leader != spec.None:
			c.saw(sawElected)
		}
	}
}
