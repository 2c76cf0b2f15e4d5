package commit

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer"
)

// Protocol returns two-phase commit with two participants, and what must be true of it. Nobody may stay down for good.
func Protocol() scrutineer.Protocol[State] {
	return scrutineer.Protocol[State]{
		Name: "commit", Nodes: 3, New: New, Recovers: scrutineer.MessagesVanish, Crashes: -1,
		Wire:       []any{Object{}, Ask{}, Vote{}, Inquire{}, Tell{}, Disk{}},
		Always:     scrutineer.Properties[State]{"Agreement": agreement, "AllAgreed": allAgreed},
		Eventually: scrutineer.Properties[State]{"NobodyWaits": nobodyWaits},
		Sometimes:  scrutineer.Properties[State]{"Commits": some(Commit), "Aborts": some(Abort)},
		Inputs: func(at scrutineer.NodeID, s *State) []scrutineer.Body {
			if at != 2 || s.Objects || s.Voted {
				return nil
			}
			return []scrutineer.Body{Object{}}
		},
	}
}

// agreement is true if no two verdicts differ.
func agreement(v scrutineer.View[State]) error {
	by := map[Verdict]scrutineer.NodeID{}
	for id, s := range v.All() {
		by[s.Verdict] = id
	}
	committed, commits := by[Commit]
	aborted, aborts := by[Abort]
	if commits && aborts {
		return fmt.Errorf("%d commits and %d aborts", committed, aborted)
	}
	return nil
}

// allAgreed is true if nobody commits unless all participants have voted yes.
func allAgreed(v scrutineer.View[State]) error {
	for id, s := range v.All() {
		for other, voter := range v.All() {
			if s.Verdict == Commit && other > 0 && !voter.Voted {
				return fmt.Errorf("%d commits and %d has not voted yes", id, other)
			}
		}
	}
	return nil
}

// nobodyWaits is true if the verdict is known to the coordinator and to whoever has voted yes.
func nobodyWaits(v scrutineer.View[State]) error {
	for id, s := range v.All() {
		if s.Verdict == None && (id == 0 || s.Voted) {
			return fmt.Errorf("%d waits for a verdict", id)
		}
	}
	return nil
}

// some is true if a process has that verdict.
func some(verdict Verdict) func(scrutineer.View[State]) error {
	return func(v scrutineer.View[State]) error {
		for _, s := range v.All() {
			if s.Verdict == verdict {
				return nil
			}
		}
		return scrutineer.Seen(false)
	}
}
