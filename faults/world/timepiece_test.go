package world_test

import (
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// tickers is a group in which process 0, once it is kicked, notes what its clock reads, ten
// times, 10 ms of it apart.
func tickers(readings *[]time.Duration) network.Cluster {
	c := faultstest.Scene(spec.CrashStop)
	c.Reads, c.Clocks = true, spec.NewSet("T")
	c.New = func(id spec.NodeID) impl.Node { return &ticker{id: id, readings: readings} }
	c.Inputs = func(at spec.NodeID, state any, _ spec.Set) []spec.Body {
		if at == 0 && state.(*faultstest.TalkerState).N == 0 {
			return []spec.Body{faultstest.Kick{}}
		}
		return nil
	}
	return c
}

type ticker struct {
	id       spec.NodeID
	state    faultstest.TalkerState
	readings *[]time.Duration
}

func (n *ticker) State() any { return &n.state }

func (n *ticker) Step(ev impl.Event, out *impl.Effects) {
	*n.readings = append(*n.readings, ev.Now)
	if n.state.N++; n.state.N <= 3 {
		out.SetTimer("T", 10*time.Millisecond)
	}
}

// What clock faults do to what a process reads and to its timers. It is kicked after 1 ms.
func TestClockFaults(t *testing.T) {
	const exact = "1ms 11ms 21ms 31ms"
	for _, c := range []struct{ fault, times, readings, unmet string }{
		{``, exact, exact, ""},
		{`"offset": {"node": 0, "by": "5ms"}`, exact, "6ms 16ms 26ms 36ms", ""},
		{`"offset": {"node": 0, "by": "-5ms"}`, exact, "-4ms 6ms 16ms 26ms", ""},
		{`"offset": {"node": 1, "by": "5ms"}`, exact, exact, "faults[0]"},
		{`"jump": {"node": 0, "at": "11ms", "by": "-5ms"}`, exact, "1ms 6ms 16ms 26ms", ""},
		{`"jump": {"node": 0, "at": "12ms", "by": "1h"}`, exact, "1ms 11ms 1h0m0.021s 1h0m0.031s", ""},
		{`"jump": {"node": 0, "at": "35ms", "by": "1h"}`, exact, exact, "faults[0]"},
		{ // 10 ms of it are 9.900990… ms, a microsecond is the finest
			`"rate": {"node": 0, "ppm": 10000}`, "1ms 10.901ms 20.802ms 30.703ms",
			"1.01ms 11.01001ms 21.01002ms 31.01003ms", "",
		},
		{
			`"rate": {"node": 0, "ppm": -500000}`, "1ms 21ms 41ms 61ms", "500µs 10.5ms 20.5ms 30.5ms", "",
		},
		{ // half of the second timer, and what is lost stays lost
			`"rate": {"node": 0, "ppm": -500000, "begin": "16ms", "end": "18ms"}`, "1ms 11ms 22ms 32ms",
			"1ms 11ms 21ms 31ms", "",
		},
		{
			`"rate": {"node": 0, "ppm": 500000}}, {"rate": {"node": 0, "ppm": -500000}`, exact, exact, "",
		},
		{ // together no more than one may be
			`"rate": {"node": 0, "ppm": -500000}}, {"rate": {"node": 0, "ppm": -500000}`,
			"1ms 21ms 41ms 61ms", "500µs 10.5ms 20.5ms 30.5ms", "",
		},
	} {
		more := ""
		if c.fault != "" {
			more = `"stop": "40ms", "faults": [{` + c.fault + `}]`
		}
		p := faultstest.ScenePlan(t, more)
		p.Settle = 80 * faultstest.Ms
		var readings []time.Duration
		var times []string
		report := faultstest.MustRun(t, tickers(&readings), p, watch(func(w *world.World, e *world.Event) {
			if e.Whole {
				times = append(times, e.At.String())
				if w.Reading(0) != e.Now || e.Now != faults.Time(readings[len(readings)-1]) {
					t.Errorf("%s: the observer sees %s and %s", c.fault, w.Reading(0), e.Now)
				}
			}
		}))
		var read []string
		for _, r := range readings {
			read = append(read, r.String())
		}
		got := [3]string{strings.Join(times, " "), strings.Join(read, " "), strings.Join(report.Unmatched, " ")}
		if d := cmp.Diff([3]string{c.times, c.readings, c.unmet}, got); d != "" {
			t.Errorf("%s: %s", c.fault, d)
		}
	}
}

type watch func(*world.World, *world.Event)

func (o watch) Observe(w *world.World, e *world.Event) { o(w, e) }

// Nothing is lost to rounding, and nothing overflows, in runs of two days with a drift that has
// another rate each second; and When is the inverse of Reading.
func TestClocksOfADay(t *testing.T) {
	const day = faults.Time(24 * time.Hour)
	for _, within := range []int{1, 333_333, faults.MostPPM} {
		pace := faults.Pace{End: faults.Forever, PPM: within, Every: faults.Time(1_000_003 * time.Microsecond), Seed: 9}
		distinct, sum := map[int]bool{}, new(big.Int) // of the reading, in millionths of a nanosecond
		for at, until := faults.Time(0), faults.Time(0); at < day; at = until {
			ppm := 0
			if ppm, until = pace.At(at); until != at+pace.Every || max(ppm, -ppm) > within {
				t.Fatalf("%d from %s until %s", ppm, at, until)
			}
			distinct[ppm] = true
			gone := big.NewInt(int64(min(until, day) - at))
			sum.Add(sum, gone.Mul(gone, big.NewInt(1_000_000+int64(ppm))))
		}
		if distinct := len(distinct); distinct < min(3, 2*within) {
			t.Errorf("%d rates within %d", distinct, within)
		}
		want := faults.Time(sum.Quo(sum, big.NewInt(1_000_000)).Int64())
		p := faultstest.ScenePlan(t, "")
		p.Stop, p.Settle = day, day
		p.Faults = []faults.Fault{{Kind: &faults.Drift{Node: 0, Within: within, Every: pace.Every, Seed: pace.Seed}}}
		met := false
		faultstest.MustRun(t, faultstest.Scene(spec.CrashStop), p, watch(func(w *world.World, e *world.Event) {
			if e.Action.Name != world.FaultsStop {
				return
			}
			met = true
			reading := w.Reading(0)
			if reading != want {
				t.Errorf("within %d: reads %s after a day, want %s", within, reading, want)
			}
			if s := w.Skew(0); s.Jumped || s.Slowest < -within || s.Fastest > within || s.Slowest >= s.Fastest {
				t.Errorf("within %d: %+v", within, s)
			}
			if at := w.When(0, reading); at != day {
				t.Errorf("it reads %s at %s, and now", reading, at)
			}
			if at := w.When(0, reading+faults.Time(12*time.Hour)); at <= day || at >= 2*day {
				t.Errorf("within %d: in twelve hours of it, it is %s", within, at)
			}
			if at := w.When(0, faults.Forever); at != faults.Forever {
				t.Errorf("it reads for ever at %s", at)
			}
		}))
		if !met {
			t.Error("the faults did not stop")
		}
	}
}

// When says the first time at which a clock reads something: not a nanosecond earlier it does.
func TestWhenIsTheFirstTime(t *testing.T) {
	p := faultstest.ScenePlan(t, `"stop": "1s", "faults": [
		{"offset": {"node": 0, "by": "-7ms"}}, {"rate": {"node": 0, "ppm": 123456}},
		{"drift": {"node": 0, "within": 300000, "every": "3ms", "seed": 1}},
		{"jump": {"node": 0, "at": "500ms", "by": "20ms"}}, {"jump": {"node": 0, "at": "700ms", "by": "-20ms"}}]`)
	type asked struct{ reads, at faults.Time }
	var all []asked
	readings := map[faults.Time]faults.Time{}
	// Each time that When names becomes a crash of somebody else, at which the clock is read.
	for pass := range 2 {
		for _, a := range all {
			for _, at := range []faults.Time{a.at - 1, a.at} {
				p.Faults = append(p.Faults, faults.Fault{Kind: &faults.Pause{Node: 2, Begin: at, End: at + 1}})
			}
		}
		faultstest.MustRun(t, faultstest.Scene(spec.CrashStop), p, watch(func(w *world.World, e *world.Event) {
			readings[e.At] = w.Reading(0)
			for i := range 40 {
				if reads := faults.Time(i) * 25 * faultstest.Ms; pass == 0 && len(all) < 40 {
					all = append(all, asked{reads, w.When(0, reads)})
				}
			}
		}))
	}
	checked := 0
	for _, a := range all {
		if a.at < faults.Time(time.Second) && a.at > faultstest.Ms {
			checked++
			before, at := readings[a.at-1], readings[a.at]
			if before >= a.reads || at < a.reads {
				t.Errorf("it reads %s first at %s, where it reads %s, and %s before", a.reads, a.at, at, before)
			}
		}
	}
	if checked < 20 {
		t.Errorf("%d times were checked", checked)
	}
}

// A clock that nobody speaks of is exact, whatever others do, and a plan without faults of
// clocks has the digest that it had before there were any.
func TestExactClocks(t *testing.T) {
	p := faultstest.ScenePlan(t, `"faults": [{"rate": {"node": 1, "ppm": 1000}}]`)
	faultstest.MustRun(t, faultstest.Scene(spec.CrashStop), p, watch(func(w *world.World, e *world.Event) {
		exact := w.Skew(0) == world.Skew{} && w.When(0, 0) == e.At
		if e.Action.At == 0 && (e.Now != e.At || e.Line().Now != "") || !exact {
			t.Errorf("%s: reads %s, %+v", e.At, e.Now, w.Skew(0))
		}
		if e.Action.At == 1 && (e.Now == e.At || e.Line().Now != e.Now.String()) {
			t.Errorf("%s at 1: reads %s", e.At, e.Now)
		}
	}))
}

// Another reading is another run, also where nothing comes of it.
func TestReadingsAreInTheDigest(t *testing.T) {
	p := faultstest.ScenePlan(t, `"faults": [{"offset": {"node": 0, "by": "1ms"}}]`)
	with := faultstest.MustRun(t, faultstest.Scene(spec.CrashStop), p)
	p.Faults = nil
	if without := faultstest.MustRun(t, faultstest.Scene(spec.CrashStop), p); with.Digest == without.Digest {
		t.Error("an offset is not in the digest")
	}
}
