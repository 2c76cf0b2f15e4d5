package faults_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// whole is a plan without faults; the braces are for each case to close.
const whole = `"version": 1, "protocol": "scene", "config": {}, "stop": "20ms"`

// fault and pin are a plan with one of them.
func fault(text string) string { return whole + `, "faults": [{` + text + `}]` }

func pin(text string) string { return whole + `, "pins": [{` + text + `}]` }

const (
	aKick = `{"action": "Kick", "node": 0, "nth": 1}`
)

var brokenPlans = []struct{ text, want string }{
	{`"protocol": "scene", "config": {}`, `version: is missing, give it`},
	{`"version": 2, "protocol": "scene", "config": {}`, `version: 2, this program reads version 1`},
	{`"version": 1, "config": {}`, `protocol: is missing, give it`},
	{`"version": 1, "protocol": "scene"`, `config: is missing, give it`},
	{whole + `, "stop": "1s"`, `stop: stands there twice, keep one`},
	{whole + `, "seed": -1`, `seed: a JSON number -1 stands where a whole number, 0 or more, is wanted`},
	{whole + `, "settle": 5`, `settle: 5 stands where a text is wanted`},
	{whole + `, "settle": "soon"`, `settle: "soon" is no time, write one like 250ms or 1.5s`},
	{whole + `, "settle": "-1s"`, `settle: "-1s" lies in the past, a run begins at 0s`},
	{whole + `, "settle": "25h"`, `settle: "25h" is too long, at most 24h, so that a run comes to its end`},
	{whole + `, "settle": "99999999h"`, `settle: "99999999h" is too long, at most 24h, so that a run comes to its end`},
	{whole + `, "settle": "1ns"`, `settle: is finer than a microsecond, which is the finest`},
	{
		whole + `, "delay": {"shape": "flat"}`,
		`delay.shape: "flat", it must be one of ["uniform" "longTail" "exponential"]`,
	},
	{whole + `, "delay": {"mean": "2ms"}`, `delay.mean: 2ms, but only the shape "exponential" has one; omit it`},
	{
		whole + `, "delay": {"shape": "exponential", "min": "2ms", "mean": "2ms", "max": "9ms"}`,
		`delay.mean: 2ms, it must be longer than min, 2ms`,
	},
	{
		whole + `, "inputs": {"shape": "exponential", "mean": "2ms", "max": "1ms"}`,
		`inputs.max: 1ms, it must be mean, 2ms, or more: what is longer takes that`,
	},
	{
		whole + `, "resolution": "25h"`,
		`resolution: "25h" is too long, at most 24h, so that a run comes to its end`,
	},
	{whole + `, "settle": "5ms", "gap": "6ms"`, `gap: 6ms, it must be at most settle, 5ms`},
	{whole + `, "gap": "-6ms"`, `gap: "-6ms" lies in the past, a run begins at 0s`},
	{whole + `, "delay": {"min": "2ms", "max": "1ms"}`, `delay.max: 1ms, it must be min, 2ms, or more`},
	{whole + `, "inputs": {"min": "2ms", "max": "1ms"}`, `inputs.max: 1ms, it must be min, 2ms, or more`},
	{
		whole + `, "delayAfterStop": {"min": "2ms", "max": "1ms"}`,
		`delayAfterStop.max: 1ms, it must be min, 2ms, or more`,
	},
	{
		whole + `, "settle": "5ms", "delay": {"max": "9ms"}, "delayAfterStop": {"max": "6ms"}`,
		`delayAfterStop.max: 6ms, it must be at most settle, 5ms`,
	},
	{whole + `, "settle": "5ms", "delay": {"min": "9ms"}`, `delay.min: 9ms, it must be at most settle, 5ms`},
	{whole + `, "settle": "5ms", "delay": {"max": "9ms"}`, `delay.max: 9ms, it must be at most settle, 5ms`},
	{
		`"version": 1, "protocol": "scene", "config": {}, "delayAfterStop": {"min": "1ms"}`,
		`delayAfterStop: holds from stop on, which is missing; say delay alone`,
	},
	{whole + `, "rates": {"loss": 1001}`, `rates.loss: 1001, it must be 0 to 1000, of 1,000 chances`},
	{
		whole + `, "rates": {"lose": 1}`,
		`rates.lose: 1, but under failures "stop" no copy waits at a process that is down; omit it`,
	},
	{whole + `, "rates": {"lose": -1}`, `rates.lose: -1, it must be 0 to 1000, of 1,000 chances`},
	{
		whole + `, "rates": {"lossSkew": 1001}`,
		`rates.lossSkew: 1001, it must be 0 to 1000, in thousandths of the loss`,
	},
	{whole + `, "rates": {"lossSkew": -1}`, `rates.lossSkew: -1, it must be 0 to 1000, in thousandths of the loss`},
	{whole + `, "rates": {"lossOrder": [0, 1, 3]}`, `rates.lossOrder: 3, nodes are 0 to 2`},
	{
		whole + `, "rates": {"lossOrder": [1, 0]}`,
		`rates.lossOrder: [1 0], it must name each of the nodes 0 to 2 once`,
	},
	{
		whole + `, "rates": {"lossOrder": [1, 0, 1]}`,
		`rates.lossOrder: [1 0 1], it must name each of the nodes 0 to 2 once`,
	},
	{whole + `, "rates": {"maxCrashes": -1}`, `rates.maxCrashes: -1, it must be 0 or more`},
	{whole + `, "rates": {"spares": [3]}`, `rates.spares: 3, nodes are 0 to 2`},
	{whole + `, "rates": {"spares": [1, 1]}`, `rates.spares: must be in ascending order without repetition`},
	{
		`"version": 1, "protocol": "scene", "config": {}, "rates": {"loss": 1}`,
		`stop: is missing, say when the faults stop`,
	},
	{whole + `, "topology": {}`, `topology.links: is missing, give it`},
	{whole + `, "topology": {"links": [[0, 3]]}`, `topology.links: link 0 names node 3, nodes are 0 to 2`},
	{whole + `, "topology": {"links": [[0, 1], [2, 2]]}`, `topology.links: link 1 links node 2 with itself`},
	{
		whole + `, "topology": {"links": [[0, 1]]}`,
		`topology.links: no way leads from node 2 to node 0, link them`,
	},
	{
		whole + `, "topology": {"links": [[0, 1], [1, 2]], "positions": [[0, 0]]}`,
		`topology.positions: has 1 positions, it must have 3, one for each node`,
	},
	{
		whole + `, "topology": {"links": [[0, 1], [1, 2]], "positions": [[0, 0], [0, 1000000001], [1, 1]]}`,
		`topology.positions[1]: [0 1000000001], it must be 0 to 1000000000, in millimetres`,
	},
	{
		whole + `, "topology": {"links": [[0, 1], [1, 2]], "positions": [[0, 0], [0], [1, 1]]}`,
		`topology.positions[1]: has 1 elements, it must have 2`,
	},
	{
		fault(``),
		`faults[0]: it must have exactly one of ` +
			`[crash crashIn flap premature loss duplicate reorder partition oneWay pause offset jump rate drift]`,
	},
	{
		fault(`"loss": {` + faultstest.APing + `}, "crash": {"node": 0, "at": "1s"}`),
		`faults[0]: it must have exactly one of ` +
			`[crash crashIn flap premature loss duplicate reorder partition oneWay pause offset jump rate drift]`,
	},
	{fault(`"crash": {"node": 0}`), `faults[0].crash.at: one of at and after must say when`},
	{
		fault(`"crash": {"node": 0, "at": "1ms", "after": ` + aKick + `}`),
		`faults[0].crash.at: one of at and after must say when`,
	},
	{fault(`"crash": {"at": "1ms"}`), `faults[0].crash.node: is missing, give it`},
	{fault(`"crash": {"node": 3, "at": "1ms"}`), `faults[0].crash.node: 3, nodes are 0 to 2`},
	{fault(`"crash": {"node": 0, "at": "21ms"}`), `faults[0].crash.at: 21ms, it must be at most stop, 20ms`},
	{
		fault(`"crash": {"node": 0, "at": "1ms", "down": "1ms"}`),
		`faults[0].crash.down: 1ms, but under this protocol processes do not recover; omit it`,
	},
	{
		fault(`"crash": {"node": 0, "after": {"action": "", "node": 0, "nth": 1}}`),
		`faults[0].crash.after.action: is empty, name the step's action`,
	},
	{
		fault(`"crash": {"node": 0, "after": {"action": "Kick", "node": 0, "from": -1, "nth": 1}}`),
		`faults[0].crash.after.from: -1, nodes are 0 to 2`,
	},
	{
		fault(`"crashIn": {"step": ` + aKick + `, "cut": -1}`),
		`faults[0].crashIn.cut: -1, it must be 0 or more`,
	},
	{
		fault(`"crashIn": {"step": {"action": "Kick", "node": 0, "nth": 0}, "cut": 0}`),
		`faults[0].crashIn.step.nth: 0, counting begins at 1`,
	},
	{
		fault(`"rate": {"node": 0, "ppm": -9223372036854775808, "begin": "0s"}`),
		`faults[0].rate.ppm: -9223372036854775808, it must be -500000 to 500000, and not 0`,
	},
	{
		fault(`"premature": {"node": 0, "timer": "", "nth": 1, "after": "1ms"}`),
		`faults[0].premature.timer: "", it must be a name, with a peer in brackets if it has one, such as Wait(2)`,
	},
	{
		fault(`"loss": {"copy": {"kind": "", "from": 0, "to": 1, "nth": 1}}`),
		`faults[0].loss.copy.kind: is empty, name the kind of message`,
	},
	{fault(`"loss": {"copys": 1}`), `faults[0].loss.copys: no such field, the fields are after, copy`},
	{fault(`"duplicate": {` + faultstest.APing + `}`), `faults[0].duplicate.by: is missing, give it`},
	{
		fault(`"reorder": {"copy": {"kind": "Ping", "from": 0, "to": 7, "nth": 1}, "by": "1ms"}`),
		`faults[0].reorder.copy.to: 7, nodes are 0 to 2`,
	},
	{
		fault(`"partition": {"groups": [], "begin": "1ms", "end": "2ms"}`),
		`faults[0].partition.groups: is empty, name at least one group`,
	},
	{
		fault(`"partition": {"groups": [[0], [0, 1]], "begin": "1ms", "end": "2ms"}`),
		`faults[0].partition.groups: group 1 has node 0, which is in another group too`,
	},
	{
		fault(`"partition": {"groups": [[0]], "begin": "2ms", "end": "2ms"}`),
		`faults[0].partition.end: 2ms, it must be later than begin, 2ms`,
	},
	{
		fault(`"oneWay": {"from": [0], "to": [1, 0], "begin": "1ms", "end": "2ms"}`),
		`faults[0].oneWay.to: must be in ascending order without repetition`,
	},
	{
		fault(`"pause": {"node": 0, "begin": "1ms", "end": "21ms"}`),
		`faults[0].pause.end: 21ms, it must be at most stop, 20ms`,
	},
	{fault(`"offset": {"node": 3, "by": "1ms"}`), `faults[0].offset.node: 3, nodes are 0 to 2`},
	{fault(`"offset": {"node": 0, "by": "-0s"}`), `faults[0].offset.by: "-0s" moves nothing, omit the fault`},
	{
		fault(`"offset": {"node": 0, "by": "-25h"}`),
		`faults[0].offset.by: "25h" is too long, at most 24h, so that a run comes to its end`,
	},
	{
		fault(`"offset": {"node": 0, "by": "1ns"}`),
		`faults[0].offset.by: is finer than a microsecond, which is the finest`,
	},
	{
		fault(`"jump": {"node": 0, "at": "21ms", "by": "-1ms"}`),
		`faults[0].jump.at: 21ms, it must be at most stop, 20ms`,
	},
	{fault(`"rate": {"node": 0, "ppm": 0}`), `faults[0].rate.ppm: 0, it must be -500000 to 500000, and not 0`},
	{
		fault(`"rate": {"node": 0, "ppm": -500001}`),
		`faults[0].rate.ppm: -500001, it must be -500000 to 500000, and not 0`,
	},
	{
		fault(`"rate": {"node": 0, "ppm": 1, "begin": "1ms", "end": "21ms"}`),
		`faults[0].rate.end: 21ms, it must be at most stop, 20ms`,
	},
	{
		fault(`"rate": {"node": 0, "ppm": 1, "begin": "21ms"}`),
		`faults[0].rate.begin: 21ms, it must be at most stop, 20ms`,
	},
	{
		fault(`"drift": {"node": 0, "within": 0, "every": "1ms"}`),
		`faults[0].drift.within: 0, it must be 1 to 500000`,
	},
	{
		fault(`"drift": {"node": 0, "within": 1, "every": "999µs"}`),
		`faults[0].drift.every: 999µs, it must be 1ms or more`,
	},
	{pin(`"optional": true`), `pins[0]: it must have exactly one of hold, delay, pick, input and timer`},
	{pin(`"hold": {` + faultstest.APing + `}`), `pins[0].hold.until: is missing, give it`},
	{
		pin(`"hold": {` + faultstest.APing + `, "until": {"action": "Kick", "node": 9, "nth": 1}}`),
		`pins[0].hold.until.node: 9, nodes are 0 to 2`,
	},
	{
		fault(`"loss": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 1, "again": -1}}`),
		`faults[0].loss.copy.again: -1, it must be 0 or more`,
	},
	{
		fault(`"loss": {` + faultstest.APing + `, "after": "21ms"}`),
		`faults[0].loss.after: 21ms, it must be at most stop, 20ms`,
	},
	{
		fault(`"duplicate": {"copy": {"kind": "Ping", "from": 0, "to": 3, "nth": 1}, "by": "1ms", "after": "1ms"}`),
		`faults[0].duplicate.copy.to: 3, nodes are 0 to 2`,
	},
	{
		fault(
			`"loss": {` + faultstest.APing + `, "after": "1ms"}}, {"loss": {` + faultstest.APing + `, "after": "2ms"}`,
		),
		`faults[1]: says something that another one has said of this copy; omit one`,
	},
	{
		fault(`"reorder": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 1, "again": 1}, "by": "1ms"}`),
		`faults[0].reorder.copy.again: 1, but only a loss or a duplicate can name a copy of a copy`,
	},
	{
		pin(`"delay": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 1, "again": 1}, "by": "1ms"}`),
		`pins[0].delay.copy.again: 1, but only a loss or a duplicate can name a copy of a copy`,
	},
	{
		pin(`"delay": {"copy": {"kind": "Ping", "from": -1, "to": 1, "nth": 1}, "by": "1ms"}`),
		`pins[0].delay.copy.from: -1, nodes are 0 to 2`,
	},
	{pin(`"pick": {"node": 0, "nth": 0, "set": [1]}`), `pins[0].pick.nth: 0, counting begins at 1`},
	{
		pin(`"pick": {"node": 0, "nth": 1, "set": [1, 0]}`),
		`pins[0].pick.set: must be in ascending order without repetition`,
	},
	{
		pin(`"input": {"node": 4, "kind": "Kick", "nth": 1, "by": "1ms"}`),
		`pins[0].input.node: 4, nodes are 0 to 2`,
	},
	{pin(`"timer": {"node": 4, "timer": "T", "nth": 1, "by": "1ms"}`), `pins[0].timer.node: 4, nodes are 0 to 2`},
	{pin(`"timer": {"node": 1, "timer": "T", "nth": 0, "by": "1ms"}`), `pins[0].timer.nth: 0, counting begins at 1`},
	{
		pin(`"timer": {"node": 1, "timer": "T(", "nth": 1, "by": "1ms"}`),
		`pins[0].timer.timer: "T(", it must be a name, with a peer in brackets if it has one, such as Wait(2)`,
	},
}

// Copies are lost at a process that is down only where they wait there.
func TestLoseNeedsCopiesThatWait(t *testing.T) {
	var p faults.Plan
	if err := input.Decode([]byte("{"+whole+`, "rates": {"lose": 1}}`), &p); err != nil {
		t.Fatal(err)
	}
	for failures, may := range map[spec.Failures]bool{
		spec.CrashStop: false, spec.MessagesWait: true, spec.MessagesVanish: false,
	} {
		if _, err := p.Check(3, failures); (err == nil) != may {
			t.Errorf("failures %s: %v", failures, err)
		}
	}
}

// What is wrong with a plan is said in one line that names the field.
func TestBrokenPlansAreRefused(t *testing.T) {
	for _, c := range brokenPlans {
		var p faults.Plan
		err := input.Decode([]byte("{"+c.text+"}"), &p)
		if err == nil {
			_, err = world.New(faultstest.Scene(spec.CrashStop), p)
		}
		switch {
		case err == nil:
			t.Errorf("nobody says %q", c.want)
		case err.Error() != c.want:
			t.Errorf("error %q, want %q", err, c.want)
		}
	}
	var p faults.Plan
	if err := input.Decode([]byte("{"+whole+"}"), &p); err != nil {
		t.Errorf("a plan in order is refused: %v", err)
	}
	if _, err := p.Check(3, spec.CrashStop); err != nil {
		t.Errorf("a plan in order is refused: %v", err)
	}
}

// What a plan names and does not happen is reported, unless it is optional.
func TestWhatMeetsNothingIsReported(t *testing.T) {
	p := faultstest.ScenePlan(t, `"faults": [
		{"crash": {"node": 1, "after": {"action": "Kick", "node": 0, "nth": 2}}},
		{"crashIn": {"step": {"action": "Kick", "node": 0, "nth": 1}, "cut": 4}},
		{"premature": {"node": 0, "timer": "T", "nth": 2, "after": "1ms"}},
		{"premature": {"node": 0, "timer": "T", "nth": 1, "after": "9ms"}},
		{"premature": {"node": 0, "timer": "T", "nth": 1, "after": "8ms"}},
		{"loss": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 3}}},
		{"loss": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 2}}},
		{"duplicate": {"copy": {"kind": "News", "from": 1, "to": 1, "nth": 1}, "by": "1ms"}},
		{"reorder": {"copy": {"kind": "Pong", "from": 0, "to": 1, "nth": 1}, "by": "1ms"}},
		{"partition": {"groups": [[0]], "begin": "5ms", "end": "6ms"}},
		{"oneWay": {"from": [1], "to": [0], "begin": "0s", "end": "6ms"}},
		{"crash": {"node": 2, "at": "7ms"}},
		{"crash": {"node": 2, "at": "8ms"}},
		{"pause": {"node": 2, "begin": "9ms", "end": "10ms"}}
	], "pins": [
		{"hold": {"copy": {"kind": "Ping", "from": 0, "to": 2, "nth": 1}, "until": `+aKick+`}},
		{"hold": {"copy": {"kind": "Ping", "from": 0, "to": 2, "nth": 2}, "until": `+aKick+`}, "optional": true},
		{"hold": {`+faultstest.APing+`, "until": {"action": "Never", "node": 0, "nth": 1}}},
		{"delay": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 3}, "by": "1ms"}},
		{"delay": {`+faultstest.APing+`, "by": "1ms"}},
		{"pick": {"node": 0, "nth": 1, "set": [1]}},
		{"input": {"node": 0, "kind": "Kick", "nth": 2, "by": "1ms"}},
		{"input": {"node": 0, "kind": "Kick", "nth": 1, "by": "1ms"}}
	]`)
	got := strings.Join(faultstest.MustRun(t, faultstest.Scene(spec.CrashStop), p).Unmatched, " ")
	want := "faults[0] faults[1] faults[2] faults[4] faults[5] " +
		"faults[7] faults[8] faults[9] faults[10] faults[12] faults[13] " +
		"pins[0] pins[3] pins[5] pins[6]"
	if got != want {
		t.Errorf("unmatched %s, want %s", got, want)
	}
}

// A pin says what a process picks, where the process may pick that.
func TestPicksArePinned(t *testing.T) {
	c := faultstest.Scene(spec.CrashStop, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
		n.Holds.N = 1
		for _, to := range out.Pick("whom", spec.NewSet[spec.NodeID](0, 2), 1) {
			out.Send(to, faultstest.Ping{})
		}
	})
	for _, set := range []string{"[0]", "[2]", "[1]", "[0, 2]"} {
		var tape faultstest.Tape
		p := faultstest.ScenePlan(t, `"pins": [{"pick": {"node": 0, "nth": 1, "set": `+set+`}}]`)
		unmatched := faultstest.MustRun(t, c, p, &tape).Unmatched
		possible := set == "[0]" || set == "[2]"
		want := "1ms Kick at 0, picks {" + strings.Trim(set, "[]") + "}"
		if (tape.Lines[0] == want) != possible || (len(unmatched) == 0) != possible {
			t.Errorf("pinned to %s: %s, unmatched %v", set, tape.Lines[0], unmatched)
		}
	}
}

// What is wrong with the processes ends the run and is reported, not thrown.
func TestProcessesFail(t *testing.T) {
	for _, c := range []struct {
		want world.Breach
		step func(*faultstest.Talker, impl.Event, *impl.Effects)
	}{
		{
			world.Breach{
				Contract: "PickOnce",
				Why:      `process 0 picks a second time ("two"); one handler run is one action with one pick`,
			},
			func(_ *faultstest.Talker, _ impl.Event, out *impl.Effects) {
				out.Pick("one", spec.AllNodes(3), 1)
				out.Pick("two", spec.AllNodes(3), 1)
			},
		},
		{
			world.Breach{
				Contract: "NoPanic", Why: "in Kick at 0: no idea, at plan_check_test.go:401 in TestProcessesFail.func2",
			},
			func(*faultstest.Talker, impl.Event, *impl.Effects) { panic("no idea") },
		},
	} {
		var tape faultstest.Tape
		r := faultstest.MustRun(
			t, faultstest.Scene(spec.CrashStop, c.step), faultstest.ScenePlan(
				t, `"faults": [{"crash": {"node": 1, "at": "500us"}}]`,
			), &tape,
		)
		if r.Breach == nil || *r.Breach != c.want || r.End != faultstest.Ms {
			t.Errorf("failure %v at %s, want %v", r.Breach, r.End, c.want)
		}
		if !slices.Equal(tape.Lines, []string{"500µs Crash at 1"}) {
			t.Errorf("%s: events %q", c.want.Contract, tape.Lines)
		}
	}
}

// An observer may end the run after an event, for the first reason that it gives.
func TestObserversEndRuns(t *testing.T) {
	r := faultstest.MustRun(t, faultstest.Scene(spec.CrashStop), faultstest.ScenePlan(t, ""), ender{})
	if r.Breach == nil || *r.Breach != (world.Breach{Contract: "Property", Why: "DeliverPing"}) || r.Events != 2 {
		t.Errorf("failure %v after %d events", r.Breach, r.Events)
	}
}

type ender struct{}

func (ender) Observe(w *world.World, e *world.Event) {
	if e.Action.Name == "DeliverPing" {
		w.Stop("Property", e.Action.Name)
		w.Stop("Property", "again")
	}
}
