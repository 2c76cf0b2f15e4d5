package faults

import (
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Check returns what is wrong with the plan for a group of nodes processes, naming the field, or
// returns the routes of its topology. The configuration is the protocol's to check.
func (p Plan) Check(nodes int, failures spec.Failures) (Routes, error) {
	if err := p.check(limits{nodes, failures, p.Patient, p.Stop, p.Settle}); err != nil {
		return Routes{}, err
	}
	return NewRoutes(p.Topology, nodes)
}

func (p Plan) check(l limits) error {
	if p.Version != PlanVersion {
		return input.Errorf("version", "%d, this program reads version %d", p.Version, PlanVersion)
	}
	if err := l.snapshot(p.Snapshot); err != nil {
		return err
	}
	if err := l.delays(p); err != nil {
		return err
	}
	if err := l.fits("gap", p.Gap); err != nil {
		return err
	}
	if err := l.fits("resolution", p.Resolution); err != nil {
		return err
	}
	if err := p.Rates.check(); err != nil {
		return err
	}
	if err := l.fits("rates.reorderBy", p.Rates.ReorderBy); err != nil {
		return err
	}
	if err := l.rates(p.Rates); err != nil {
		return err
	}
	if err := l.kinds(p); err != nil {
		return err
	}
	if err := l.once(p); err != nil {
		return err
	}
	if err := l.set("rates.spares", p.Rates.Spares); err != nil {
		return err
	}
	if p.Stop == 0 && (len(p.Faults) > 0 || p.Rates.Any()) {
		return input.Errorf("stop", "is missing, say when the faults stop")
	}
	return nil
}

// delays checks the distributions of delays. The longest that holds after the faults have
// stopped must leave room to settle.
func (l limits) delays(p Plan) error {
	type named struct {
		field string
		d     Delay
		lasts bool
	}
	list := []named{{"delay", p.Delay, p.DelayAfterStop == nil}, {"inputs", p.Inputs, true}}
	if p.DelayAfterStop != nil {
		list = append(list, named{"delayAfterStop", *p.DelayAfterStop, true})
		if p.Stop == 0 {
			return input.Errorf("delayAfterStop", "holds from stop on, which is missing; say delay alone")
		}
	}
	for _, n := range list {
		if err := n.d.check(n.field); err != nil {
			return err
		}
		if n.lasts {
			most, bound := n.d.Max, ".max"
			if most == 0 { // it is absent, and the least is the most
				most, bound = n.d.Min, ".min"
			}
			if err := l.fits(n.field+bound, most); err != nil {
				return err
			}
		}
	}
	return nil
}

// rates refuses rates that cannot act.
func (l limits) rates(r Rates) error {
	switch {
	case l.patient && r.Early > 0:
		return input.Errorf("rates.early", "%d, but in a patient plan no timeout is premature", r.Early)
	case r.CrashIn > 0 && r.MaxCrashes == 0:
		return input.Errorf("rates.maxCrashes", "is missing, say how many processes crashIn may take")
	case r.Lose > 0 && l.failures != spec.MessagesWait:
		return input.Errorf("rates.lose", "%d, but under failures %q no copy waits at a process that is down; omit it",
			r.Lose, l.failures)
	}
	return l.lossOrder(r.LossOrder)
}

// lossOrder refuses an order that does not rank each process once.
func (l limits) lossOrder(order []spec.NodeID) error {
	if order == nil {
		return nil
	}
	for _, id := range order {
		if err := l.node("rates.lossOrder", id); err != nil {
			return err
		}
	}
	if len(order) != l.nodes || len(spec.NewSet(order...)) != l.nodes {
		return input.Errorf("rates.lossOrder", "%v, it must name each of the nodes 0 to %d once", order, l.nodes-1)
	}
	return nil
}

// kinds checks each fault and each pin by itself.
func (l limits) kinds(p Plan) error {
	for i, f := range p.Faults {
		if !contains(kinds, f.Kind) {
			return input.Errorf(FaultField(i), "it must have exactly one of %v", Kinds())
		}
		if err := f.Kind.check(l); err != nil {
			return input.In("", FaultField(i)+"."+f.Kind.Name(), err)
		}
	}
	for i, pin := range p.Pins {
		if !contains(pinKinds, pin.Kind) {
			names := namesOf(pinKinds)
			last := len(names) - 1
			return input.Errorf(PinField(i), "it must have exactly one of %s and %s",
				strings.Join(names[:last], ", "), names[last])
		}
		if err := pin.Kind.check(l); err != nil {
			return input.In("", PinField(i)+"."+pin.Kind.Name(), err)
		}
	}
	return nil
}

// once refuses to be told twice of the same copy: one of them would do nothing.
func (l limits) once(p Plan) error {
	seen := map[Claim]bool{}
	add := func(field string, k Kind) error {
		claim, ok := claimOf(k)
		switch {
		case ok && seen[claim]:
			return input.Errorf(field, "says something that another one has said of this copy; omit one")
		case ok:
			seen[claim] = true
		}
		return nil
	}
	for i, f := range p.Faults {
		if err := add(FaultField(i), f.Kind); err != nil {
			return err
		}
	}
	for i, pin := range p.Pins {
		if err := add(PinField(i), pin.Kind); err != nil {
			return err
		}
	}
	return nil
}
