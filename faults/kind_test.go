package faults_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

const (
	aCopy = `"copy":{"kind":"Ping","from":0,"to":1,"nth":2}`
	aStep = `{"action":"DeliverPing","node":1,"from":0,"nth":3}`
)

// everyFault and everyPin have one of each kind, in the order of the list. Each of their
// times is 2ms.
var everyFault = []string{
	`{"crash":{"node":1,"at":"2ms","down":"2ms"}}`,
	`{"crashIn":{"step":` + aStep + `,"cut":1,"down":"2ms"}}`,
	`{"flap":{"node":1,"begin":"2ms","up":{"min":"2ms","max":"2ms"},"down":{"min":"2ms","max":"2ms"},"forever":true}}`,
	`{"premature":{"node":1,"timer":"T","nth":1,"after":"2ms"}}`,
	`{"loss":{` + aCopy + `,"after":"2ms"}}`,
	`{"duplicate":{` + aCopy + `,"by":"2ms","after":"2ms"}}`,
	`{"reorder":{` + aCopy + `,"by":"2ms"}}`,
	`{"partition":{"groups":[[0],[1,2]],"begin":"2ms","end":"2ms","drops":true}}`,
	`{"oneWay":{"from":[0],"to":[1],"begin":"2ms","end":"2ms","drops":true}}`,
	`{"pause":{"node":1,"begin":"2ms","end":"2ms"},"optional":true}`,
	`{"offset":{"node":1,"by":"-2ms"}}`,
	`{"jump":{"node":1,"at":"2ms","by":"2ms"}}`,
	`{"rate":{"node":1,"ppm":-500,"begin":"2ms","end":"2ms"}}`,
	`{"drift":{"node":1,"within":500,"every":"2ms","begin":"2ms","end":"2ms","seed":7}}`,
}

var everyPin = []string{
	`{"hold":{` + aCopy + `,"until":` + aStep + `}}`,
	`{"delay":{` + aCopy + `,"by":"2ms"},"optional":true}`,
	`{"pick":{"node":1,"nth":1,"set":[0]},"optional":true}`,
	`{"input":{"node":1,"kind":"<&>","nth":1,"by":"2ms"}}`,
	`{"timer":{"node":1,"timer":"T","nth":1,"by":"2ms"}}`,
}

// everyKind is a plan with all of them.
func everyKind(t *testing.T) faults.Plan {
	t.Helper()
	text := fmt.Sprintf(`{%s, "faults": [%s], "pins": [%s]}`, whole,
		strings.Join(everyFault, ","), strings.Join(everyPin, ","))
	var p faults.Plan
	if err := input.Decode([]byte(text), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// written is a value as the files have it, without the line's end.
func written(t *testing.T, v any) string {
	t.Helper()
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(text.String())
}

// What a file has of faults and pins is written again as it was, and knows its times.
func TestKindsGoThroughFiles(t *testing.T) {
	p := everyKind(t)
	var names, faultTexts, pinTexts []string
	scaled := func(name, before string, k faults.Kind, after func() string) {
		longest := k.Scale(3)
		if want := strings.ReplaceAll(before, "2ms", "6ms"); after() != want {
			t.Errorf("%s becomes three times as long: %s, want %s", name, after(), want)
		}
		takes := slices.Contains([]string{"duplicate", "reorder", "delay", "input", "timer"}, name)
		if takes != (longest == 6*faultstest.Ms) || !takes && longest != 0 {
			t.Errorf("%s: what it delays takes %s", name, longest)
		}
	}
	for _, f := range p.Faults {
		text := written(t, f)
		names, faultTexts = append(names, f.Name()), append(faultTexts, text)
		scaled(f.Name(), text, f.Kind, func() string { return written(t, f) })
	}
	for _, pin := range p.Pins {
		text := written(t, pin)
		pinTexts = append(pinTexts, text)
		scaled(pin.Kind.Name(), text, pin.Kind, func() string { return written(t, pin) })
	}
	if d := cmp.Diff(everyFault, faultTexts) + cmp.Diff(everyPin, pinTexts); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(faults.Kinds(), names); d != "" {
		t.Errorf("not every kind is here: %s", d)
	}
	none := written(t, faults.Fault{}) + written(t, faults.Fault{Optional: true}) +
		written(t, faults.Pin{Optional: true})
	if none != `{}{"optional":true}{"optional":true}` {
		t.Errorf("of no kind: %s", none)
	}
}

// What a shrinker tries in place of a fault or a pin is in order, and no two are equal
// to each other.
func TestVariantsAreInOrder(t *testing.T) {
	known := faults.Known{
		Messages: []string{"Pong"}, Steps: []string{"Kick", "Recover"}, Delay: faultstest.Ms, Stop: 20 * faultstest.Ms,
	}
	counts := map[string]int{}
	try := func(name string, k faults.Kind, plan func(faults.Kind) faults.Plan) {
		simpler, ok := k.(faults.Shrinker)
		if !ok {
			return
		}
		seen := map[string]bool{written(t, k): true}
		for _, variant := range simpler.Variants(known) {
			seen[variant.Name()+written(t, variant)] = true
			if _, err := plan(variant).Check(3, spec.MessagesWait); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		counts[name] = len(seen) - 1
	}
	p := everyKind(t)
	bare := p
	bare.Faults, bare.Pins = nil, nil
	for _, f := range p.Faults {
		try(f.Name(), f.Kind, func(k faults.Kind) faults.Plan {
			plan := bare
			plan.Faults = []faults.Fault{{Kind: k}}
			return plan
		})
	}
	for _, pin := range p.Pins {
		try(pin.Kind.Name(), pin.Kind, func(k faults.Kind) faults.Plan {
			plan := bare
			plan.Pins = []faults.Pin{{Kind: k}}
			return plan
		})
	}
	want := map[string]int{
		"crash": 6, "crashIn": 7, "flap": 2, "premature": 2, "loss": 3, "duplicate": 3, "delay": 2,
		"rate": 1, "drift": 2,
	}
	if d := cmp.Diff(want, counts); d != "" {
		t.Error(d)
	}
}

// What is moved to an earlier round is otherwise the same, and is moved neither before the
// beginning nor in the plan that it is of. Every kind can be.
func TestEarlier(t *testing.T) {
	p := everyKind(t)
	kinds := map[string]faults.Kind{}
	for _, f := range p.Faults {
		kinds[f.Name()] = f.Kind
	}
	for _, pin := range p.Pins {
		kinds[pin.Kind.Name()] = pin.Kind
	}
	kinds["crash after"] = &faults.Crash{After: &faults.StepRef{Action: "Kick", Nth: 2}}
	kinds["rate for ever"] = &faults.Rate{PPM: 1}
	kinds["hold too late"] = &faults.Hold{Copy: faults.MessageRef{Nth: 2}, Until: faults.StepRef{Nth: 1}}
	const first = `"copy":{"kind":"Ping","from":0,"to":1,"nth":1}`
	const step = `{"action":"DeliverPing","node":1,"from":0,"nth":2}`
	want := map[string]string{
		"crash":       `{"node":1,"at":"1ms","down":"2ms"}`,
		"crash after": `{"node":0,"after":{"action":"Kick","node":0,"nth":1}}`,
		"crashIn":     `{"step":` + step + `,"cut":1,"down":"2ms"}`,
		"loss":        `{` + first + `,"after":"2ms"}`,
		"duplicate":   `{` + first + `,"by":"2ms","after":"2ms"}`,
		"reorder":     `{` + first + `,"by":"2ms"}`,
		"partition":   `{"groups":[[0],[1,2]],"begin":"1ms","end":"1ms","drops":true}`,
		"oneWay":      `{"from":[0],"to":[1],"begin":"1ms","end":"1ms","drops":true}`,
		"pause":       `{"node":1,"begin":"1ms","end":"1ms"}`,
		"flap": `{"node":1,"begin":"1ms","up":{"min":"2ms","max":"2ms"},"down":{"min":"2ms","max":"2ms"},` +
			`"forever":true}`,
		"jump":      `{"node":1,"at":"1ms","by":"2ms"}`,
		"rate":      `{"node":1,"ppm":-500,"begin":"1ms","end":"1ms"}`,
		"drift":     `{"node":1,"within":500,"every":"2ms","begin":"1ms","end":"1ms","seed":7}`,
		"hold":      `{` + first + `,"until":` + step + `}`,
		"delay":     `{` + first + `,"by":"2ms"}`,
		"premature": "", "pick": "", "input": "", "timer": "", "hold too late": "", // they are about the first
		"offset": "", "rate for ever": "", // and these are there from the beginning
	}
	for name, k := range kinds {
		before := written(t, k)
		earlier, ok := k.(faults.Shifter).Earlier(1, faultstest.Ms)
		if ok != (want[name] != "") || ok && written(t, earlier) != want[name] {
			t.Errorf("%s a round earlier: %t %s, want %s", name, ok, written(t, earlier), want[name])
		}
		if _, ok := k.(faults.Shifter).Earlier(3, faultstest.Ms); ok {
			t.Errorf("%s can come before the beginning", name)
		}
		if written(t, k) != before {
			t.Errorf("%s was changed to %s", before, written(t, k))
		}
	}
}

// Where the faults stop sooner, what would come later is left out, and what would last ends.
func TestUntil(t *testing.T) {
	at := 4 * faultstest.Ms
	for _, k := range []faults.Kind{
		&faults.Crash{At: &at}, &faults.Jump{At: at, By: 1}, &faults.Rate{PPM: 1, Begin: at},
		&faults.Rate{PPM: 1, Begin: at, End: new(2 * at)},
		&faults.Drift{Within: 1, Every: at, Begin: at, End: new(2 * at)},
		&faults.Pause{Begin: at, End: 2 * at},
		&faults.Partition{Groups: []spec.Set{{0}}, Begin: at, End: 2 * at},
		&faults.OneWay{From: spec.Set{0}, To: spec.Set{1}, Begin: at, End: 2 * at},
		&faults.Flap{Begin: at, Up: faults.Delay{Min: at, Max: at}, Forever: true},
	} {
		for stop := faultstest.Ms; stop < 10*faultstest.Ms; stop += faultstest.Ms {
			left, ok := k.(faults.Lasting).Until(stop)
			plan := faults.Plan{Version: faults.PlanVersion, Stop: stop, Faults: []faults.Fault{{Kind: left}}}
			_, err := plan.Check(3, spec.MessagesWait)
			at := at
			if lasts := strings.Contains(written(t, k), `"end"`) || k.Name() == "flap"; !lasts {
				at--
			}
			if comes := stop > at; ok != comes || ok && err != nil {
				t.Errorf("%s until %s: %t, %v", written(t, k), stop, ok, err)
			}
		}
	}
	if _, ok := (&faults.Crash{After: &faults.StepRef{Action: "Kick", Nth: 1}}).Until(0); !ok {
		t.Error("a crash after a step is no crash at a time")
	}
}

// Without takes one kind of fault away, drawn and named, and nothing else.
func TestWithout(t *testing.T) {
	all := everyKind(t)
	all.Rates = faults.Rates{
		Loss: 1, Duplicate: 2, Reorder: 3, ReorderBy: 4, Early: 5, CrashIn: 6, MaxCrashes: 7, Lose: 8,
	}
	none, before := all, written(t, all)
	for _, kind := range faults.Kinds() {
		left := all.Without(kind)
		if len(left.Faults) != len(all.Faults)-1 {
			t.Errorf("without %s %d faults are left of %d", kind, len(left.Faults), len(all.Faults))
		}
		if slices.ContainsFunc(left.Faults, func(f faults.Fault) bool { return f.Name() == kind }) {
			t.Errorf("a %s is left", kind)
		}
		if again := left.Without(kind); written(t, again) != written(t, left) {
			t.Errorf("taking %s away twice is not the same as once", kind)
		}
		none = none.Without(kind)
	}
	if len(none.Faults) > 0 || none.Rates.Any() || !none.Patient {
		t.Errorf("without every kind there is left: %s", written(t, none))
	}
	if written(t, all) != before {
		t.Error("the plan itself was changed")
	}
}

// A new kind of fault is one file, here slow_test.go, and one line in the list of kinds: it
// is read and written, checked, and acts in a world that does not know it.
func TestANewKindIsOneFile(t *testing.T) {
	const text = `{"slow":{"from":0,"to":1,"by":"3ms"}}`
	const more = `"faults": [` + text + `, {"partition": {"groups": [[0]], "begin": "0s", "end": "4ms"}}]`
	var p faults.Plan
	if err := input.Decode([]byte("{"+whole+", "+more+"}"), &p); err == nil {
		t.Error("a kind that is not in the list is read")
	}
	p = faultstest.ScenePlan(t, "")
	p.Faults = []faults.Fault{{Kind: &faults.Slow{From: 0, To: 1}}}
	if _, err := world.New(faultstest.Scene(spec.CrashStop), p); err == nil {
		t.Error("a kind that is not in the list is run")
	}

	faults.AddSlow(t)
	for broken, want := range map[string]string{
		`"slow": {"from": 0, "to": 1}`: `faults[0].slow.by: is missing, give it`,
		`"slow": {"from": 0, "to": 1, "by": "1ms", "at": 1}`: `faults[0].slow.at: no such field, ` +
			`the fields are by, from, to`,
		`"slow": {"from": 1, "to": 1, "by": "1ms"}`: `faults[0].slow.to: 1, no link leads from a process to itself`,
		``: `faults[0]: it must have exactly one of ` +
			`[crash crashIn flap premature loss duplicate reorder partition oneWay pause ` +
			`offset jump rate drift slow]`,
	} {
		var p faults.Plan
		err := input.Decode([]byte("{"+fault(broken)+"}"), &p)
		if err == nil {
			_, err = p.Check(3, spec.CrashStop)
		}
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	p = faultstest.ScenePlan(t, more)
	if written(t, p.Faults[0]) != text {
		t.Errorf("%s is written as %s", text, written(t, p.Faults[0]))
	}
	slowly(t, p)
}

// slowly runs a plan with a slow link from 0 to 1 and a partition around 0 up to 4 ms: each
// copy over the link takes 3 ms longer, once, however often it is asked about.
func slowly(t *testing.T, p faults.Plan) {
	t.Helper()
	scene := faultstest.Scene(spec.CrashStop, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
		n.Holds.N = 1
		out.Send(1, faultstest.Ping{N: 1})
		out.Send(2, faultstest.Ping{N: 2})
	})
	var tape faultstest.Tape
	r := faultstest.MustRun(t, scene, p, &tape)
	want := `0s PartitionBegins
1ms Kick at 0
4ms PartitionHeals
5ms DeliverPing 0→2 {N:2}
8ms DeliverPing 0→1 {N:1}
20ms FaultsStop`
	if d := cmp.Diff(want, tape.Text()); d != "" || len(r.Unmatched) > 0 || r.Happened["slow"] == 0 {
		t.Errorf("%s\nunmatched %v, happened %v", d, r.Unmatched, r.Happened)
	}

	p.Faults, p.Stop = p.Faults[:1], faultstest.Ms/2
	tape = faultstest.Tape{}
	r = faultstest.MustRun(t, scene, p, &tape)
	want = "500µs FaultsStop\n1ms Kick at 0\n2ms DeliverPing 0→1 {N:1}; DeliverPing 0→2 {N:2}"
	if d := cmp.Diff(want, tape.Text()); d != "" || !slices.Equal(r.Unmatched, []string{"faults[0]"}) {
		t.Errorf("when the faults have stopped: %s, unmatched %v", d, r.Unmatched)
	}

	late := faultstest.Scene(spec.CrashStop, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
		n.Holds.N = 1
		out.SetTimer("T", 2*time.Millisecond)
	})
	p.Faults, p.Stop = []faults.Fault{{Kind: &faults.Slow{From: 1, To: 0}}}, 20*faultstest.Ms
	tape = faultstest.Tape{}
	faultstest.MustRun(t, late, p, &tape)
	if d := cmp.Diff("1ms Kick at 0\n5ms TimeoutT at 0\n20ms FaultsStop", tape.Text()); d != "" {
		t.Errorf("the timer of 2 ms at a slow clock: %s", d)
	}
}

// Every fault and pin has a cause, which says neither whom nor when.
func TestCauses(t *testing.T) {
	p := everyKind(t)
	var causes []string
	for _, f := range p.Faults {
		causes = append(causes, faults.Cause(f.Kind))
	}
	for _, pin := range p.Pins {
		causes = append(causes, faults.Cause(pin.Kind))
	}
	if d := cmp.Diff([]string{
		"crash", "crashIn", "flap", "premature T", "loss Ping", "duplicate Ping", "reorder Ping", "partition", "oneWay",
		"pause", "offset", "jump", "rate", "drift", "hold Ping", "delay Ping", "pick", "input <&>", "timer T",
	}, causes); d != "" {
		t.Error(d)
	}
}
