package paper

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// In the paper's network a copy takes 0.1 and on average 0.2 more, and the requests of a round of ALL
// depart 0.1 apart: that of eight takes 0.6 up to the last one, and an exchange.
func TestNetworkOfThePaper(t *testing.T) {
	s := scene{of: all(), cfg: configured(8), rounds: 1}.onPaper(1)
	o, err := s.watched(t.Context(), roundsEnded)
	if err != nil {
		t.Fatal(err)
	}
	if least, most := 800*millisecond, 4*second; o.ended.last < least || o.ended.last > most || o.given > 0 {
		t.Errorf("the round ends after %s, at least %s, and %d tests were given up", o.ended.last, least, o.given)
	}
	const draws = 20_000
	total := faults.Time(0)
	for seed := range uint64(draws) {
		total += s.delay.Draw(draw.New(seed))
	}
	if mean := total / draws; mean < 297*millisecond || mean > 303*millisecond {
		t.Errorf("a copy takes %s on average, it must be about 300ms", mean)
	}
}

// Where one process has not got there in time that is said.
func TestWhoDoesNotGetThere(t *testing.T) {
	s := scene{of: ring(), cfg: configured(8), rounds: 2}.onPaper(1).crashed(0, 0)
	_, err := s.watched(t.Context(), detected)
	if err == nil || !strings.Contains(err.Error(), "after 2 intervals") {
		t.Errorf("%v", err)
	}
}

// Of samples there are the mean and the round of the latest, and of none nothing.
func TestSamples(t *testing.T) {
	s := sampled{times: []faults.Time{second, 99 * second, 100 * second, 250 * second}}
	if got := s.mostRounds(); got != 3 {
		t.Errorf("the latest comes in round %d, it is 3", got)
	}
	if got, _ := s.mean().Number(); got.Cmp(big.NewRat(1125, 10)) != 0 {
		t.Errorf("the mean is %s", got)
	}
	if got := (sampled{}).mean(); got.Kind != reproduce.KindNone {
		t.Errorf("of nothing there is %v", got)
	}
}

// With one unstable process the penalty saves eight failures of eleven, and with two, of which each
// takes over from the other, eight of 32 (VC-22, Y3). Who is back before anybody has noticed costs
// as many failures as who is missed.
func TestRivalries(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for a second what TestExperiments measures; make test runs it")
	}
	for _, e := range small() {
		if e.ID != "unstable" {
			continue
		}
		var got []string
		for _, row := range protocoltest.Measured(t, "vcube", e).Rows {
			got = append(got, fmt.Sprint(row[4].Value, "/", row[5].Value, "/", row[7].Value))
		}
		want := []string{"3/1/1", "11/0/1", "24/1/2", "32/0/2", "3/1/1", "11/0/1", "24/1/2", "32/0/2"}
		if !slices.Equal(got, want) {
			t.Errorf("failures/penalties/leader are %q, they must be %q", got, want)
		}
	}
}

// p0 comes up between its failures, whatever is drawn.
func TestShakyFailsOnceInAnInterval(t *testing.T) {
	for seed := range uint64(200) {
		s := shaky(true, true, seed)
		plan := s.plan()
		if _, err := plan.Check(8, spec.MessagesVanish); err != nil {
			t.Fatal(err)
		}
		for n, f := range s.faults {
			crash := f.Kind.(*faults.Crash)
			begin := begins + faults.Time(n)*s.interval()
			if *crash.At <= begin || *crash.Down < millisecond || *crash.At+*crash.Down >= begin+s.interval() {
				t.Fatalf("seed %d: failure %d is at %s for %s", seed, n, crash.At, crash.Down)
			}
		}
	}
}
