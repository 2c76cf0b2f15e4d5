package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// life is an incarnation of a member.
type life struct {
	of          spec.NodeID
	incarnation int
}

// blames counts false suspicions, each once: a member in one incarnation, by the first process that suspects it.
type blames struct {
	watch

	until              faults.Time // probes and suspicions until then are counted, so that what becomes of them is seen
	suspected          map[life]bool
	removed            map[life]bool
	refutations        map[life]bool
	probes, unanswered int
}

func newBlames(until faults.Time) *blames {
	b := &blames{
		until: until, suspected: map[life]bool{}, removed: map[life]bool{}, refutations: map[life]bool{},
	}
	b.tell = b.changed
	return b
}

// Observe counts probes, and looks at changes.
func (b *blames) Observe(w *world.World, e *world.Event) {
	const lasts = period * 3 / 4 // a probe without an ACK
	for _, effect := range e.Effects {
		if effect.Body != nil && effect.Body.Kind() == words.KindPing && e.At < b.until {
			b.probes++
		}
	}
	if e.Action.Timer == words.TimerEnd && e.At < b.until+lasts {
		b.unanswered++
	}
	b.watch.Observe(w, e)
}

func (b *blames) changed(_ *world.World, c change) {
	is := life{c.of, c.is.Incarnation}
	switch {
	case c.by == c.of:
		b.refutations[life{c.of, c.was.Incarnation}] = true
	case c.is.Status == words.Dead:
		b.removed[is] = true
	case c.is.Status == words.Suspect && c.at < b.until:
		b.suspected[is] = true
	}
}

// ends returns how many of the suspicions were counted, and how many of these ended in a removal anywhere.
func (b *blames) ends() (suspected, removed int) {
	for l := range b.suspected {
		if suspected++; b.removed[l] {
			removed++
		}
	}
	return suspected, removed
}

// lossy is a group in which copies are lost and nobody crashes, for a number of periods. A member that was removed
// comes back, so that the group stays whole.
func lossy(n, k, patience, loss, periods int) scene {
	s := scene{cfg: group(n, k, patience), loss: loss, spread: true, end: faults.Time(periods) * period}
	s.cfg.Returns = true
	return s
}

// falsely has the shares of one row, by run.
type falsely struct {
	suspected int        // false suspicions in all runs
	each      []*big.Rat // false suspicions a member and period
	removed   []*big.Rat // the share of the suspicions that ended in a removal, in percent, of runs with any
	failing   []*big.Rat // the share of the probes without an ACK
}

// blames runs the scene under the seeds from 1 on, and compares the probes that fail with the formula.
func (s scene) blames(ctx context.Context, many int) (f falsely, err error) {
	patience := faults.Time(s.cfg.Patience) * period
	probes, unanswered := 0, 0
	if s, err = s.open(); err != nil {
		return f, err
	}
	for seed := range uint64(many) {
		s.seed = seed + 1
		b := newBlames(s.end - patience - 2*period)
		if _, _, err := s.run(ctx, b); err != nil {
			return f, err
		}
		suspected, removed := b.ends()
		f.suspected, probes, unanswered = f.suspected+suspected, probes+b.probes, unanswered+b.unanswered
		f.each = append(f.each, frac(faults.Time(suspected)*period, faults.Time(s.cfg.Nodes)*b.until))
		f.failing = append(f.failing, frac(b.unanswered, b.probes))
		if suspected > 0 {
			f.removed = append(f.removed, frac(100*removed, suspected))
		}
	}
	fails := oddsOf(s.loss).fails(s.cfg.Helpers)
	square := quo(mul(fails, sub(frac(1, 1), fails)), frac(probes, 1))
	what := fmt.Sprintf("%d processes, loss %d: probes without an ACK", s.cfg.Nodes, s.loss)
	return f, agrees(what, frac(unanswered, probes), square, fails)
}
