package polling

import (
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// peers are the workers that share the key of a worker, as it views a division: the group A(L) of (9).
func (p polling) peers(at spec.NodeID, division int) (peers spec.Set) {
	for _, id := range p.View(at, division) {
		if p.Key(id) == p.Key(at) {
			peers = append(peers, id) // a view is in ascending order
		}
	}
	return peers
}

// rank is the place of a worker among its peers, from 0.
func (p polling) rank(at spec.NodeID, division int) int {
	before := 0
	for _, id := range p.peers(at, division) {
		if p.Compare(at, id, at) < 0 {
			before++
		}
	}
	return before
}

// Spacing is the time between two slots, in milliseconds.
func Spacing(cfg words.Config, division int) int {
	slot := cfg.Divisions[division].Slot
	if !cfg.Safe {
		return slot
	}
	window, allowed := cfg.Window+cfg.Jitter, cfg.Window/slot
	if cfg.Closed {
		return window/allowed + 1
	}
	return (window + allowed - 1) / allowed
}

// period is that of a worker: (8), in its group or, as (9) is printed, among all.
func (p polling) period(at spec.NodeID, division int) int {
	switch {
	case p.Period > 0:
		return p.Period
	case p.Whole:
		return len(p.View(at, division)) * Spacing(p.Config, division)
	}
	return len(p.peers(at, division)) * Spacing(p.Config, division)
}

// Share returns the period of a worker in a division, and the length of its slots: ΔT and ΔT/|A| of (7). The worker
// must be in the division.
func Share(cfg words.Config, at spec.NodeID, division int) (period, slot time.Duration) {
	p := polling{cfg}
	ms := p.period(at, division)
	return spec.Milliseconds(ms), spec.Milliseconds(ms / len(p.peers(at, division)))
}

// firstAfter is when the first slot of a worker in a division begins after t: (7).
func (p polling) firstAfter(at spec.NodeID, division int, origin, t time.Duration) time.Duration {
	period := p.period(at, division)
	base := origin + spec.Milliseconds(period*p.rank(at, division)/len(p.peers(at, division)))
	return beginsAfter(base, spec.Milliseconds(period), t)
}

// beginsAfter returns when the first slot after t begins. Slots begin at base and after each period.
func beginsAfter(base, period, t time.Duration) time.Duration {
	turns := (t - base) / period
	if (t-base)%period < 0 {
		turns-- // rounded down
	}
	return base + (turns+1)*period
}

// nextSlot is when the next slot of a worker begins after t and after the epoch, 0 if it has none. A division that
// names the instant at which it is adopted takes over from the one before it then.
func (p polling) nextSlot(l Local, at spec.NodeID, t time.Duration) time.Duration {
	t = max(0, t, l.Quiet-1)
	if p.Agreed && l.Heard > 0 {
		adopt := spec.Milliseconds(p.Divisions[l.Heard].Adopt)
		if p.View(at, l.Heard-1).Has(at) {
			if old := p.firstAfter(at, l.Heard-1, l.Origin, t); old < adopt {
				return old
			}
		}
		t = max(t, adopt-1)
	}
	if !p.View(at, l.Heard).Has(at) {
		return 0
	}
	return p.firstAfter(at, l.Heard, l.Origin, t)
}
