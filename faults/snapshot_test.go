package faults

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

type hello struct{ N int }

func (hello) Kind() string { return "Hello" }

func init() { codec.Register(hello{}) }

// A snapshot that cannot be is refused by its field.
func TestBadBeginnings(t *testing.T) {
	up := ProcessSnapshot{Up: true, State: []byte{1}}
	down := ProcessSnapshot{}
	back := Time(5)
	said := codec.Box(hello{1})
	for _, row := range []struct {
		name     string
		failures spec.Failures
		snapshot Snapshot
		want     string // "" for nothing
	}{
		{"all is well", spec.CrashStop, Snapshot{
			[]ProcessSnapshot{up, down}, []MessageInFlight{{From: 1, To: 0, Body: said}},
		}, ""},
		{
			"one is missing", spec.CrashStop,
			Snapshot{Processes: []ProcessSnapshot{up}},
			"snapshot.processes: has 1 processes",
		},
		{"a down process has a timer", spec.CrashStop, Snapshot{Processes: []ProcessSnapshot{
			up, {Timers: []TimerLeft{{"Beat", 1}}},
		}}, "snapshot.processes[1].up: is not set"},
		{"no name of a timer", spec.CrashStop, Snapshot{Processes: []ProcessSnapshot{
			{Up: true, State: []byte{1}, Timers: []TimerLeft{{"", 1}}}, up,
		}}, `snapshot.processes[0].timers[0].timer: ""`},
		{"a timer is over", spec.CrashStop, Snapshot{Processes: []ProcessSnapshot{
			{Up: true, State: []byte{1}, Timers: []TimerLeft{{"Beat", -1}}}, up,
		}}, "snapshot.processes[0].timers: Beat has -1ns left"},
		{"a live process comes up", spec.MessagesVanish, Snapshot{Processes: []ProcessSnapshot{
			up, {Up: true, State: []byte{1}, Down: &back},
		}}, "snapshot.processes[1].down: 5ns, but the process is up"},
		{
			"no process comes up", spec.CrashStop,
			Snapshot{Processes: []ProcessSnapshot{up, {Down: &back}}},
			"snapshot.processes[1].down: 5ns, but under failures",
		},
		{
			"no record", spec.CrashStop,
			Snapshot{Processes: []ProcessSnapshot{up, {Up: true, State: []byte{1}, Disk: []byte{9, 9}}}},
			"snapshot.processes[1].disk: is no record",
		},
		{"to nobody", spec.CrashStop, Snapshot{
			[]ProcessSnapshot{up, up}, []MessageInFlight{{From: 1, To: 2, Body: said}},
		}, "snapshot.flight[0].to: 2"},
		{"to a down process", spec.MessagesVanish, Snapshot{
			[]ProcessSnapshot{up, down}, []MessageInFlight{{From: 1, To: 1, Body: said}},
		}, "snapshot.flight[0].to: 1 is down"},
		{"waiting for a down process", spec.MessagesWait, Snapshot{
			[]ProcessSnapshot{up, down}, []MessageInFlight{{From: 1, To: 1, Body: said}},
		}, ""},
		{"no message", spec.CrashStop, Snapshot{
			[]ProcessSnapshot{up, up}, []MessageInFlight{{From: 1, To: 1, Body: []byte{7}}},
		}, "snapshot.flight[0].body: is no message"},
	} {
		plan := Plan{Version: PlanVersion, Snapshot: &row.snapshot}
		_, err := plan.Check(2, row.failures)
		text := ""
		if err != nil {
			text = err.Error()
		}
		if (text == "") != (row.want == "") || !strings.HasPrefix(text, row.want) {
			t.Errorf("%s: %q, want %q", row.name, text, row.want)
		}
	}
}
