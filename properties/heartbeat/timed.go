package heartbeat

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/heartbeat"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/heartbeat"
	"github.com/scrutineer-go/scrutineer/spec/heartbeat/words"
)

// Missed is the history of discrete time. For each process, and each other process that is down, it counts the ticks in
// which the first has been up and the other has been down, up to one more than the time of detection. It counts anew
// when the first boots or recovers.
type Missed struct{ Missed [][]int }

// TimedState is what the properties are judged on in discrete time.
type TimedState = verify.Judged[specification.Local, Missed]

// timed returns the specification in discrete time. All properties of the untimed one are stated here too.
func timed(cfg words.Config) scrutineer.GhostSpec[implementation.State, specification.Local, Missed] {
	u, d := untimed(cfg), detection{cfg, timeOf(cfg)}
	s := scrutineer.GhostSpec[implementation.State, specification.Local, Missed]{
		Module: "MCTimedHeartbeat", Handlers: u.Handlers, Abstraction: u.Abstraction, Cannot: u.Cannot,
		Ghost: spec.Ghost[Missed]{Init: d.first(), Step: d.step}, Constants: u.Constants,
		Fairness: map[string][]spec.Fairness{"MCFairSpec": append(fairness(cfg), spec.TicksPass())},
		Properties: []spec.Property[TimedState]{
			{Name: "DetectsInTime", Check: func(st TimedState) error { return d.missed(st, d.most+1) }},
			{
				Name: "NeverTakesThatLong", Witness: true,
				Check: func(st TimedState) error { return d.missed(st, d.most) },
			},
		},
	}
	s.Constants["Period"], s.Constants["Patience"] = cfg.Time.Ticks(words.Period), cfg.Time.Ticks(words.Patience)
	for _, p := range u.Properties { // all are of states
		s.Properties = append(s.Properties, spec.Property[TimedState]{
			Name: p.Name, Kind: p.Kind, Witness: p.Witness, WithinBudget: p.WithinBudget, GoOnly: p.GoOnly,
			Check: func(st TimedState) error {
				is := State{Spent: st.Spent}
				is.State.State = st.State.State
				return p.Check(is)
			},
		})
	}
	return s
}

// detection bounds how long a detector takes to suspect a process that is down.
type detection struct {
	words.Config
	most int // ticks
}

// timeOf returns the most ticks that detection takes, if delays are bounded and an exchange takes less than Patience.
// The process crashes as soon as it has received an Ask, the next beat is late, and so is the end of waiting for the
// next Answer. If processes tell that they have recovered, a Here may arrive after that Ask and end its round.
func timeOf(cfg words.Config) int {
	t := cfg.Time
	longest := t.Ticks(words.Period) + t.Ticks(words.Patience) + 2*t.Late
	if cfg.Learns == words.LearnsWhenTold {
		longest += t.Delay
	}
	return longest
}

func (d detection) first() Missed {
	rows := make([][]int, d.Nodes)
	for i := range rows {
		rows[i] = make([]int, d.Nodes)
	}
	return Missed{rows}
}

// step counts a tick for each process that is up and each that is down.
func (d detection) step(m Missed, a spec.Action, up spec.Set) Missed {
	next := Missed{slices.Clone(m.Missed)}
	for i, row := range m.Missed {
		at := spec.NodeID(i)
		starts := a.At == at && (a.Name == spec.Boot || a.Name == spec.Recover)
		next.Missed[i] = slices.Clone(row)
		for j := range row {
			switch {
			case starts || !up.Has(at) || up.Has(spec.NodeID(j)):
				next.Missed[i][j] = 0
			case a.Name == spec.Advance:
				next.Missed[i][j] = min(row[j]+1, d.most+1)
			}
		}
	}
	return next
}

// missed returns an error if a detector has missed a process for a number of ticks and does not suspect it.
func (d detection) missed(st TimedState, ticks int) error {
	s := &st.State.State
	for _, at := range d.Detectors.Minus(s.Unbooted) {
		for peer, n := range st.State.Ghost.Missed[at] {
			if n >= ticks && !s.Nodes[at].Suspects.Has(spec.NodeID(peer)) {
				return fmt.Errorf("%s has missed %d for %d ticks and does not suspect it", at, peer, n)
			}
		}
	}
	return nil
}
