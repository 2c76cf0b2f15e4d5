package paper

import (
	"fmt"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// mostAsText is the most workers that sort ids as text: sorting text takes long.
const mostAsText = 64

// checkOwners is B-04: each slot has one owner, also far before and after the origin, if all workers sort ids as
// numbers or all as text.
func checkOwners(d division) (string, error) {
	slots := 0
	for n := 1; n <= d.workers; n++ {
		key := draw.New(4).With(uint64(n))
		slot := drawnSlot(key)
		cfg := team(n, slot, slot)
		if n <= mostAsText && n%2 == 0 {
			cfg.AsText = spec.AllNodes(n)
		}
		frames := d.frames(cfg, spec.AllNodes(n))
		for k := range uint64(20) {
			slots++
			begins := key.With(k).Between(-1_000_000_000_000, 1_000_000_000_000) / int64(slot) * int64(slot)
			owners := spec.Set{}
			for id, f := range frames {
				if (spec.Milliseconds(int(begins))-f.Offset)%f.Period == 0 {
					owners = owners.With(spec.NodeID(id))
				}
			}
			if len(owners) != 1 {
				return "", fmt.Errorf("of %d workers %s own the slot that begins at %d ms", n, owners, begins)
			}
		}
	}
	return fmt.Sprintf("with 1 to %d workers each of %d slots has one owner, up to 10^15 ns before and after the "+
		"origin",
		d.workers, slots), nil
}

// checkOrders is b6: some workers sort ids as numbers, and the others as text.
func checkOrders(d division) (string, error) {
	collide, least := 0, 0
	for n := 1; n <= min(d.workers, mostAsText); n++ {
		cfg := team(n, 1, 1)
		for id := spec.NodeID(0); int(id) < n; id += 2 {
			cfg.AsText = append(cfg.AsText, id)
		}
		taken := map[time.Duration]bool{}
		for _, f := range d.frames(cfg, spec.AllNodes(n)) {
			taken[f.Offset] = true
		}
		if len(taken) == n {
			continue
		}
		if collide++; least == 0 {
			least = n
		}
	}
	if collide == 0 {
		return "", fmt.Errorf("of 1 to %d workers none collide", min(d.workers, mostAsText))
	}
	return fmt.Sprintf("if every other worker sorts ids as text, two workers share a slot in %d of %d configurations, "+
		"from %d workers on", collide, min(d.workers, mostAsText), least), nil
}

// teams has the numbers of workers of several configurations.
type teams struct {
	sizes []int
	// planted, if set, changes a configuration so that the check must fail.
	planted func(*words.Config)
}

// checkRunning is B-04 and B-07 of running workers: from any common origin they use the slots in turn, each waits
// |A|/R, and slots are 1/R apart.
func checkRunning(t teams) (string, error) {
	const slot = 250
	var waits []string
	for _, n := range t.sizes {
		for _, origin := range origins() {
			cfg := team(n, slot, 4*slot)
			cfg.OwnOrigin = true
			if t.planted != nil {
				t.planted(&cfg)
			}
			list := start(cfg, origin).requests(5 * n)
			for i, a := range list {
				if want := list[0].At + spec.Milliseconds(i*slot); a.At != want || !a.Accepted {
					return "", fmt.Errorf("%d workers, from %s on: request %d is at %s and accepted %t, want %s", n,
						origin, i, a.At, a.Accepted, want)
				}
				if i >= n && a.From != list[i-n].From {
					return "", fmt.Errorf("%d workers: %s and %s use one slot", n, a.From, list[i-n].From)
				}
			}
		}
		waits = append(waits, fmt.Sprintf("%d: %s", n, seconds(spec.Milliseconds(n*slot))))
	}
	return fmt.Sprintf("with R = %d/s workers use slots in turn, 1/R apart, from origins at 0 and 10^15 ns before "+
		"and after; by the number of workers each waits %s", 1000/slot, strings.Join(waits, ", ")), nil
}

// checkEachWaits is B-07 if each of several workers waits 1/R.
func checkEachWaits(d division) (string, error) {
	const allowed, slot = 4, 1000
	var found []string
	for _, n := range []int{1, 2, 3, 8} {
		cfg := team(n, slot, allowed*slot)
		var s schedule
		for id := range spec.NodeID(n) {
			one := scheduled(0, d.frames(cfg, spec.NewSet(id)))
			s.period, s.offsets = one.period, append(s.offsets, one.offsets...)
		}
		have := s.most(spec.Milliseconds(cfg.Window), false)
		if have != n*allowed {
			return "", fmt.Errorf("of %d workers a window has %d requests, want %d", n, have, n*allowed)
		}
		found = append(found, fmt.Sprintf("%d: %d", n, have))
	}
	return fmt.Sprintf("if each waits 1/R, a window that may have %d requests has, by the number of workers, %s",
		allowed, strings.Join(found, ", ")), nil
}
