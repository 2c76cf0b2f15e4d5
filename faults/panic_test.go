package faults_test

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// chronicle keeps what is told of events in which a process panics.
type chronicle struct {
	faultstest.Tape
	panicked []string
}

func (c *chronicle) Panicked(e *world.Event) { c.panicked = append(c.panicked, e.Line().Text) }

// The event in which a process panics is the last one: who keeps events is told of it, and others are not.
func TestPanicIsTheLastEvent(t *testing.T) {
	c := &chronicle{}
	var judge faultstest.Tape
	r := faultstest.MustRun(t, faultstest.Scene(spec.CrashStop, func(
		*faultstest.Talker, impl.Event, *impl.Effects,
	) {
		panic("no idea")
	}), faultstest.ScenePlan(t, `"faults": [{"crash": {"node": 1, "at": "500us"}}]`), &judge, c)
	if !slices.Equal(c.panicked, []string{"Kick at 0"}) || r.Events != 2 {
		t.Errorf("it is told of %q, and there are %d events", c.panicked, r.Events)
	}
	if len(judge.Lines) != 1 || len(c.Lines) != 1 {
		t.Errorf("observers see %q and %q", judge.Lines, c.Lines)
	}
}
