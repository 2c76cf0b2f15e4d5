package ctolerant

import (
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// local reads a process of the implementation as the specification sees it. It
// forgets nothing but how the implementation keeps its books.
func local(cfg words.Config) func(spec.NodeID, any) specification.Local {
	return func(at spec.NodeID, state any) specification.Local {
		if state == nil { // as good as new
			state = implementation.New(at, cfg).State()
		}
		s := state.(*implementation.State)
		l := specification.Local{
			List: members(s.List), Suspicions: s.Suspicions, Leader: s.Leader, Tag: s.Tag,
			Run: s.Run, X: s.X, Y: s.Y, Phase: words.Idle, ID: spec.None,
			Version: s.Version, Announced: s.Announced, Election: s.ElectionNumber, Rival: s.Rival,
		}
		switch e := s.Election; {
		case s.Rival.Number > 0:
			l.Phase = words.Yielded
		case e != nil:
			readElection(&l, e)
		case s.Run > 0:
			l.Phase = words.Done
		}
		return l
	}
}

func readElection(l *specification.Local, e *implementation.Election) {
	l.Responders, l.Notified = members(e.Responders), members(e.Notified)
	l.Candidates, l.Unhealthy = members(e.Candidates), members(e.Unhealthy)
	l.ID, l.Seq, l.Confirmed = e.ID, e.Seq, e.Confirmed
	switch {
	case e.Blocked:
		l.Phase = words.Blocked
	case !e.Collected:
		l.Phase = words.Collect
	default:
		l.Phase = words.Await
	}
}
