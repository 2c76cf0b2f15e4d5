package faultstest

import (
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Shadow takes every step of a run in the adapter too, and holds one against the
// other.
type Shadow struct {
	Model spec.Model[explore.Global]
	State explore.Global
	Wrong string
	Seen  map[string]int // the kinds of events
}

// Observe takes the step of an event in the model.
func (s *Shadow) Observe(w *world.World, e *world.Event) {
	if world.IsStutter(e.Action.Name) || s.Wrong != "" {
		return
	}
	s.Seen[kindOfEvent(e.Action.Name)]++
	next, ok := s.Model.Do(s.State, e.Action)
	if !ok {
		s.Wrong = e.Action.String() + " happens in the world and is not enabled in the adapter"
		return
	}
	s.State = next
	for i, p := range next.Procs {
		if what := unlike(w, spec.NodeID(i), p); what != "" {
			s.Wrong = "after " + e.Action.String() + " process " + spec.NodeID(i).String() + " differs: " + what
			return
		}
	}
}

// kindOfEvent cuts what is particular off the name of an action.
func kindOfEvent(name string) string {
	for _, prefix := range []string{
		"CrashInBoot", "CrashInRecover", "CrashIn", "Crash", "Boot", "Recover", "Deliver", "Drop", "Duplicate", "Lose",
		"Timeout", "Premature", "Tick",
	} {
		if strings.HasPrefix(name, prefix) {
			return prefix
		}
	}
	return "input"
}

// unlike says in which respect a process in the world is not as in the adapter.
func unlike(w *world.World, id spec.NodeID, p explore.Process) string {
	if w.Up(id) != p.Up || w.Living().Has(id) != p.Up || w.Down().Has(id) == p.Up {
		return "whether it is up"
	}
	if w.InFlight() < 0 {
		return "how many copies are in flight"
	}
	if p.Up && w.Booted(id) == p.Unbooted {
		return "whether it has had its first event"
	}
	if p.Up && codec.Key(w.State(id)) != p.Memory {
		return "its memory"
	}
	if saved := w.Disk(id); !spec.SameRecord(saved, p.Saved()) {
		return "its disk"
	}
	if !spec.NewSet(w.Armed(nil, id)...).Equal(p.Armed) {
		return "its timers"
	}
	var inbox []spec.Message
	for _, c := range p.Inbox {
		inbox = append(inbox, slices.Repeat([]spec.Message{c.Msg}, c.Count)...)
	}
	if !slices.EqualFunc(inbox, w.Inbox(id), func(a, b spec.Message) bool { return spec.CompareMessages(a, b) == 0 }) {
		return "the copies on their way to it"
	}
	return ""
}

// Initial is the initial state.
func Initial(m spec.Model[explore.Global]) explore.Global { return slices.Collect(m.Init())[0] }
