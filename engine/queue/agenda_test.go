package queue

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func spansOf(list []*entry) (all []span) {
	for _, e := range list {
		all = append(all, e.span)
	}
	return all
}

// The spans that an earlier coordinator has left stay, what lies between them is offered, and what overlaps is useless.
func TestAgendaBegin(t *testing.T) {
	a := newAgenda(250, 1000)
	offered := map[span]bool{{100, 100}: true, {200, 100}: true, {400, 200}: true, {500, 100}: true, {900, 200}: true}
	useless := a.begin(offered, map[span]bool{{600, 100}: true})
	if want := []span{{100, 100}, {500, 100}, {900, 200}}; !cmp.Equal(useless, want, cmp.AllowUnexported(span{})) {
		t.Errorf("useless: %v, want %v", useless, want)
	}
	a.extend()
	want := []span{{200, 100}, {300, 100}, {400, 200}, {600, 100}, {700, 100}, {800, 100}, {900, 100}}
	if got := spansOf(a.list); !cmp.Equal(got, want, cmp.AllowUnexported(span{})) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := a.take(), []span{{300, 100}, {700, 100}, {800, 100}, {900, 100}}; !slices.Equal(got, want) {
		t.Errorf("offered: %v, want %v", got, want)
	}
	if again := a.take(); len(again) > 0 {
		t.Errorf("offered again: %v", again)
	}
}

// Spans are without a gap, end where blocks do, and are at most as many as the window, merged ones not counted.
func TestAgendaExtends(t *testing.T) {
	a := newAgenda(0, 100_000)
	a.window = 5
	for merged := range 40 {
		for _, s := range a.take() {
			a.published(s)
			a.note(s, stored{sequence: uint64(s.first + 1), bytes: 10}, 0.01)
			a.window = 5
		}
		a.merged = merged * 130
		if merged%10 == 0 {
			a.forget(a.merged)
		}
		next := a.list[0].first
		for _, e := range a.list {
			if e.first != next || e.end()%smallest != 0 {
				t.Fatalf("%v in %v", e.span, spansOf(a.list))
			}
			next = e.end()
		}
		if open := len(a.list) - a.over(); open > 5 {
			t.Fatalf("%d are open", open)
		}
	}
	if a.size != largest {
		t.Errorf("%d runs in a span", a.size)
	}
}

// A result counts once.
func TestAgendaNotes(t *testing.T) {
	a := newAgenda(0, 1000)
	s := a.take()[0]
	if !a.wants(s) {
		t.Errorf("%v is on offer, but its result is not wanted", s)
	}
	if never := (span{5000, 100}); a.wants(never) {
		t.Errorf("%v was never on offer, but its result is wanted", never)
	}
	for _, c := range []struct {
		of       span
		sequence uint64
		want     coming
	}{{s, 1, cameFirst}, {s, 1, cameFirst}, {s, 2, cameTwice}, {span{5000, 100}, 3, cameLate}} {
		if got, _ := a.note(c.of, stored{sequence: c.sequence}, 1); got != c.want {
			t.Errorf("%v, number %d: %v, want %v", c.of, c.sequence, got, c.want)
		}
	}
	if a.wants(s) {
		t.Errorf("the result of %v is there, and wanted again", s)
	}
	next := a.list[1].span
	if !a.wants(next) {
		t.Errorf("%v is on offer, but its result is not wanted", next)
	}
	if a.merged = next.end(); a.wants(next) {
		t.Errorf("%v is merged, but its result is wanted", next)
	}
	a.merged = 0
	if a.ended() != 100 || a.outstanding() != 0 {
		t.Errorf("%d ended, %d outstanding", a.ended(), a.outstanding())
	}
}

// A span is absent if it was offered before the look and is not on the server.
func TestAgendaAbsent(t *testing.T) {
	a := newAgenda(0, 300)
	all := a.take()
	a.published(all[0])
	a.published(all[1])
	a.looks = 1
	a.published(all[2])
	if n := a.absent(1, map[span]bool{all[0]: true}, nil); n != 1 {
		t.Errorf("%d are absent, want 1", n)
	}
	if again := a.take(); !slices.Equal(again, all[1:2]) {
		t.Errorf("%v again, want %v", again, all[1:2])
	}
	if !a.unheard(map[span]bool{all[0]: true}) || a.unheard(map[span]bool{{700, 100}: true}) {
		t.Error("unheard")
	}
}

// The farthest results are dropped, never that which is merged next, and the offers behind them are withdrawn.
func TestAgendaShorten(t *testing.T) {
	a := newAgenda(0, 1000)
	for i, s := range a.take() {
		a.published(s)
		if s.first != 300 && s.first != 800 {
			a.note(s, stored{sequence: uint64(i + 1), bytes: 100}, 0)
		}
	}
	dropped, withdrawn := a.shorten(350, 0)
	if len(dropped) != 5 || dropped[0].first != 400 || a.window != 4 {
		t.Errorf("%d dropped, window %d", len(dropped), a.window)
	}
	if len(withdrawn) != 1 || withdrawn[0].first != 800 || a.outstanding() != 1 {
		t.Errorf("withdrawn: %v, %d outstanding", withdrawn, a.outstanding())
	}
	dropped, withdrawn = a.shorten(0, 0)
	if len(dropped) != 2 || len(withdrawn) != 1 || a.window != 1 || a.list[0].sequence == 0 {
		t.Errorf("%d dropped, %d withdrawn, window %d", len(dropped), len(withdrawn), a.window)
	}
	if again := a.take(); len(again) > 0 {
		t.Errorf("%v are offered again when there is no room", again)
	}
	a.note(span{300, 100}, stored{sequence: 20}, 0.1)
	if a.window != 1 {
		t.Errorf("a far result makes the window %d", a.window)
	}
	a.merged = 100
	a.forget(100)
	if again := a.take(); len(again) != 1 || again[0].first != 100 {
		t.Errorf("%v are offered again", again)
	}
	a.note(span{100, 100}, stored{sequence: 21}, 0.1)
	if a.window != 2 {
		t.Errorf("the next result makes the window %d", a.window)
	}
}

// A subject ends with a span, or is none.
func TestSpanOf(t *testing.T) {
	s := span{300, 100}
	if got, is := spanOf((&board{id: "x"}).done(s)); !is || got != s {
		t.Error(got, is)
	}
	for _, subject := range []string{"", "a", "a.b", "a.1.x", "a.-1.5", "a.1.0", "a.1.-5", "a.99999999999999999999.1"} {
		if s, is := spanOf(subject); is {
			t.Errorf("%q: %v", subject, s)
		}
	}
}
