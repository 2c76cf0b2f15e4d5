package paper

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/polling"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/polling"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// server returns which of the requests that are made at these milliseconds are accepted.
type server func(cfg words.Config, at []int) []bool

func implemented(cfg words.Config, at []int) []bool {
	var accepted []bool
	n := implementation.New(cfg.Provider(), cfg)
	for _, t := range at {
		now := spec.Milliseconds(t)
		n.Step(impl.Event{Kind: impl.Delivered, Body: words.Request{Slot: now}, Now: now}, impl.NewEffects(nil))
		window := n.State().(*implementation.State).Window
		accepted = append(accepted, window[len(window)-1].Accepted)
	}
	return accepted
}

func specified(cfg words.Config, at []int) []bool {
	var accepted []bool
	l, handle := specification.Local{}, specification.Handlers(cfg).HandleAt
	for _, t := range at {
		now := spec.Milliseconds(t)
		l = handle(now, l, nil, spec.Action{
			Name: spec.Deliver(words.KindRequest), At: cfg.Provider(),
			Msg: spec.Message{Body: words.Request{Slot: now}},
		})[0].Local
		accepted = append(accepted, l.Arrivals[len(l.Arrivals)-1].Accepted)
	}
	return accepted
}

// rule is the rule by which a provider accepts requests, in both columns.
type rule struct {
	printed bool
	columns []server
}

func asPrinted() rule { return rule{true, []server{implemented, specified}} }
func repaired() rule  { return rule{false, []server{implemented, specified}} }

// most returns the most accepted requests in a window that ends with a request.
func most(cfg words.Config, at []int, accepted []bool) int {
	largest := 0
	for i, t := range at {
		n := 0
		for k := range i + 1 {
			if age := t - at[k]; accepted[k] && (age < cfg.Window || cfg.Closed && age == cfg.Window) {
				n++
			}
		}
		largest = max(largest, n)
	}
	return largest
}

// worst returns the most requests in a window, over all traces in a number of ticks. The columns must agree.
func (r rule) worst(slot, window, ticks int, closed bool) (int, error) {
	cfg := team(1, slot, window)
	cfg.Printed, cfg.Closed = r.printed, closed
	by := make([]int, len(r.columns))
	err := subsets(ticks, func(at []int) error {
		for i, serve := range r.columns {
			by[i] = max(by[i], most(cfg, at, serve(cfg, at)))
		}
		return nil
	})
	for _, n := range by {
		if n != by[0] {
			return 0, fmt.Errorf("1/R = %d, T = %d: the columns differ, %v", slot, window, by)
		}
	}
	return by[0], err
}

// example has R and T as the facts sheet has them, and 1/R and T in ticks.
type example struct {
	name         string
	slot, window int
}

func examples() []example {
	return []example{
		{"R=1, T=2", 1, 2}, {"R=2, T=1.25", 2, 5}, {"R=0.5, T=1", 2, 1}, {"R=3, T=0.5", 2, 3},
	}
}

// checkFractions is B-02 if RT is not whole: RT rounded up requests are accepted.
func checkFractions(r rule) (string, error) {
	return r.bounded(func(slot, window int) bool { return window%slot > 0 }, ceiling, "RT rounded up", examples()[1:])
}

// checkWhole is B-02 if RT is whole.
func checkWhole(r rule) (string, error) {
	return r.bounded(func(slot, window int) bool { return window%slot == 0 }, floor, "RT", examples()[:1])
}

// checkRepaired is the rule that counts the request itself: N+1 <= RT.
func checkRepaired(r rule) (string, error) {
	return r.bounded(func(int, int) bool { return true }, floor, "RT rounded down", examples())
}

// bounded checks of all R and T for which such is true that the accepted requests in a window reach the bound, and
// never exceed it.
func (r rule) bounded(
	such func(slot, window int) bool, bound func(window, slot int) int, is string, shown []example,
) (string, error) {
	const ticks = 8
	limits := 0
	for slot := 1; slot <= 4; slot++ {
		for window := 1; window <= 6; window++ {
			if !such(slot, window) {
				continue
			}
			for _, closed := range []bool{true, false} {
				limits++
				n, err := r.worst(slot, window, ticks, closed)
				if err != nil {
					return "", err
				}
				if want := bound(window, slot); n != want {
					return "", fmt.Errorf("1/R = %d, T = %d, closed %t: %d are accepted, it must be %d", slot, window,
						closed, n, want)
				}
			}
		}
	}
	var found []string
	for _, e := range shown {
		n, err := r.worst(e.slot, e.window, ticks, true)
		if err != nil {
			return "", err
		}
		found = append(found, fmt.Sprintf("%s: %d of %s", e.name, n, ratio(e.window, e.slot)))
	}
	return fmt.Sprintf("over all traces of %d ticks, for each of %d limits, a window has at most %s, and has that; %s",
		ticks, limits, is, claims.Listed(found, func(s string) string { return s })), nil
}

// checkDrawnAcceptance is B-02 for rates of up to 1,000 a second and windows of up to an hour.
func checkDrawnAcceptance(r rule) (string, error) {
	const drawn, requests = 400, 150
	full := 0
	for i := range uint64(drawn) {
		key := draw.New(2).With(i)
		slot := int(key.With(0).Between(1, []int64{1, 10, 1000, 60_000}[key.With(1).Below(4)]))
		cfg := team(1, slot, min(3_600_000, slot*int(key.With(2).Between(1, 100))+int(key.With(3).Below(uint64(slot)))))
		cfg.Printed, cfg.Closed = r.printed, key.With(4).Hits(500)
		at, t := make([]int, requests), int(key.With(5).Below(1_000_000_000))
		for k := range at {
			t += int(key.With(6).With(uint64(k)).Between(1, 2*int64(slot)))
			at[k] = t
		}
		for column, serve := range r.columns {
			n := most(cfg, at, serve(cfg, at))
			switch allowed := floor(cfg.Window, slot); {
			case n > allowed:
				return "", fmt.Errorf("trace %d: column %d accepts %d, and RT is %s", i, column, n,
					ratio(cfg.Window, slot))
			case n == allowed && column == 0:
				full++
			}
		}
	}
	if full < drawn/4 {
		return "", fmt.Errorf("%d windows of %d are full", full, drawn)
	}
	return fmt.Sprintf("in %d drawn traces of %d requests, with up to 1,000 a second and windows of up to an hour, no "+
		"window has more accepted than RT, and in %d one is full", drawn, requests, full), nil
}

// client makes a request each time every milliseconds have passed.
type client struct{ every, slot, window, requests int }

// checkLockOut is b4: N counts all requests, as (2) has it, or the accepted ones.
func checkLockOut(c client) (string, error) {
	var at []int
	for i := range c.requests {
		at = append(at, (i+1)*c.every)
	}
	var accepted [2]int
	for i, attempts := range []bool{true, false} {
		cfg := team(1, c.slot, c.window)
		cfg.Attempts = attempts
		for _, serve := range repaired().columns {
			accepted[i] = 0
			for _, is := range serve(cfg, at) {
				if is {
					accepted[i]++
				}
			}
		}
	}
	if accepted[0] != floor(c.window, c.slot) || accepted[1] <= accepted[0] {
		return "", fmt.Errorf("%d are accepted if all are counted, and %d else", accepted[0], accepted[1])
	}
	cfg := team(1, c.slot, c.window)
	made := make([]bool, len(at))
	for i := range made {
		made[i] = true
	}
	return fmt.Sprintf("a client that asks every %d ms with RT = %d makes %d requests in a window; %d of %d are "+
		"accepted if N counts refused requests, too, and %d if it does not", c.every, floor(c.window, c.slot),
		most(cfg, at, made), accepted[0], c.requests, accepted[1]), nil
}
