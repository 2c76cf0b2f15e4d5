package world_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// follower writes acts down, and what the events are.
type follower struct {
	acts  []world.Act
	texts map[int]string
}

func (f *follower) Observe(_ *world.World, e *world.Event) { f.texts[e.N] = e.Action.String() }

func (f *follower) Acted(a world.Act) { f.acts = append(f.acts, a) }

// say names the event of each act, and the copy if it is on one.
func (f *follower) say() []string {
	var all []string
	for _, a := range f.acts {
		text := fmt.Sprintf("%s: %s", a.Field, f.texts[a.Event])
		if a.Copy > 0 {
			text += fmt.Sprintf(", copy %d", a.Copy)
		}
		all = append(all, text)
	}
	slices.Sort(all)
	return all
}

// Whatever a plan names says where it has acted. In the scene the pings are copies 1 and 2, and
// the news copies 3 to 5.
func TestActs(t *testing.T) {
	const step = `{"action": "Kick", "node": 0, "nth": 1}`
	for _, c := range []struct {
		plan string
		want []string
	}{
		{`"faults": [{"crash": {"node": 2, "after": ` + step + `}}]`, []string{"faults[0]: Crash at 2"}},
		{`"faults": [{"crash": {"node": 2, "at": "9ms"}}, {"crash": {"node": 2, "at": "9ms"}}]`, []string{
			"faults[0]: Crash at 2",
		}},
		{`"faults": [{"crashIn": {"step": ` + step + `, "cut": 1}}]`, []string{
			"faults[0]: CrashInKick at 0, cut after 1 effects",
		}},
		{`"faults": [{"premature": {"node": 0, "timer": "T", "nth": 1, "after": "500µs"}}]`, []string{
			"faults[0]: PrematureT at 0",
		}},
		{`"faults": [{"loss": {` + faultstest.APing + `}}]`, []string{"faults[0]: Kick at 0, copy 1"}},
		{`"faults": [{"loss": {` + faultstest.APing + `, "after": "500µs"}}]`, []string{
			"faults[0]: DropPing 0→1 {N:1}",
		}},
		{`"faults": [{"duplicate": {` + faultstest.APing + `, "by": "5ms"}}]`, []string{
			"faults[0]: Kick at 0, copy 1",
		}},
		{`"faults": [{"duplicate": {` + faultstest.APing + `, "by": "5ms", "after": "500µs"}}]`, []string{
			"faults[0]: DuplicatePing 0→1 {N:1}",
		}},
		{`"faults": [{"partition": {"groups": [[1]], "begin": "0s", "end": "5ms"}}]`, []string{
			"faults[0]: Kick at 0, copy 1", "faults[0]: Kick at 0, copy 2", "faults[0]: Kick at 0, copy 4",
			"faults[0]: PartitionBegins at none", "faults[0]: PartitionHeals at none",
		}},
		{`"faults": [{"pause": {"node": 1, "begin": "0s", "end": "5ms"}}]`, []string{
			"faults[0]: PauseBegins at 1", "faults[0]: PauseEnds at 1",
		}},
		{`"faults": [{"jump": {"node": 0, "at": "0s", "by": "5ms"}}]`, []string{"faults[0]: ClockJumps at 0"}},
		{`"pins": [{"hold": {` + faultstest.APing + `, "until": ` + step + `}}]`, []string{
			"pins[0]: Kick at 0, copy 1",
		}},
		{`"pins": [{"delay": {` + faultstest.APing + `, "by": "5ms"}}]`, []string{"pins[0]: Kick at 0, copy 1"}},
		{`"pins": [{"input": {"node": 0, "kind": "Kick", "nth": 1, "by": "3ms"}}]`, []string{"pins[0]: Kick at 0"}},
		{`"pins": [{"delay": {"copy": {"kind": "Ping", "from": 2, "to": 1, "nth": 1}, "by": "5ms"}}]`, nil},
	} {
		f := follower{texts: map[int]string{}}
		w, err := world.New(faultstest.Scene(spec.CrashStop), faultstest.ScenePlan(t, c.plan), &f)
		if err != nil {
			t.Fatalf("%s: %v", c.plan, err)
		}
		w.Run()
		if d := cmp.Diff(c.want, f.say()); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.plan, d)
		}
	}
}

// A pick that is pinned acts on the event of the handler that picks.
func TestPickActs(t *testing.T) {
	scene := faultstest.Scene(spec.CrashStop, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
		n.Holds.N = 1
		out.Send(out.Pick("whom", spec.AllNodes(3), 1)[0], faultstest.Ping{})
	})
	f := follower{texts: map[int]string{}}
	w, err := world.New(scene, faultstest.ScenePlan(t, `"pins": [{"pick": {"node": 0, "nth": 1, "set": [2]}}]`), &f)
	if err != nil {
		t.Fatal(err)
	}
	w.Run()
	if d := cmp.Diff([]string{"pins[0]: Kick at 0, picks {2}"}, f.say()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
