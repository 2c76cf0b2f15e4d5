package campaign

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// found is an outcome in which P, Q and R fail as the test says.
func found(broken []string, list ...Violation) Outcome {
	return Outcome{Finding: Finding{Violations: list, Broken: broken}}
}

// A violation counts unless one of the assumptions that it needs is broken: another that is broken
// excuses nothing, and one violation that counts is enough.
func TestWhatFails(t *testing.T) {
	free := Violation{Property: "P"}
	needs := Violation{Property: "Q", Needs: []string{"S1", "S2"}}
	for _, row := range []struct {
		name    string
		o       Outcome
		counts  string // what counts, in order
		outside bool
	}{
		{"nothing", found(nil), "", false},
		{"nothing, of a run that breaks something", found([]string{"S1"}), "", false},
		{"one that needs nothing", found(nil, free), "P", false},
		{"one that needs nothing, and something is broken", found([]string{"S1"}, free), "P", false},
		{"one whose assumptions hold", found(nil, needs), "Q", false},
		{"one whose assumptions hold, and another is broken", found([]string{"S3"}, needs), "Q", false},
		{"one whose first assumption is broken", found([]string{"S1"}, needs), "", true},
		{"one whose last assumption is broken", found([]string{"S3", "S2"}, needs), "", true},
		{"one that is excused before one that is not", found([]string{"S1"}, needs, free), "P", false},
		{"one that is excused after one that is not", found([]string{"S1"}, free, needs), "P", false},
		{"two that count", found(nil, needs, free), "Q P", false},
	} {
		counts := strings.Fields(row.counts)
		v, failed := row.o.Failed()
		if failed != (len(counts) > 0) || failed && v.Property != counts[0] || row.o.Outside() != row.outside {
			t.Errorf("%s: failed %q, outside %t", row.name, v.Property, row.o.Outside())
		}
		for _, property := range []string{"P", "Q", "R"} {
			if row.o.Fails(property) != slices.Contains(counts, property) {
				t.Errorf("%s: %s fails: %t", row.name, property, row.o.Fails(property))
			}
		}
	}
}

// A broken contract stands before what the judge found at the end, and behind what was there before.
func TestBreachStandsInItsPlace(t *testing.T) {
	at := func(event int) Violation { return Violation{Property: "P", Event: event} }
	breach := Violation{Property: "NoPanic", Event: 5}
	for _, row := range []struct {
		found []Violation
		place int
	}{
		{nil, 0},
		{[]Violation{at(4)}, 1},
		{[]Violation{at(5)}, 0},
		{[]Violation{at(6)}, 0},
		{[]Violation{at(1), at(5)}, 1},
		{[]Violation{at(1), at(4)}, 2},
	} {
		got := breached(slices.Clone(row.found), breach)
		if len(got) != len(row.found)+1 || got[row.place].Property != "NoPanic" {
			t.Errorf("%v: %v, want the breach in place %d", row.found, got, row.place)
		}
	}
}

// expected is a replay of which everything is as it is expected.
func expected() Replayed {
	line := func(text string) world.TraceLine { return world.TraceLine{Text: text} }
	r := Replayed{
		Expect: faults.Expect{
			Violates: "P", Outside: []string{"S1"}, Witnesses: []string{"Crash at 0", "DeliverPing 0→1"},
			Ends: []string{"up", "down"}, Digest: "d",
		},
		Trace: []world.TraceLine{line("Kick at 0"), line("Crash at 0"), line("DeliverPing 0→1 {N:1}")},
		Outcome: found([]string{"S1", "S2"}, Violation{Property: "P"},
			Violation{Property: "Q", Needs: []string{"S1", "S4"}}),
	}
	r.Outcome.Report.Digest = "d"
	r.Outcome.Ends = func() []string { return []string{"up", "down"} }
	return r
}

// Each part of an expectation is held against the run by itself.
func TestExpectationsAreJudged(t *testing.T) {
	for _, row := range []struct {
		name   string
		change func(r *Replayed)
		want   string // "" for nothing wrong
	}{
		{"as it is", func(*Replayed) {}, ""},
		{"nothing is expected to fail", func(r *Replayed) { r.Expect.Violates = "" }, "P fails"},
		{
			"another is expected to fail", func(r *Replayed) { r.Expect.Violates = "R" },
			"R should fail, and it holds; P fails instead",
		},
		{"one that is excused is expected to fail", func(r *Replayed) { r.Expect.Violates = "Q" }, "Q should fail"},
		{
			"nothing fails", func(r *Replayed) { r.Outcome.Violations = r.Outcome.Violations[1:] },
			"P should fail, and it holds",
		},
		{"nothing fails, as is expected", func(r *Replayed) {
			r.Expect.Violates, r.Outcome.Violations = "", r.Outcome.Violations[1:]
		}, ""},
		{"it fails beside another", func(r *Replayed) {
			r.Outcome.Violations = append([]Violation{{Property: "R"}}, r.Outcome.Violations...)
		}, ""},
		{
			"excused by less", func(r *Replayed) { r.Expect.Outside = nil },
			"outside of the assumptions S1, and none is expected",
		},
		{
			"excused by more", func(r *Replayed) { r.Expect.Outside = []string{"S1", "S4"} },
			"S1, and S1, S4 is expected",
		},
		{"excused by another", func(r *Replayed) { r.Outcome.Broken = []string{"S4"} }, "S4, and S1 is expected"},
		{"a witness is missing", func(r *Replayed) { r.Trace = r.Trace[:2] }, `the witness "DeliverPing 0→1"`},
		{"witnesses in another order", func(r *Replayed) { slices.Reverse(r.Trace) }, `the witness "DeliverPing 0→1"`},
		{"a witness once for two", func(r *Replayed) {
			r.Expect.Witnesses = []string{"Crash at 0", "Crash at 0"}
		}, `the witness "Crash at 0"`},
		{"a witness is the beginning of a longer name", func(r *Replayed) {
			r.Expect.Witnesses = []string{"Deliver"}
		}, `the witness "Deliver"`},
		{"ends otherwise", func(r *Replayed) {
			r.Outcome.Ends = func() []string { return []string{"up", "up"} }
		}, `end with ["up" "up"]`},
		{"ends are not expected", func(r *Replayed) { r.Expect.Ends = nil }, ""},
		{"another digest", func(r *Replayed) { r.Expect.Digest = "e" }, "the digest is d, and e is expected"},
		{"no digest", func(r *Replayed) { r.Expect.Digest = "" }, ""},
	} {
		r := expected()
		row.change(&r)
		r.judge()
		if text := strings.Join(r.Wrong, "; "); len(r.Wrong) > 1 || (text == "") != (row.want == "") ||
			!strings.Contains(text, row.want) {
			t.Errorf("%s: wrong are %q, want %q", row.name, r.Wrong, row.want)
		}
	}
}

// A witness names a step with all of its arguments, or with the last ones left away.
func TestIsStep(t *testing.T) {
	for witness, want := range map[string]bool{
		"DeliverPing 0→1 {N:1}": true, "DeliverPing 0→1": true, "DeliverPing": true,
		"DeliverPin": false, "DeliverPing 0→": false, "DeliverPing 0→1 {N:1} x": false, "Ping": false,
	} {
		if isStep("DeliverPing 0→1 {N:1}", witness) != want {
			t.Errorf("%q: want %t", witness, want)
		}
	}
	if !isStep("Pick at 0, {1}", "Pick at 0") {
		t.Error("what follows a comma may be left away too")
	}
}

// What met nothing is left out of a plan, and nothing else.
func TestMet(t *testing.T) {
	plan := faults.Plan{
		Pins: []faults.Pin{{Kind: &faults.InputPin{Node: 4}}, {Kind: &faults.InputPin{Node: 5}}},
	}
	for node := range spec.NodeID(3) {
		plan.Faults = append(plan.Faults, faults.Fault{Kind: &faults.Pause{Node: node + 1}})
	}
	for _, row := range []struct {
		unmatched []string
		want      []int
	}{
		{nil, []int{1, 2, 3, 4, 5}},
		{[]string{"faults[1]"}, []int{1, 3, 4, 5}},
		{[]string{"pins[0]"}, []int{1, 2, 3, 5}},
		{[]string{"faults[0]", "faults[2]", "pins[1]"}, []int{2, 4}},
	} {
		less := met(plan, world.Report{Unmatched: row.unmatched})
		var got []int
		for _, f := range less.Faults {
			got = append(got, int(f.Kind.(*faults.Pause).Node))
		}
		for _, p := range less.Pins {
			got = append(got, int(p.Kind.(*faults.InputPin).Node))
		}
		if !slices.Equal(got, row.want) || len(plan.Faults) != 3 || len(plan.Pins) != 2 {
			t.Errorf("without %q: %v, want %v", row.unmatched, got, row.want)
		}
	}
}

// A result counts each run where it belongs, and what it has seen; a witness that no run of these
// fields can be one of is not demanded.
func TestResultCounts(t *testing.T) {
	p := Harness{
		Witnesses: []string{"Elected", "Crashed", "Flew"},
		Unreachable: func(fixed map[string]json.RawMessage) []string {
			if fixed["crash"] != nil {
				return []string{"Crashed"}
			}
			return nil
		},
	}
	r := newResult(p, Options{Runs: 5})
	outcomes := []Outcome{
		found(nil), found([]string{"S1"}), found([]string{"S1"}, Violation{Property: "Q", Needs: []string{"S1"}}),
		found(nil, Violation{Property: "P"}), found([]string{"S2"}, Violation{Property: "Q", Needs: []string{"S1"}}),
	}
	outcomes[0].Seen, outcomes[4].Seen = []string{"Elected"}, []string{"Elected", "Flew"}
	for _, o := range outcomes {
		o.Report = world.Report{Events: 3, Delivered: 2, Digest: "x", Happened: map[string]int{"loss": 7}}
		if v, failed := o.Failed(); failed {
			r.Failed[v.Property]++
		}
		r.add(o)
		r.Run++
	}
	if r.Passed() != 2 || r.Outside != 1 || r.Failed["P"] != 1 || r.Failed["Q"] != 1 || r.Broken["S1"] != 2 ||
		r.Broken["S2"] != 1 || r.Seen["Elected"] != 2 || r.Faults["loss"] != 5 || r.Events != 15 || r.Delivered != 10 {
		t.Errorf("%d passed: %+v", r.Passed(), r)
	}
	if got := r.Unseen(p); !slices.Equal(got, []string{"Crashed"}) {
		t.Errorf("unseen are %q", got)
	}
	r.Fixed = map[string]json.RawMessage{"crash": json.RawMessage("0")}
	if got := r.Unseen(p); len(got) > 0 {
		t.Errorf("unseen are %q where nobody can crash", got)
	}
	if len(p.Witnesses) != 3 {
		t.Errorf("what is demanded has changed: %q", p.Witnesses)
	}
	p.Unreachable = nil
	if got := r.Unseen(p); !slices.Equal(got, []string{"Crashed"}) {
		t.Errorf("unseen are %q where nothing is said to be unreachable", got)
	}
}

// A book notes each property once, at its first failure, and each witness and each broken assumption once, these in the
// protocol's order.
func TestBook(t *testing.T) {
	var b Book
	b.Fail("P", "first", 1, []string{"S1"})
	b.Fail("Q", "another", 2, nil)
	b.Fail("P", "second", 3, nil)
	b.Saw("Elected")
	b.Saw("Crashed")
	b.Saw("Elected")
	b.Broke("S4")
	b.Broke("S2")
	b.Broke("S4")
	f := b.Finding([]string{"S1", "S2", "S3", "S4"}, nil)
	if len(f.Violations) != 2 || f.Violations[0].Why != "first" || f.Violations[0].Needs[0] != "S1" ||
		f.Violations[1].Property != "Q" || !slices.Equal(f.Seen, []string{"Elected", "Crashed"}) ||
		!slices.Equal(f.Broken, []string{"S2", "S4"}) {
		t.Errorf("%+v", f)
	}
	if !b.Failed("P") || !b.Failed("Q") || b.Failed("R") {
		t.Error("what has failed is not what was noted")
	}
}

// Of several properties that fail the one is meant that the plan speaks of, if it is not excused; else the
// first that counts.
func TestWhichFailureIsMeant(t *testing.T) {
	o := found([]string{"S1"}, Violation{Property: "X", Needs: []string{"S1"}}, Violation{Property: "P"},
		Violation{Property: "Q"})
	for why, want := range map[string]string{
		"run 3, shrunk: Q fails": "Q", "run 3, shrunk: P fails": "P", "something": "P",
		"X fails": "P", "R fails": "P", "Q holds": "P",
	} {
		if got := o.meant(why); got != want {
			t.Errorf("%q means %q, want %q", why, got, want)
		}
	}
	if got := found([]string{"S1"}, o.Violations[0]).meant("X fails"); got != "" {
		t.Errorf("what is excused is meant: %q", got)
	}
}

// The assumptions that excuse are told once each, sorted.
func TestOutsideIsSorted(t *testing.T) {
	r := Replayed{Outcome: found([]string{"S1", "S2", "S3"}, Violation{Property: "P", Needs: []string{"S2", "S4"}},
		Violation{Property: "Q", Needs: []string{"S2", "S1"}})}
	if got := r.outside(); !slices.Equal(got, []string{"S1", "S2"}) {
		t.Errorf("outside of %q", got)
	}
}

// The digest of a result is that of its runs in their order.
func TestDigestOfRuns(t *testing.T) {
	of := func(digests ...string) string {
		r := newResult(Harness{}, Options{})
		for _, d := range digests {
			r.add(Outcome{Report: world.Report{Digest: d}})
		}
		return r.Digest
	}
	ab := of("a", "b")
	if ab != of("a", "b") || ab == of("b", "a") || ab == of("a") || ab == of("b") {
		t.Error("the digest is not of all runs, or not of their order")
	}
}
