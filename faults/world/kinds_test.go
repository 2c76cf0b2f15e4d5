package world_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A babbler says everything in many words: at each beat of its clock it sends to everybody a message of
// each kind that there is, and sets a timer of each name.
type babbler struct {
	nodes int
	state babbled
}

type (
	babbled struct{ Beats, Heard int }
	// word is a message whose kind is its name.
	word struct{ Name string }
	// jotted is what stands on the disk.
	jotted struct{ N int }
)

func (w word) Kind() string { return w.Name }

func init() {
	codec.Register(word{})
	codec.Register(jotted{})
}

// The kinds of words by how they are sent, and the names of timers.
var (
	unicasts   = []string{"A", "Bee", "Query", "QueryAll", "Zulu"}
	broadcasts = []string{"Cry", "Dictum"}
	multicasts = []string{"Elected", "Foo"}
	kindsOf    = slices.Concat(unicasts, broadcasts, multicasts)
	timersOf   = []spec.Timer{"G", "Hurry", "Wait", "Zap"}
)

func (n *babbler) State() any { return &n.state }

func (n *babbler) Step(ev impl.Event, out *impl.Effects) {
	switch {
	case ev.Kind == impl.Delivered:
		n.state.Heard++
		out.Save(jotted{n.state.Heard})
	case ev.Kind == impl.Fired && ev.Timer != "Beat":
		out.Save(jotted{-1})
	case ev.Kind == impl.Fired:
		n.babble(out)
	default: // boot and recovery
		out.Save(jotted{0})
		out.SetTimer("Beat", 10*time.Millisecond)
	}
}

func (n *babbler) babble(out *impl.Effects) {
	for _, name := range unicasts {
		for to := range n.nodes {
			out.Send(spec.NodeID(to), word{name})
		}
	}
	for _, name := range broadcasts {
		out.Broadcast("all", word{name})
	}
	for _, name := range multicasts {
		out.Multicast(word{name})
	}
	for _, timer := range timersOf {
		out.SetTimer(timer, 8*time.Millisecond)
	}
	out.SetTimer("Beat", 10*time.Millisecond)
}

// babblers is a group of three, whose copies wait for who is down.
func babblers() network.Cluster {
	const nodes = 3
	return network.Cluster{
		Nodes: nodes, Failures: spec.MessagesWait, Boots: true, Clocks: spec.NewSet("Beat"),
		New:    func(spec.NodeID) impl.Node { return &babbler{nodes: nodes} },
		Inputs: func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
		Bound:  func(_ spec.NodeID, _ any, topic string) bool { return topic == "all" },
	}
}

// tally counts steps by name, and the copies of each kind that come later than a delay and the order of
// their way explain.
type tally struct {
	steps, late map[string]int
	sent        map[int]faults.Time
}

func (t *tally) Observe(_ *world.World, e *world.Event) {
	t.steps[e.Action.Name]++
	for _, s := range e.Sent {
		t.sent[s.Number] = e.At
	}
	if m := e.Action.Msg; e.Copy > 0 && e.Action.Name == spec.Deliver(m.Body.Kind()) {
		if e.At-t.sent[e.Copy] > 4*faultstest.Ms {
			t.late[m.Body.Kind()]++
		}
	}
}

// babble runs 60 beats of three babblers under a plan with what is added to it.
func babble(t *testing.T, more string) *tally {
	t.Helper()
	return babbleFrom(t, 0, "600ms", more)
}

// babbleFrom does so from a seed, for so long.
func babbleFrom(t *testing.T, seed uint64, stop, more string) *tally {
	t.Helper()
	p := faultstest.ScenePlan(t, `"delay": {"min": "1ms", "max": "2ms"}, "stop": "`+stop+`", `+more)
	p.Seed = seed
	p.Settle = 30 * faultstest.Ms
	seen := &tally{map[string]int{}, map[string]int{}, map[int]faults.Time{}}
	if r := faultstest.MustRun(t, babblers(), p, seen); r.Breach != nil {
		t.Fatal(*r.Breach)
	}
	return seen
}

// Every fault that is drawn meets every kind of message, and every timer, as often as its rate says:
// a world in which one kind alone is spared would judge that kind's handlers by good days alone.
func TestEveryFaultMeetsEveryKind(t *testing.T) {
	names := func(of func(string) string, kinds []string) []string {
		var all []string
		for _, kind := range kinds {
			all = append(all, of(kind))
		}
		return all
	}
	for _, row := range []struct {
		name, plan  string
		least, most int // of each of these
		steps, none []string
	}{
		// 60 beats, each with nine copies of a kind, a tenth of them.
		{
			"loss", `"rates": {"loss": 100}`, 27, 81, names(spec.Drop, slices.Concat(unicasts, broadcasts)),
			names(spec.Drop, multicasts),
		},
		{"duplicate", `"rates": {"duplicate": 100}`, 27, 81, names(spec.Duplicate, kindsOf), nil},
		// One of three is down half of the time, and half of what comes then is lost. Who is down is bound to nothing.
		{
			"lose", `"rates": {"lose": 500}, "faults": [{"flap": {"node": 1, "begin": "0ms",
			"up": {"min": "20ms", "max": "20ms"}, "down": {"min": "20ms", "max": "20ms"}}}]`,
			12, 60, names(spec.Lose, slices.Concat(unicasts, multicasts)), nil,
		},
		{"early", `"rates": {"early": 800}`, 15, 75, names(premature, timerNames()), nil},
		{
			"partition",
			`"faults": [{"partition": {"groups": [[0]], "begin": "100ms", "end": "300ms", "drops": true}}]`,
			70, 90, names(spec.Drop, slices.Concat(unicasts, broadcasts)), names(spec.Drop, multicasts),
		},
		{
			"oneWay", `"faults": [{"oneWay":
			{"from": [0], "to": [1, 2], "begin": "100ms", "end": "300ms", "drops": true}}]`,
			35, 45, names(spec.Drop, slices.Concat(unicasts, broadcasts)), names(spec.Drop, multicasts),
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			seen := babble(t, row.plan)
			for _, step := range row.steps {
				if n := seen.steps[step]; n < row.least || n > row.most {
					t.Errorf("%s happens %d times, want %d to %d", step, n, row.least, row.most)
				}
			}
			for _, step := range row.none {
				if n := seen.steps[step]; n > 0 {
					t.Errorf("%s happens %d times", step, n)
				}
			}
		})
	}
	seen := babble(t, `"rates": {"reorder": 100, "reorderBy": "25ms"}`)
	for _, kind := range kindsOf {
		if n := seen.late[kind]; n < 20 || n > 81 {
			t.Errorf("%d copies of a %s come late", n, kind)
		}
	}
}

// Crashes inside handlers are drawn for those of every kind: of 60 short runs, in each of which a
// process has one at most, some have one in each.
func TestCrashesMeetEveryKind(t *testing.T) {
	crashes := map[string]int{}
	for seed := range 60 {
		seen := babbleFrom(t, uint64(seed), "60ms", `"rates": {"crashIn": 10, "maxCrashes": 3, "down": "5ms"}`)
		for name, n := range seen.steps {
			crashes[name] += n
		}
	}
	for _, kind := range kindsOf {
		if n := crashes[crashInDeliver(kind)]; n < 4 {
			t.Errorf("%d crashes inside the delivery of a %s", n, kind)
		}
	}
	for _, handler := range []string{spec.Boot, "TickBeat"} {
		if n := crashes[spec.CrashIn(handler)]; n == 0 {
			t.Errorf("no crash inside %s", handler)
		}
	}
}

func crashInDeliver(kind string) string { return spec.CrashIn(spec.Deliver(kind)) }

func premature(timer string) string { return spec.Premature(spec.Timer(timer)) }

func timerNames() []string {
	var names []string
	for _, timer := range timersOf {
		names = append(names, timer.Name())
	}
	return names
}

// Each fault and pin that names a copy does what it says to a copy of every kind, and to that one alone.
func TestNamedFaultsMeetEveryKind(t *testing.T) {
	for _, kind := range kindsOf {
		copyRef := `"copy": {"kind": "` + kind + `", "from": 0, "to": 2, "nth": 7}`
		for _, row := range []struct{ what, step string }{
			{`"faults": [{"loss": {` + copyRef + `}}]`, spec.Drop(kind)},
			{`"faults": [{"duplicate": {` + copyRef + `, "by": "1ms"}}]`, spec.Duplicate(kind)},
			{
				`"faults": [{"crashIn": {"step": {"action": "Deliver` + kind + `", "node": 2, "nth": 7}, "cut": 0}}]`,
				crashInDeliver(kind),
			},
		} {
			if strings.HasPrefix(row.step, "Drop") && slices.Contains(multicasts, kind) {
				continue // the plan's check refuses it
			}
			if n := babble(t, row.what).steps[row.step]; n != 1 {
				t.Errorf("%s: %s happens %d times", row.what, row.step, n)
			}
		}
	}
}
