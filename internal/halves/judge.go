package halves

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

// halved is the judge of a run whose processes hold several machines: each step must refine the specification of each
// half.
type halved struct {
	campaign.Judge
	halves  []Any
	runs    []run
	armed   []spec.Timer        // room for the timers of a process
	refused *campaign.Violation // nil if no step was refused
}

// Judge returns the judge of a run of a cluster whose processes have these halves, those that tell something before
// those that are told. The protocol's own judge judges beside it.
func Judge(own campaign.Judge, c network.Cluster, halves []Any) campaign.Judge {
	h := &halved{Judge: own, halves: halves}
	for _, half := range halves {
		h.runs = append(h.runs, half.begin(c))
	}
	return h
}

// Observe judges one step.
func (h *halved) Observe(w *world.World, e *world.Event) {
	h.Judge.Observe(w, e)
	if h.refused != nil || world.IsStutter(e.Action.Name) {
		return
	}
	h.owned(w, e)
	var told []spec.Body
	copies := 0
	for n, run := range h.runs {
		own := slices.DeleteFunc(slices.Clone(told), func(b spec.Body) bool { return !h.halves[n].owns(b.Kind()) })
		tells, refusal := run.step(w, e, own)
		if refusal != nil {
			h.refuse(fmt.Sprintf("the %s of the process: %s", h.halves[n].name(), refusal), e)
			return
		}
		for _, body := range tells {
			h.one(body.Kind(), h.halves[n+1:], e, func(half Any) bool { return half.owns(body.Kind()) })
		}
		told = append(told, tells...)
		copies += run.copies()
	}
	if n := w.InFlight(); n != copies {
		h.refuse(fmt.Sprintf("%s: the network has %d copies in flight, the specifications %d", e.Action, n, copies), e)
	}
}

// owned demands that what a step is about, and what it asks for, belongs to one half.
func (h *halved) owned(w *world.World, e *world.Event) {
	if body := e.Action.Msg.Body; body != nil {
		h.one(body.Kind(), h.halves, e, func(half Any) bool { return half.owns(body.Kind()) })
	}
	h.armed = w.Armed(h.armed[:0], e.Action.At)
	for _, timer := range h.armed {
		h.one(string(timer), h.halves, e, func(half Any) bool { return half.fires(timer) })
	}
	for _, effect := range e.Effects {
		if effect.Kind == impl.Save && !slices.ContainsFunc(h.halves, Any.saves) {
			h.refuse(fmt.Sprintf("%s: a record is saved, and no half saves", e.Action), e)
		}
	}
}

// one demands that something belongs to one of some halves.
func (h *halved) one(what string, halves []Any, e *world.Event, has func(Any) bool) {
	n := 0
	for _, half := range halves {
		if has(half) {
			n++
		}
	}
	if n != 1 {
		h.refuse(fmt.Sprintf("%s: %s belongs to %d halves that may have it", e.Action, what, n), e)
	}
}

// refuse has the run fail; from there on there is nothing to compare with.
func (h *halved) refuse(why string, e *world.Event) {
	if h.refused == nil {
		h.refused = &campaign.Violation{Property: campaign.Refines, Why: why, Event: e.N}
	}
}

// Says is what the protocol's own judge says of a process; "" if it says nothing.
func (h *halved) Says(w *world.World, at spec.NodeID) string {
	if sayer, ok := h.Judge.(campaign.Sayer); ok {
		return sayer.Says(w, at)
	}
	return ""
}

// End adds to what the protocol's own judge has found the step that was refused.
func (h *halved) End(w *world.World) campaign.Finding {
	f := h.Judge.End(w)
	if h.refused != nil {
		f.Violations = append(f.Violations, *h.refused)
		slices.SortStableFunc(f.Violations, func(a, b campaign.Violation) int { return a.Event - b.Event })
	}
	return f
}
