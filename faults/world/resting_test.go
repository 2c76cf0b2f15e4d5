package world_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// rests notes after each event whether a world rests.
type rests struct {
	routine spec.Routine
	lines   []string
}

func (r *rests) Observe(w *world.World, e *world.Event) {
	if w.Resting(spec.Routine{}) != w.Quiescent() {
		r.lines = append(r.lines, fmt.Sprintf("%s: quiescent %t", e.Action, w.Quiescent()))
	}
	if w.Resting(r.routine) {
		r.lines = append(r.lines, e.Action.String())
	}
}

// A world rests where nothing is left but the routine: a copy that waits for who is down does
// not count, one of another kind does, and so do another timer and who is still to boot.
func TestWorldRests(t *testing.T) {
	scene := faultstest.Scene(spec.MessagesWait)
	scene.Boots = true
	plan := faultstest.ScenePlan(t, `"pins": [{"input": {"node": 2, "kind": "Boot", "nth": 1, "by": "3ms"}}],
		"faults": [{"crash": {"node": 1, "at": "2500us", "down": "10ms"}}]`)
	for _, c := range []struct {
		kinds, timers spec.SetOf[string]
		want          string
	}{
		{
			spec.NewSet("Ping", "News"), spec.NewSet("T"),
			"Boot at 2; DeliverNews 0→0; DeliverNews 0→2; TimeoutT at 0; Recover at 1; " +
				"DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→1; FaultsStop at none",
		},
		{
			spec.NewSet("News"), spec.NewSet("T"),
			"Boot at 2; DeliverNews 0→0; DeliverNews 0→2; TimeoutT at 0; " +
				"DeliverPing 0→1 {N:2}; DeliverNews 0→1; FaultsStop at none",
		},
		{nil, spec.NewSet("T"), "DeliverNews 0→2; TimeoutT at 0; DeliverNews 0→1; FaultsStop at none"},
		{
			spec.NewSet("Ping", "News"), nil,
			"TimeoutT at 0; Recover at 1; DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; " +
				"DeliverNews 0→1; FaultsStop at none",
		},
	} {
		r := rests{routine: spec.Routine{Kinds: c.kinds, Timers: c.timers}}
		var tape faultstest.Tape
		faultstest.MustRun(t, scene, plan, &tape, &r)
		if d := cmp.Diff(c.want, strings.Join(r.lines, "; ")); d != "" {
			t.Errorf("%v and %v: %s\n%s", c.kinds, c.timers, d, tape.Text())
		}
	}
}
