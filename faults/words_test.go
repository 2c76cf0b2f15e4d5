package faults_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// What each kind says of itself, in the order of everyFault and everyPin.
func TestWords(t *testing.T) {
	p := everyKind(t)
	var got []string
	for _, f := range p.Faults {
		got = append(got, f.Words())
	}
	for _, pin := range p.Pins {
		got = append(got, pin.Words())
	}
	want := []string{
		"process 1 crashes at 2ms, and is down for 2ms",
		"process 1 crashes inside the 3rd DeliverPing from 0 at 1, after 1 of its effects, " +
			"and is down for 2ms",
		"process 1 crashes again and again from 2ms on, for ever: it is down for 2ms to 2ms and up for 2ms to 2ms",
		"T of process 1 fires 2ms after it was set, the 1st time that it is",
		"the 2nd Ping from 0 to 1 is lost, 2ms after it was sent",
		"the 2nd Ping from 0 to 1 gets a second one, 2ms after it was sent, which takes 2ms",
		"the 2nd Ping from 0 to 1 takes 2ms longer, and later ones may overtake it",
		"{0} and {1,2} cut off from all others from 2ms until 2ms; " +
			"what is sent across then is lost, if it is no multicast",
		"{0} cut off from {1} in this direction from 2ms until 2ms; " +
			"what is sent across then is lost, if it is no multicast",
		"process 1 does nothing from 2ms until 2ms",
		"the clock of process 1 is off by -2ms from the beginning",
		"the clock of process 1 jumps by 2ms at 2ms",
		"the clock of process 1 is 500 ppm slow from 2ms on until 2ms",
		"the clock of process 1 is up to 500 ppm fast or slow, anew every 2ms from 2ms on until 2ms",
		"the 2nd Ping from 0 to 1 is held until the 3rd DeliverPing from 0 at 1",
		"the 2nd Ping from 0 to 1 takes 2ms",
		"process 1 picks {0} the 1st time that it picks",
		"the 1st <&> at 1 comes 2ms after it may",
		"T of process 1 fires 2ms after it was set, the 1st time that it is",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("words (-want +got):\n%s", d)
	}
	if none := (faults.Fault{}).Words() + (faults.Pin{}).Words(); none != "" {
		t.Errorf("of no kind there are the words %q", none)
	}
	again := faults.MessageRef{Kind: "Ping", From: 2, To: 0, Nth: 11, Again: 22}
	if got := again.Words(); got != "the 22nd copy made of the 11th Ping from 2 to 0" {
		t.Errorf("a copy of a copy is %q", got)
	}
	if got := (faults.Rates{Loss: 3, CrashIn: 2, MaxCrashes: 1, Down: faultstest.Ms}).Words(); len(got) != 2 {
		t.Errorf("two rates are said as %q", got)
	}
}

// Faults that last say where and when.
func TestSpans(t *testing.T) {
	begin, end := 2*faultstest.Ms, 5*faultstest.Ms
	for _, c := range []struct {
		k    faults.Kind
		want []faults.Span
	}{
		{&faults.Crash{Node: 1, At: &begin, Down: &end}, nil},
		{&faults.Pause{Node: 1, Begin: begin, End: end}, []faults.Span{
			{Node: 1, Begin: begin, End: end, Text: "paused"},
		}},
		{&faults.Partition{Groups: []spec.Set{{2}}, Begin: begin, End: end}, []faults.Span{
			{Node: 2, Begin: begin, End: end, Text: "reaches {2}"},
			{Node: 0, Begin: begin, End: end, Text: "reaches {0,1}"},
			{Node: 1, Begin: begin, End: end, Text: "reaches {0,1}"},
		}},
		{&faults.OneWay{From: spec.Set{0}, To: spec.Set{1, 2}, Begin: begin, End: end}, []faults.Span{
			{Node: 0, Begin: begin, End: end, Text: "does not reach {1,2}"},
			{Node: 1, Begin: begin, End: end, Text: "does not hear {0}"},
			{Node: 2, Begin: begin, End: end, Text: "does not hear {0}"},
		}},
		{&faults.Offset{Node: 1, By: 3}, []faults.Span{{Node: 1, End: faults.Forever, Text: "clock off by 3ns"}}},
		{&faults.Rate{Node: 1, PPM: 7, Begin: begin}, []faults.Span{
			{Node: 1, Begin: begin, End: faults.Forever, Text: "clock 7 ppm fast"},
		}},
		{&faults.Drift{Node: 1, Within: 7, End: &end}, []faults.Span{{Node: 1, End: end, Text: "clock within 7 ppm"}}},
	} {
		if d := cmp.Diff(c.want, faults.Fault{Kind: c.k}.Spans(3)); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.k.Name(), d)
		}
	}
	if !(faults.Fault{Kind: new(faults.Duplicate)}).Doubles() || (faults.Fault{Kind: new(faults.Loss)}).Doubles() {
		t.Error("a duplicate makes a second copy, and a loss does not")
	}
}
