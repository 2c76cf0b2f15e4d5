package faults

import (
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Check tells what is wrong with the plan for so many processes, naming the field, or
// returns the routes of its topology. The configuration is the protocol's to check.
func (p Plan) Check(nodes int, failures spec.Failures) (Routes, error) {
	if err := p.check(planCheck{nodes, failures, p.Patient, p.Stop, p.Settle}); err != nil {
		return Routes{}, err
	}
	return NewRoutes(p.Topology, nodes)
}

func (p Plan) check(c planCheck) error {
	if p.Version != PlanVersion {
		return input.Errorf("version", "%d, this program reads version %d", p.Version, PlanVersion)
	}
	if err := c.delays(p); err != nil {
		return err
	}
	if err := c.fits("gap", p.Gap); err != nil {
		return err
	}
	if err := p.Rates.check(); err != nil {
		return err
	}
	if err := c.fits("rates.reorderBy", p.Rates.ReorderBy); err != nil {
		return err
	}
	if err := c.rates(p.Rates); err != nil {
		return err
	}
	if err := c.kinds(p); err != nil {
		return err
	}
	if err := c.once(p); err != nil {
		return err
	}
	if err := c.set("rates.spares", p.Rates.Spares); err != nil {
		return err
	}
	if p.Stop == 0 && (len(p.Faults) > 0 || p.Rates.Any()) {
		return input.Errorf("stop", "is missing, say when the faults stop")
	}
	return nil
}

// delays checks the distributions of delays. The longest that holds after the faults have
// stopped must leave room to settle.
func (c planCheck) delays(p Plan) error {
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
			if err := c.fits(n.field+bound, most); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d Delay) check(field string) error {
	switch {
	case d.Shape != "" && !slices.Contains(shapes, d.Shape):
		return input.Errorf(field+".shape", "%q, it must be one of %q", d.Shape, shapes)
	case d.Shape != Exponential && d.Mean != 0:
		return input.Errorf(field+".mean", "%s, but only the shape %q has one; omit it", d.Mean, Exponential)
	case d.Shape == Exponential && d.Mean <= d.Min:
		return input.Errorf(field+".mean", "%s, it must be longer than min, %s", d.Mean, d.Min)
	case d.Shape == Exponential && d.Max < d.Mean:
		return input.Errorf(field+".max", "%s, it must be mean, %s, or more: what is longer takes that", d.Max, d.Mean)
	case d.Max < d.Min && d.Max != 0:
		return input.Errorf(field+".max", "%s, it must be min, %s, or more", d.Max, d.Min)
	}
	return nil
}

func (r Rates) check() error {
	for _, rate := range []struct {
		field string
		n     int
	}{
		{"loss", r.Loss},
		{"duplicate", r.Duplicate},
		{"reorder", r.Reorder},
		{"early", r.Early},
		{"crashIn", r.CrashIn},
		{"lose", r.Lose},
	} {
		if rate.n < 0 || rate.n > 1000 {
			return input.Errorf("rates."+rate.field, "%d, it must be 0 to 1000, of 1,000 chances", rate.n)
		}
	}
	if r.MaxCrashes < 0 {
		return input.Errorf("rates.maxCrashes", "%d, it must be 0 or more", r.MaxCrashes)
	}
	return nil
}

// Any tells whether a fault may be drawn.
func (r Rates) Any() bool {
	return r.Loss > 0 || r.Duplicate > 0 || r.Reorder > 0 || r.Early > 0 || r.CrashIn > 0
}

// planCheck checks faults and pins.
type planCheck struct {
	nodes    int
	failures spec.Failures
	patient  bool
	stop     Time
	settle   Time
}

// fits refuses a time that leaves the protocol no room to settle: copies must have
// arrived for its goal to be reached.
func (c planCheck) fits(field string, t Time) error {
	if c.settle > 0 && t > c.settle {
		return input.Errorf(field, "%s, it must be at most settle, %s", t, c.settle)
	}
	return nil
}

// rates refuses rates that cannot act.
func (c planCheck) rates(r Rates) error {
	switch {
	case c.patient && r.Early > 0:
		return input.Errorf("rates.early", "%d, but in a patient plan no timeout is premature", r.Early)
	case r.CrashIn > 0 && r.MaxCrashes == 0:
		return input.Errorf("rates.maxCrashes", "is missing, say how many processes crashIn may take")
	case r.Lose > 0 && c.failures != spec.CopiesWait:
		return input.Errorf("rates.lose", "%d, but under failures %q no copy waits at a process that is down; omit it",
			r.Lose, c.failures)
	}
	return nil
}

// kinds checks each fault and each pin by itself.
func (c planCheck) kinds(p Plan) error {
	for i, f := range p.Faults {
		if !contains(kinds, f.Kind) {
			return input.Errorf(FaultField(i), "it must have exactly one of %v", Kinds())
		}
		if err := f.Kind.check(c); err != nil {
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
		if err := pin.Kind.check(c); err != nil {
			return input.In("", PinField(i)+"."+pin.Kind.Name(), err)
		}
	}
	return nil
}

// once refuses to be told twice of the same copy: one of them would do nothing.
func (c planCheck) once(p Plan) error {
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

func (c planCheck) interval(begin, end Time) error {
	switch {
	case end <= begin:
		return input.Errorf("end", "%s, it must be later than begin, %s", end, begin)
	case end > c.stop:
		return input.Errorf("end", "%s, it must be at most stop, %s", end, c.stop)
	}
	return nil
}

func (c planCheck) nth(field string, n int) error {
	if n < 1 {
		return input.Errorf(field, "%d, counting begins at 1", n)
	}
	return nil
}

func (c planCheck) node(field string, id spec.NodeID) error {
	if id < 0 || int(id) >= c.nodes {
		return input.Errorf(field, "%d, nodes are 0 to %d", int(id), c.nodes-1)
	}
	return nil
}

func (c planCheck) set(field string, set spec.Set) error {
	for i, id := range set {
		if err := c.node(field, id); err != nil {
			return err
		}
		if i > 0 && set[i-1] >= id {
			return input.Errorf(field, "must be in ascending order without repetition")
		}
	}
	return nil
}
