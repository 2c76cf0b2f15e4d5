package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

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

func newRecorder(dissolve bool) *recorder {
	return &recorder{
		dissolve: dissolve, runs: map[runKey]int{}, crashes: map[string][]faults.Fault{},
		sent: map[int]sending{}, told: map[uint32]sending{},
	}
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

func (r *recorder) crash(field string, at spec.NodeID, now faults.Time, down *faults.Time) {
	if r != nil {
		r.crashes[field] = append(r.crashes[field], faults.Fault{Kind: &faults.Crash{Node: at, At: &now, Down: down}})
	}
}

func (r *recorder) run(a *spec.Action) {
	if r != nil {
		r.runs[runKey{a.Name, a.At}]++
	}
}

func (r *recorder) loss(m *spec.Message, nth int, named, walled bool) {
	if r != nil && !named && (!walled || r.dissolve) {
		r.faults = append(r.faults, faults.Fault{Kind: &faults.Loss{Copy: faults.RefOf(m, nth)}})
	}
}

func (r *recorder) duplicate(m *spec.Message, nth int, by faults.Time, named bool) {
	if r != nil && !named {
		r.faults = append(r.faults, faults.Fault{Kind: &faults.Duplicate{Copy: faults.RefOf(m, nth), By: by}})
	}
}

// delay writes down a delay. number is that of the copy, which was sent now.
func (r *recorder) delay(m *spec.Message, nth int, by faults.Time, number int, now faults.Time) {
	if r != nil {
		pin := &faults.DelayPin{Copy: faults.RefOf(m, nth), By: by}
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

func (r *recorder) crashIn(a *spec.Action, cut int, down *faults.Time) {
	if r != nil {
		r.faults = append(r.faults, faults.Fault{Kind: &faults.CrashIn{
			Step: faults.StepRef{Action: a.Name, Node: a.At, Nth: r.runs[runKey{a.Name, a.At}]},
			Cut:  cut, Down: down,
		}})
	}
}
