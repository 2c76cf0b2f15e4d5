package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// flapping is a plan in which process 2, to which nothing is sent but a multicast, flaps.
func flapping(t *testing.T, up, down, more string) faults.Plan {
	t.Helper()
	return faultstest.ScenePlan(t, fmt.Sprintf(
		`"faults": [{"flap": {"node": 2, "begin": "3ms", "up": {%s}, "down": {%s}%s}}]`, up, down, more))
}

// lives are the crashes and the recoveries in a trace, and where the faults stop.
func lives(tape *faultstest.Tape) string {
	tape.Lines = slices.DeleteFunc(tape.Lines, func(line string) bool {
		return !strings.Contains(line, "Crash at") && !strings.Contains(line, "Recover at") &&
			!strings.Contains(line, "FaultsStop")
	})
	return tape.Text()
}

const (
	threeUp = `"min": "3ms", "max": "3ms"`
	twoDown = `"min": "2ms", "max": "2ms"`
)

// A process flaps until the faults stop, and is up then.
func TestFlapEndsWithTheFaults(t *testing.T) {
	p := flapping(t, threeUp, twoDown, "")
	p.Stop = 14 * faultstest.Ms
	var tape faultstest.Tape
	w, err := world.New(faultstest.Scene(spec.MessagesVanish), p, &tape)
	if err != nil {
		t.Fatal(err)
	}
	r := w.Run()
	want := "3ms Crash at 2\n5ms Recover at 2\n8ms Crash at 2\n10ms Recover at 2\n13ms Crash at 2\n" +
		"14ms FaultsStop; Recover at 2"
	if d := cmp.Diff(want, lives(&tape)); d != "" || r.Happened["flap"] != 3 || r.Happened["crash"] > 0 {
		t.Errorf("%s\nhappened %v", d, r.Happened)
	}
	if len(w.Unstable()) > 0 || len(r.Unmatched) > 0 || r.End >= 18*faultstest.Ms {
		t.Errorf("unstable %s, unmatched %v, the end %s", w.Unstable(), r.Unmatched, r.End)
	}
}

// One that flaps for ever is unstable, and goes on to the end of the run; others come up as
// the faults stop, also if it was to be later.
func TestFlapGoesOn(t *testing.T) {
	p := flapping(t, threeUp, twoDown, `, "forever": true`)
	p.Stop, p.Settle = 4*faultstest.Ms, 10*faultstest.Ms
	p.Faults = append(p.Faults, faults.Fault{
		Kind: &faults.Crash{Node: 0, At: new(2 * faultstest.Ms), Down: new(9 * faultstest.Ms)},
	})
	var tape faultstest.Tape
	w, err := world.New(faultstest.Scene(spec.MessagesVanish), p, &tape)
	if err != nil {
		t.Fatal(err)
	}
	w.Run()
	want := "2ms Crash at 0\n3ms Crash at 2\n4ms FaultsStop; Recover at 0\n5ms Recover at 2\n8ms Crash at 2\n" +
		"10ms Recover at 2\n13ms Crash at 2"
	if d := cmp.Diff(want, lives(&tape)); d != "" {
		t.Error(d)
	}
	if !w.Unstable().Equal(spec.NewSet[spec.NodeID](2)) {
		t.Errorf("unstable are %s", w.Unstable())
	}
}

// How long it is up and down is drawn each time, by the seed, within the bounds.
func TestFlapsAreDrawn(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(20) {
		p := flapping(t, `"min": "2ms", "max": "4ms"`, `"min": "1ms", "max": "2ms"`, "")
		p.Seed = seed
		var tape faultstest.Tape
		r := faultstest.MustRun(t, faultstest.Scene(spec.MessagesVanish), p, &tape)
		if n := r.Happened["flap"]; n < 3 || n > 6 {
			t.Errorf("seed %d: %d crashes in 17 ms", seed, n)
		}
		seen[lives(&tape)] = true
	}
	if len(seen) < 19 {
		t.Errorf("20 seeds flap in %d ways", len(seen))
	}
}

// Each crash comes before all else of its time, as one that is named does.
func TestFlapsComeFirst(t *testing.T) {
	p := faultstest.ScenePlan(t, `"pins": [{"delay": {`+faultstest.APing+`, "by": "7ms"}}],
		"faults": [{"flap": {"node": 1, "begin": "3ms", "up": {`+threeUp+`}, "down": {`+twoDown+`}}}]`)
	var tape faultstest.Tape
	c := faultstest.Scene(spec.MessagesWait)
	r := faultstest.MustRun(t, c, p, &tape)
	want := "\n8ms Crash at 1\n10ms Recover at 1; DeliverPing 0→1 {N:1}\n"
	if text := tape.Text(); !strings.Contains(text, want) {
		t.Errorf("the copy that comes with the crash is not behind it:\n%s", text)
	}
	named, err := world.Explicit(c, p, false)
	if again := faultstest.MustRun(t, c, named); err != nil || again.Digest != r.Digest || has(named, "flap") {
		t.Errorf("named, the crashes make another run: %v, %v", named.Faults, err)
	}
}

// Several faults take one process down in turn, each of them has met something, and a pin can
// name any of the crashes.
func TestOneProcessCrashesSeveralTimes(t *testing.T) {
	crash := func(at int) string { return fmt.Sprintf(`{"crash": {"node": 2, "at": "%dms", "down": "1ms"}}`, at) }
	p := faultstest.ScenePlan(t, `"faults": [`+crash(3)+`, `+crash(6)+`, `+crash(9)+`], "pins": [
		{"hold": {`+faultstest.APing+`, "until": {"action": "Crash", "node": 2, "nth": 2}}}]`)
	var tape faultstest.Tape
	r := faultstest.MustRun(t, faultstest.Scene(spec.MessagesWait), p, &tape)
	if r.Happened["crash"] != 3 || len(r.Unmatched) > 0 {
		t.Errorf("happened %v, unmatched %v", r.Happened, r.Unmatched)
	}
	if text := tape.Text(); !strings.Contains(text, "6ms Crash at 2; DeliverPing 0→1 {N:1}\n7ms Recover at 2") {
		t.Errorf("the first ping is not held until the second crash:\n%s", text)
	}
}

// A flap that cannot be is refused by the name of its field.
func TestBrokenFlapsAreRefused(t *testing.T) {
	flap := func(begin, up, down string) string {
		return fmt.Sprintf(`{"node": 2, "begin": "%s", "up": {%s}, "down": {%s}}`, begin, up, down)
	}
	for _, c := range []struct {
		failures   spec.Failures
		text, want string
	}{
		{
			spec.CrashStop, flap("1ms", threeUp, twoDown),
			`faults[0].flap: under this protocol processes do not recover; take crash`,
		},
		{
			spec.MessagesWait, flap("20ms", threeUp, twoDown),
			`faults[0].flap.begin: 20ms, it must be earlier than stop, 20ms`,
		},
		{
			spec.MessagesWait, flap("1ms", `"max": "1ms"`, twoDown),
			`faults[0].flap.up.min: 0s, it must be 1µs or more: who comes up must be up for a while`,
		},
		{
			spec.MessagesWait, flap("1ms", threeUp, `"min": "2ms", "max": "1ms"`),
			`faults[0].flap.down.max: 1ms, it must be min, 2ms, or more`,
		},
		{
			spec.MessagesWait, flap("1ms", threeUp, `"longest": "3ms"`),
			`faults[0].flap.down.longest: no such field, the fields are max, mean, min, shape`,
		},
		{
			spec.MessagesWait, `{"node": 3, "begin": "1ms", "up": {` + threeUp + `}, "down": {}}`,
			`faults[0].flap.node: 3, nodes are 0 to 2`,
		},
		{spec.MessagesWait, `{"node": 2, "begin": "1ms", "down": {}}`, `faults[0].flap.up: is missing, give it`},
	} {
		var p faults.Plan
		err := input.Decode([]byte(`{"version": 1, "protocol": "scene", "config": {}, "stop": "20ms", `+
			`"faults": [{"flap": `+c.text+`}]}`), &p)
		if err == nil {
			_, err = world.New(faultstest.Scene(c.failures), p)
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}
