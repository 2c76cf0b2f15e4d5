package paper

import (
	"context"
	"errors"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// forgetful is a process that comes up without its disk.
type forgetful struct{ impl.Node }

func (n forgetful) Step(ev impl.Event, out *impl.Effects) {
	ev.Disk = nil
	n.Node.Step(ev, out)
}

func forget(n impl.Node) impl.Node { return forgetful{n} }

// recovered counts runs in which process 0 crashes three times, each time until it is suspected.
type recovered struct {
	runs    int
	behind  int // in which others knew of a later incarnation of it than its own, when it came up
	removed int // in which a process had removed it in the end
	caught  int // in which it was in the end in no earlier incarnation than others knew of
}

// ahead observes whether others know of a later incarnation of process 0 when it comes up.
type ahead struct{ seen bool }

// Observe looks.
func (o *ahead) Observe(w *world.World, e *world.Event) {
	if e.Action.Name == spec.Recover {
		o.seen = o.seen || !latest(w, 0)
	}
}

// latest reports whether nobody knows of a later incarnation of a process than its own.
func latest(w *world.World, id spec.NodeID) bool {
	own, _ := entry(w, id, id)
	for _, by := range w.Living() {
		if e, _ := entry(w, by, id); e.Incarnation > own.Incarnation {
			return false
		}
	}
	return true
}

// crashThrice runs these processes.
func (p processes) crashThrice(runs int) (r recovered, err error) {
	r.runs = runs
	for seed := range uint64(runs) {
		cfg := group(6, 1, 3)
		cfg.Failures = spec.MessagesVanish
		s := p.of(scene{cfg: cfg, spread: true, seed: seed + 1, end: 45 * period})
		for _, at := range []faults.Time{2 * period, 12 * period, 22 * period} {
			down := 2 * period
			s.faults = append(s.faults, faults.Fault{Kind: &faults.Crash{Down: &down, At: &at}})
		}
		var o ahead
		w, _, err := s.run(context.Background(), &o)
		if err != nil {
			return r, err
		}
		if o.seen {
			r.behind++
		}
		if latest(w, 0) {
			r.caught++
		}
		for _, by := range w.Living() {
			if e, _ := entry(w, by, 0); e.Status == words.Dead {
				r.removed++
				break
			}
		}
	}
	return r, nil
}

// records are processes that save their incarnation, and others that do not.
type records struct{ saved, lost processes }

// checkRecords is SW-4 if a process comes up without the incarnation that it had.
func checkRecords(r records) (string, error) {
	const runs = 60
	saved, err1 := r.saved.crashThrice(runs)
	lost, err2 := r.lost.crashThrice(runs)
	if err := errors.Join(err1, err2); err != nil {
		return "", err
	}
	switch {
	case saved.behind > 0 || saved.caught < runs:
		return "", fmt.Errorf("with a record, others knew of a later incarnation in %d runs, and at the end in %d",
			saved.behind, runs-saved.caught)
	case lost.behind == 0:
		return "", errors.New("without a record nobody ever knew of a later incarnation")
	case lost.removed <= saved.removed:
		return "", fmt.Errorf("it is removed in %d runs with a record, and in %d without", saved.removed, lost.removed)
	}
	return fmt.Sprintf("process 0 of six crashes three times for 2 T, a suspicion takes 3 T, %d runs: with its record "+
		"no other ever knows of a later incarnation, and it is removed in %d; without, others do in %d when it comes "+
		"up, it is removed in %d, and is in no earlier incarnation at the end in %d", runs, saved.removed, lost.behind,
		lost.removed, lost.caught), nil
}
