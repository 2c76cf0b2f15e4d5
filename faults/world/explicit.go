package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Explicit runs a plan and returns one with the same run in which nothing is
// drawn: its rates are 0, its delays fixed, and everything else is named, each crash of a
// process that flaps too. Only the rate Lose stays: what is lost at a process that is down is
// not named here; and so does what goes on for ever. With
// dissolve, partitions and pauses are replaced by what they did to single copies and
// inputs; the run is then the same as far as that is all that they did. Who may end the
// run early looks on here too: what would have come later is not named.
func Explicit(c network.Cluster, p faults.Plan, dissolve bool, observers ...Observer) (faults.Plan, error) {
	w, err := New(c, p, observers...)
	if err != nil {
		return faults.Plan{}, err
	}
	w.record = &recorder{
		dissolve: dissolve, runs: map[runKey]int{}, crashes: map[string][]faults.Fault{},
		sent: map[int]sending{}, told: map[uint32]sending{},
	}
	w.Run()
	p = w.plan
	fixed := func(d faults.Delay) faults.Delay { return faults.Delay{Shape: faults.Uniform, Min: d.Min, Max: d.Min} }
	p.Delay, p.Inputs, p.Rates = fixed(p.Delay), fixed(p.Inputs), faults.Rates{Lose: p.Rates.Lose}
	if p.DelayAfterStop != nil { // also without a draw it says that timers are real
		p.DelayAfterStop = new(p.Delay)
	}
	p = p.WithDefaults() // a fixed delay of 0 is none: the pins below say those of 0
	p.Faults = slices.DeleteFunc(w.record.eachCrash(p.Faults), func(f faults.Fault) bool {
		return f.Subsumed(dissolve)
	})
	if p.Faults = append(w.record.stillNamed(p.Faults), w.record.faults...); len(p.Faults) == 0 {
		p.Faults = nil // as a plan without faults is read
	}
	p.Pins = slices.Clone(p.Pins)
	p.Pins = append(p.Pins, slices.DeleteFunc(w.record.pins, p.ImpliesPin)...)
	return p, nil
}

// recorder writes down what a run draws, as named faults and pins. A nil one
// writes nothing.
type recorder struct {
	dissolve bool
	faults   []faults.Fault
	pins     []faults.Pin
	runs     map[runKey]int
	crashes  map[string][]faults.Fault // between two handler runs, by the field of the fault
	sent     map[int]sending           // by the number of the copy
	told     map[uint32]sending        // by the offer
}

// sending is when a copy was sent or an input offered, and where its delay is written
// down.
type sending struct {
	at faults.Time
	by *faults.Time
}

// runKey is what the handler runs that a StepRef counts have in common.
type runKey struct {
	action string
	node   spec.NodeID
}

// stillNamed returns the faults but those that did nothing because something was drawn for
// the same copy: the loss of a multicast copy, the second copy of one that was lost.
func (r *recorder) stillNamed(named []faults.Fault) []faults.Fault {
	drawn := map[faults.Claim]bool{}
	for _, f := range r.faults {
		if claim, ok := f.Claim(); ok {
			drawn[claim] = true
		}
	}
	return slices.DeleteFunc(named, func(f faults.Fault) bool {
		claim, ok := f.Claim()
		return ok && drawn[claim]
	})
}

// eachCrash returns the faults with the crashes in place of a fault that repeats.
func (r *recorder) eachCrash(named []faults.Fault) []faults.Fault {
	var list []faults.Fault
	for i, f := range named {
		if f.Repeats() {
			list = append(list, r.crashes[faults.FaultField(i)]...)
		} else {
			list = append(list, f)
		}
	}
	return list
}

func (r *recorder) crash(field string, at spec.NodeID, now faults.Time, o outage) {
	if r != nil {
		r.crashes[field] = append(r.crashes[field], faults.Fault{Kind: &faults.Crash{Node: at, At: &now, Down: o.down}})
	}
}

func (r *recorder) run(a *spec.Action) {
	if r != nil {
		r.runs[runKey{a.Name, a.At}]++
	}
}

func (r *recorder) loss(m *spec.Message, nth int, named, walled bool) {
	if r != nil && !named && (!walled || r.dissolve) {
		r.faults = append(r.faults, faults.Fault{Kind: &faults.Loss{Copy: faults.CopyOf(m, nth)}})
	}
}

func (r *recorder) duplicate(m *spec.Message, nth int, by faults.Time, named bool) {
	if r != nil && !named {
		r.faults = append(r.faults, faults.Fault{Kind: &faults.Duplicate{Copy: faults.CopyOf(m, nth), By: by}})
	}
}

// delay writes down a delay. number is that of the copy, which was sent now.
func (r *recorder) delay(m *spec.Message, nth int, by faults.Time, number int, now faults.Time) {
	if r != nil {
		pin := &faults.DelayPin{Copy: faults.CopyOf(m, nth), By: by}
		r.pins = append(r.pins, faults.Pin{Kind: pin})
		r.sent[number] = sending{now, &pin.By}
	}
}

// delivered corrects the delay of a copy that waited for the end of a pause or of a
// partition.
func (r *recorder) delivered(number int, now faults.Time) {
	if r == nil || !r.dissolve {
		return
	}
	if s, ok := r.sent[number]; ok {
		*s.by = now - s.at
	}
}

func (r *recorder) early(at spec.NodeID, timer spec.Timer, nth int, after faults.Time) {
	if r != nil {
		r.faults = append(
			r.faults, faults.Fault{Kind: &faults.Premature{Node: at, Timer: timer, Nth: nth, After: after}},
		)
	}
}

func (r *recorder) pick(at spec.NodeID, nth int, set spec.Set) {
	if r != nil {
		r.pins = append(r.pins, faults.Pin{Kind: &faults.PickPin{Node: at, Nth: nth, Set: slices.Clone(set)}})
	}
}

// input writes down the delay of an input, which was offered now.
func (r *recorder) input(at spec.NodeID, kind string, nth int, by faults.Time, offer uint32, now faults.Time) {
	if r != nil {
		pin := &faults.InputPin{Node: at, Kind: kind, Nth: nth, By: by}
		r.pins = append(r.pins, faults.Pin{Kind: pin})
		r.told[offer] = sending{now, &pin.By}
	}
}

// given corrects the delay of an input that waited for the end of a pause.
func (r *recorder) given(offer uint32, now faults.Time) {
	if r == nil || !r.dissolve {
		return
	}
	if s, ok := r.told[offer]; ok {
		*s.by = now - s.at
	}
}

func (r *recorder) crashIn(a *spec.Action, c *cut) {
	if r != nil {
		r.faults = append(r.faults, faults.Fault{Kind: &faults.CrashIn{
			Step: faults.StepRef{Action: a.Name, Node: a.At, Nth: r.runs[runKey{a.Name, a.At}]},
			Cut:  c.cut, Down: c.outage.down,
		}})
	}
}
