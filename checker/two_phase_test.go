package checker

import (
	"fmt"
	"iter"
	"math/bits"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/spec"
)

// twoPhase is two-phase commit with that many resource managers (Gray and Lamport,
// "Consensus on transaction commit"), with the actions of the TLA+ module of that
// name. Its numbers of states are well known.
type twoPhase int

// committing is a state of it: sets of resource managers as bits.
type committing struct {
	working, prepared, committed, aborted uint16
	heard, said                           uint16 // by the manager; Prepared messages in the network
	decided, told                         decided
}

type decided uint8

const (
	undecided decided = iota
	commit
	abort
)

func (n twoPhase) all() uint16 { return 1<<n - 1 }

func (n twoPhase) Init() iter.Seq[committing] {
	return func(yield func(committing) bool) { yield(committing{working: n.all()}) }
}

func (n twoPhase) Actions(s committing) iter.Seq[spec.Action] {
	names := []string{"TMCommit", "TMAbort"}
	each := []string{"TMRcvPrepared", "RMPrepare", "RMChooseToAbort", "RMRcvCommitMsg", "RMRcvAbortMsg"}
	return func(yield func(spec.Action) bool) {
		for _, name := range names {
			if a := (spec.Action{Name: name}); n.can(s, a) && !yield(a) {
				return
			}
		}
		for i := range int(n) {
			for _, name := range each {
				if a := (spec.Action{Name: name, At: spec.NodeID(i)}); n.can(s, a) && !yield(a) {
					return
				}
			}
		}
	}
}

func (n twoPhase) can(s committing, a spec.Action) bool {
	bit := uint16(1) << a.At
	switch a.Name {
	case "TMCommit":
		return s.decided == undecided && s.heard == n.all()
	case "TMAbort":
		return s.decided == undecided
	case "TMRcvPrepared":
		return s.decided == undecided && s.said&bit != 0
	case "RMPrepare", "RMChooseToAbort":
		return s.working&bit != 0
	case "RMRcvCommitMsg":
		return s.told == commit
	default:
		return s.told == abort
	}
}

func (n twoPhase) Do(s committing, a spec.Action) (committing, bool) {
	if !n.can(s, a) {
		return s, false
	}
	bit := uint16(1) << a.At
	moved := s
	moved.working &^= bit
	moved.prepared &^= bit
	moved.committed &^= bit
	moved.aborted &^= bit
	switch a.Name {
	case "TMCommit":
		s.decided, s.told = commit, commit
	case "TMAbort":
		s.decided, s.told = abort, abort
	case "TMRcvPrepared":
		s.heard |= bit
	case "RMPrepare":
		moved.prepared |= bit
		moved.said |= bit
		return moved, true
	case "RMRcvCommitMsg":
		moved.committed |= bit
		return moved, true
	default: // RMChooseToAbort, RMRcvAbortMsg
		moved.aborted |= bit
		return moved, true
	}
	return s, true
}

// consistent: nobody has committed where somebody has aborted.
var consistent = spec.Property[committing]{Name: "Consistent", Check: func(s committing) error {
	if s.committed != 0 && s.aborted != 0 {
		return fmt.Errorf("%d committed, %d aborted", bits.OnesCount16(s.committed), bits.OnesCount16(s.aborted))
	}
	return nil
}}

// someCommit is the witness: the transaction can be committed.
var someCommit = spec.Property[committing]{
	Name: "SomeCommit", Kind: spec.Reachable, Check: func(s committing) error {
		if s.committed == 0 {
			return fmt.Errorf("nobody has committed")
		}
		return nil
	},
}

func TestTwoPhaseCommit(t *testing.T) {
	for _, row := range []struct{ managers, states int }{{3, 288}, {5, 8_832}, {7, 296_448}, {8, 1_745_408}} {
		if row.managers > nightly.Size(8, 7) || testing.Short() && row.managers > 5 {
			continue // the larger ones take a second and more
		}
		for _, workers := range []int{1, 2} {
			r := Reach(Plain[committing](twoPhase(row.managers)), ReachOptions[committing]{
				Workers: workers, Properties: func() []spec.Property[committing] {
					return []spec.Property[committing]{consistent, someCommit}
				},
			})
			if r.Ended != Complete || r.Size() != row.states {
				t.Errorf("%d managers, %d workers: %d states, %s; want %d",
					row.managers, workers, r.Size(), r.Ended, row.states)
			}
			for _, result := range r.Results {
				if result.Verdict != spec.Holds {
					t.Errorf("%d managers: %s %s", row.managers, result.Property.Name, result.Verdict)
				}
			}
			t.Logf("%d managers, %d workers: %d states, %d edges, depth %d, %d bytes a state",
				row.managers, workers, r.Size(), r.Edges, r.Depth, r.Bytes()/int64(r.Size()))
		}
	}
}

func BenchmarkTwoPhaseCommit(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			edges := 0
			for b.Loop() {
				r := Reach(Plain[committing](twoPhase(8)), ReachOptions[committing]{Workers: workers})
				edges = r.Edges
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*edges), "ns/transition")
		})
	}
}
