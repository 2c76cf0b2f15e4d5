package faultstest

import (
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Probed is how many others a prober tests a round, Period how long its round is.
const (
	Probed = 12
	Period = 1000 * Ms
)

type (
	probe  struct{ Round, Nth int }
	answer struct{ Round, Nth int }
)

func (probe) Kind() string  { return "Probe" }
func (answer) Kind() string { return "Answer" }

func init() {
	codec.Register(probe{})
	codec.Register(answer{})
}

// prober is a process that never rests: at each beat of its clock it asks the same twelve others
// for an answer, and waits for each of them with a timer of its own.
type prober struct {
	id    spec.NodeID
	nodes int
	state proberState
}

type proberState struct{ Round, Asked, Answers, Silent int }

// patience is how long an answer is waited for, longer than two copies take.
const patience = 120 * time.Millisecond

func (n *prober) State() any { return &n.state }

func (n *prober) Step(ev impl.Event, out *impl.Effects) {
	switch s := &n.state; ev.Kind {
	case impl.Booted, impl.Recovered: // not all at once
		out.SetTimer("Round", time.Duration(Period)*time.Duration(int(n.id)+1)/time.Duration(n.nodes))
	case impl.Fired:
		if ev.Timer != "Round" {
			s.Silent++
			return
		}
		s.Round++
		for i := range Probed { // at growing distances, so that no two ask the same
			peer := spec.NodeID((int(n.id) + 1 + i*(n.nodes/Probed)) % n.nodes)
			out.Send(peer, probe{s.Round, i})
			out.SetTimer(spec.TimerOf("Wait", peer), patience)
		}
		out.SetTimer("Round", time.Duration(Period))
	case impl.Delivered:
		if p, asked := ev.Body.(probe); asked {
			s.Asked++
			out.Send(ev.From, answer(p))
		} else {
			s.Answers++
			out.StopTimer(spec.TimerOf("Wait", ev.From))
		}
	}
}

// Probers is a cluster of such processes, of which each tests twelve others a round, for
// ever. Nobody is told anything.
func Probers(nodes int, failures spec.Failures) network.Cluster {
	return network.Cluster{
		Nodes:    nodes,
		Failures: failures,
		Boots:    true,
		New:      func(id spec.NodeID) impl.Node { return &prober{id: id, nodes: nodes} },
		Inputs:   func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
		Clocks:   spec.NewSet("Round"),
		Awaits:   awaitsAnswer,

		InputsIgnoreDown: true,
	}
}

// awaitsAnswer: a prober awaits its probe of this round and the answer to it.
func awaitsAnswer(timer spec.Timer, at spec.NodeID, state any, copy *spec.Message) bool {
	round := state.(*proberState).Round
	switch body := copy.Body.(type) {
	case probe:
		return copy.From == at && body.Round == round && copy.To == timer.Of()
	case answer:
		return copy.To == at && body.Round == round && copy.From == timer.Of()
	}
	return false
}

// ProberPlan is a plan without a fault for so many rounds of theirs, which end when the faults
// stop, and time for the last copies to arrive.
func ProberPlan(rounds int) faults.Plan {
	return faults.Plan{
		Version: faults.PlanVersion, Protocol: "prober", Config: []byte("{}"), Seed: 1,
		Delay: faults.Delay{Min: Ms, Max: 50 * Ms},
		Stop:  faults.Time(rounds)*Period + 2*Ms, Settle: 100 * Ms,
	}
}
