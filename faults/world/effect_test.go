package world_test

import (
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A fault has met something if it took effect, and not if it only found what it names.
func TestFaultsMeetWhatTheyTakeEffectOn(t *testing.T) {
	const (
		kick      = `"after": {"action": "Kick", "node": 0, "nth": 1}`
		cutOff    = `{"partition": {"groups": [[1]], "begin": "0s", "end": "9ms", "drops": true}}`
		lost      = `{"loss": {` + faultstest.APing + `}}`
		doubled   = `{"duplicate": {` + faultstest.APing + `, "by": "1ms"}}`
		reordered = `{"reorder": {` + faultstest.APing + `, "by": "1ms"}}`
		early     = `{"premature": {"node": 0, "timer": "T", "nth": 1, "after": "5ms"}}`
		crashIn   = `{"crashIn": {"step": {"action": "Kick", "node": 0, "nth": 1}, "cut": 2}}`
		toItself  = `"copy": {"kind": "Ping", "from": 0, "to": 0, "nth": 1}`
	)
	for _, row := range []struct {
		name, faults, more, unmatched string
		step                          func(*faultstest.Talker, impl.Event, *impl.Effects)
	}{
		{"one crash of a process", `{"crash": {"node": 0, ` + kick + `}}`, "", "", nil},
		{
			"and another at the same moment",
			`{"crash": {"node": 0, ` + kick + `}}, {"crash": {"node": 0, ` + kick + `}}`, "", "faults[1]", nil,
		},
		{"a loss", lost, "", "", nil},
		{"of what a partition takes", lost + `, ` + cutOff, "", "faults[0]", nil},
		{"a second copy", doubled, "", "", nil},
		{"of what a partition takes", doubled + `, ` + cutOff, "", "faults[0]", nil},
		{"a copy out of order", reordered, "", "", nil},
		{"that a partition takes", reordered + `, ` + cutOff, "", "faults[0]", nil},
		{
			"whose delay is pinned", reordered, `, "pins": [{"delay": {` + faultstest.APing + `, "by": "3ms"}}]`,
			"faults[0]", nil,
		},
		{"a timer that fires early", early, "", "", nil},
		{"and is stopped before", early, "", "faults[0]", func(n *faultstest.Talker, ev impl.Event, out *impl.Effects) {
			n.Holds.N++
			out.SetTimer("T", 10*time.Millisecond)
			out.StopTimer("T")
		}},
		{"and whose process crashes before", early + `, {"crash": {"node": 0, "at": "3ms"}}`, "", "faults[0]", nil},
		{"a pause that holds something up", `{"pause": {"node": 1, "begin": "1ms", "end": "4ms"}}`, "", "", nil},
		{"and one that does not", `{"pause": {"node": 1, "begin": "3ms", "end": "4ms"}}`, "", "faults[0]", nil},
		{
			"two at once", `{"pause": {"node": 1, "begin": "1ms", "end": "4ms"}},
				{"pause": {"node": 1, "begin": "1ms", "end": "5ms"}}`, "", "", nil,
		},
		{
			"a loss of what goes with its process", `{"loss": {` + toItself + `}}, ` + crashIn, "", "faults[0]",
			func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
				n.Holds.N = 1
				out.Save(faultstest.Saved{N: 1})
				out.Send(0, faultstest.Ping{N: 1})
				out.Send(1, faultstest.Ping{N: 2})
			},
		},
	} {
		scene := faultstest.Scene(spec.CrashStop)
		if row.step != nil {
			scene = faultstest.Scene(spec.CrashStop, row.step)
		}
		r := faultstest.MustRun(t, scene, faultstest.ScenePlan(t, `"faults": [`+row.faults+`]`+row.more))
		if got := strings.Join(r.Unmatched, " "); got != row.unmatched {
			t.Errorf("%s: unmatched %q, want %q", row.name, got, row.unmatched)
		}
	}
}

// Neither a fault nor a pin that says that it may miss is missed; it is told all the same.
func TestOptionalFaultsMayMiss(t *testing.T) {
	const never = `"copy": {"kind": "Pong", "from": 0, "to": 1, "nth": 1}`
	r := faultstest.MustRun(t, faultstest.Scene(spec.CrashStop), faultstest.ScenePlan(t, `
		"faults": [{"loss": {`+never+`}}, {"loss": {`+never+`, "after": "1ms"}, "optional": true}],
		"pins": [{"delay": {`+never+`, "by": "1ms"}, "optional": true}]`))
	if got := strings.Join(r.Unmatched, " "); got != "faults[0]" {
		t.Errorf("unmatched %q", got)
	}
	if got := strings.Join(r.Missed, " "); got != "faults[1] pins[0]" {
		t.Errorf("missed %q", got)
	}
}
