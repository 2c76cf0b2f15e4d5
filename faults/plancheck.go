package faults

import (
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Check tells what is wrong with the plan for so many processes, naming the
// field, or nothing. The configuration is the protocol's to check.
func (p Plan) Check(nodes int, recovers bool) error {
	if p.Version != PlanVersion {
		return input.Errorf("version", "%d, this program reads version %d", p.Version, PlanVersion)
	}
	for _, check := range []error{p.Delay.check("delay"), p.Inputs.check("inputs"), p.Rates.check()} {
		if check != nil {
			return check
		}
	}
	c := planCheck{nodes: nodes, recovers: recovers, patient: p.Patient, stop: p.Stop, settle: p.Settle}
	for _, t := range []struct {
		field string
		t     Time
	}{{"delay.max", p.Delay.Max}, {"inputs.max", p.Inputs.Max}, {"rates.reorderBy", p.Rates.ReorderBy}} {
		if err := c.fits(t.field, t.t); err != nil {
			return err
		}
	}
	if err := c.rates(p.Rates); err != nil {
		return err
	}
	for i, f := range p.Faults {
		if err := input.In("", FaultField(i), c.fault(f)); err != nil {
			return err
		}
	}
	for i, pin := range p.Pins {
		if err := input.In("", PinField(i), c.pin(pin)); err != nil {
			return err
		}
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
	_, err := NewRoutes(p.Topology, nodes)
	return err
}

func (d Delay) check(field string) error {
	switch {
	case d.Shape != "" && d.Shape != Uniform && d.Shape != LongTail:
		return input.Errorf(field+".shape", "%q, it must be %q or %q", d.Shape, Uniform, LongTail)
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
	recovers bool
	patient  bool
	stop     Time
	settle   Time
}

// namedCopy is one thing that a plan says of one copy.
type namedCopy struct {
	what string
	copy CopyRef
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
	}
	return nil
}

// whenSent says what happens to a copy when it is sent, of which there is one thing, or
// what happens later.
func whenSent(what string, after *Time) string {
	if after == nil {
		return "loss or duplicate"
	}
	return "late " + what
}

// once refuses to be told twice of the same copy: one of them would do nothing.
func (c planCheck) once(p Plan) error {
	seen := map[namedCopy]bool{}
	add := func(field, what string, copy CopyRef) error {
		if seen[namedCopy{what, copy}] {
			return input.Errorf(field, "says something that another one has said of this copy; leave one away")
		}
		seen[namedCopy{what, copy}] = true
		return nil
	}
	for i, f := range p.Faults {
		var err error
		switch {
		case f.Loss != nil:
			err = add(FaultField(i), whenSent("loss", f.Loss.After), f.Loss.Copy)
		case f.Duplicate != nil:
			err = add(FaultField(i), whenSent("duplicate", f.Duplicate.After), f.Duplicate.Copy)
		case f.Reorder != nil:
			err = add(FaultField(i), "reorder", f.Reorder.Copy)
		}
		if err != nil {
			return err
		}
	}
	for i, pin := range p.Pins {
		var err error
		switch {
		case pin.Hold != nil:
			err = add(PinField(i), "hold", pin.Hold.Copy)
		case pin.Delay != nil:
			err = add(PinField(i), "delay", pin.Delay.Copy)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c planCheck) fault(f Fault) error {
	switch {
	case f.Kind() == "":
		return input.Errorf("", "it must have exactly one of %v", Kinds())
	case f.Crash != nil:
		return input.In("", "crash", c.crash(*f.Crash))
	case f.CrashIn != nil:
		return input.In("", "crashIn", c.crashIn(*f.CrashIn))
	case f.Premature != nil && c.patient:
		return input.Errorf("premature", "stands in a patient plan, in which no timeout is premature")
	case f.Premature != nil:
		return input.In("", "premature", c.premature(*f.Premature))
	case f.Loss != nil:
		return input.In("", "loss", c.tampers(f.Loss.Copy, f.Loss.After))
	case f.Duplicate != nil:
		if err := c.fits("duplicate.by", f.Duplicate.By); err != nil {
			return err
		}
		return input.In("", "duplicate", c.tampers(f.Duplicate.Copy, f.Duplicate.After))
	case f.Reorder != nil:
		if err := c.fits("reorder.by", f.Reorder.By); err != nil {
			return err
		}
		return input.In("", "reorder.copy", c.copy(f.Reorder.Copy))
	case f.Partition != nil:
		return input.In("", "partition", c.partition(*f.Partition))
	case f.OneWay != nil:
		return input.In("", "oneWay", c.oneWay(*f.OneWay))
	}
	return input.In("", "pause", c.pause(*f.Pause))
}

func (c planCheck) pin(p Pin) error {
	set := 0
	for _, is := range []bool{p.Hold != nil, p.Delay != nil, p.Pick != nil, p.Input != nil} {
		if is {
			set++
		}
	}
	switch {
	case set != 1:
		return input.Errorf("", "it must have exactly one of hold, delay, pick and input")
	case p.Hold != nil:
		if err := c.copy(p.Hold.Copy); err != nil {
			return input.In("", "hold.copy", err)
		}
		return input.In("", "hold.until", c.step(p.Hold.Until))
	case p.Delay != nil:
		if err := c.fits("delay.by", p.Delay.By); err != nil {
			return err
		}
		return input.In("", "delay.copy", c.copy(p.Delay.Copy))
	case p.Pick != nil:
		if err := c.nth("pick.nth", p.Pick.Nth); err != nil {
			return err
		}
		if err := c.node("pick.node", p.Pick.Node); err != nil {
			return err
		}
		return c.set("pick.set", p.Pick.Set)
	}
	if err := c.nth("input.nth", p.Input.Nth); err != nil {
		return err
	}
	if err := c.fits("input.by", p.Input.By); err != nil {
		return err
	}
	return c.node("input.node", p.Input.Node)
}

func (c planCheck) crash(f Crash) error {
	switch {
	case (f.At == nil) == (f.After == nil):
		return input.Errorf("at", "one of at and after must say when")
	case f.At != nil && *f.At > c.stop:
		return input.Errorf("at", "%s, it must be at most stop, %s", *f.At, c.stop)
	case f.After != nil:
		if err := c.step(*f.After); err != nil {
			return input.In("", "after", err)
		}
	}
	if err := c.down(f.Down); err != nil {
		return err
	}
	return c.node("node", f.Node)
}

func (c planCheck) crashIn(f CrashIn) error {
	if f.Cut < 0 {
		return input.Errorf("cut", "%d, it must be 0 or more", f.Cut)
	}
	if err := c.down(f.Down); err != nil {
		return err
	}
	return input.In("", "step", c.step(f.Step))
}

func (c planCheck) down(down *Time) error {
	if down != nil && !c.recovers {
		return input.Errorf("down", "%s, but under this protocol processes do not recover; leave it away", *down)
	}
	return nil
}

func (c planCheck) premature(f Premature) error {
	if f.Timer == "" {
		return input.Errorf("timer", "is empty, name the timer")
	}
	if err := c.nth("nth", f.Nth); err != nil {
		return err
	}
	return c.node("node", f.Node)
}

func (c planCheck) partition(f Partition) error {
	seen := spec.Set{}
	for i, group := range f.Groups {
		if err := c.set("groups", group); err != nil {
			return err
		}
		for _, id := range group {
			if seen.Has(id) {
				return input.Errorf("groups", "group %d has node %d, which is in another group too", i, int(id))
			}
			seen = seen.With(id)
		}
	}
	if len(f.Groups) == 0 {
		return input.Errorf("groups", "is empty, name at least one group")
	}
	return c.interval(f.Begin, f.End)
}

func (c planCheck) oneWay(f OneWay) error {
	if err := c.set("from", f.From); err != nil {
		return err
	}
	if err := c.set("to", f.To); err != nil {
		return err
	}
	if len(f.From) == 0 || len(f.To) == 0 {
		return input.Errorf("from", "from and to must each name a process")
	}
	return c.interval(f.Begin, f.End)
}

func (c planCheck) pause(f Pause) error {
	if err := c.node("node", f.Node); err != nil {
		return err
	}
	return c.interval(f.Begin, f.End)
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

// tampers checks what a loss and a duplicate have in common.
func (c planCheck) tampers(r CopyRef, after *Time) error {
	switch {
	case after != nil && *after > c.stop:
		return input.Errorf("after", "%s, it must be at most stop, %s", *after, c.stop)
	case r.Again < 0:
		return input.Errorf("copy.again", "%d, it must be 0 or more", r.Again)
	}
	r.Again = 0
	return input.In("", "copy", c.copy(r))
}

func (c planCheck) copy(r CopyRef) error {
	if r.Again != 0 {
		return input.Errorf("again", "%d, but only a loss or a duplicate can name a copy of a copy", r.Again)
	}
	if r.Kind == "" {
		return input.Errorf("kind", "is empty, name the kind of message")
	}
	if err := c.nth("nth", r.Nth); err != nil {
		return err
	}
	if err := c.node("from", r.From); err != nil {
		return err
	}
	return c.node("to", r.To)
}

func (c planCheck) step(r StepRef) error {
	if r.Action == "" {
		return input.Errorf("action", "is empty, name the step's action")
	}
	if err := c.nth("nth", r.Nth); err != nil {
		return err
	}
	if r.From != nil {
		if err := c.node("from", *r.From); err != nil {
			return err
		}
	}
	return c.node("node", r.Node)
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
