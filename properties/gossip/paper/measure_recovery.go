package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	bully "github.com/scrutineer-go/scrutineer/spec/fastbully/words"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// failure is the crash of the master, and of so many of its first substitutes with it.
type failure struct {
	nodes             int
	interval, timeout faults.Time
	dead              int // substitutes
	read              []words.Interpretation
	// isBully has it be Fast Bully, read so.
	isBully bool
	bully   []bully.Interpretation
	quiet   faults.Time // how long nothing happens before the crash
}

// scene is the group of it, warm.
func (f failure) scene() scene {
	if f.isBully {
		return bullying(f.nodes, f.interval, f.timeout, f.bully...)
	}
	return beating(f.nodes, f.interval, f.timeout, f.read...)
}

// failing is the crash of a master of Gossip and of so many of its first substitutes, after ten seconds in which
// nothing happens.
func failing(nodes int, interval, timeout faults.Time, dead int, read ...words.Interpretation) failure {
	return failure{nodes: nodes, interval: interval, timeout: timeout, dead: dead, read: read, quiet: 10 * second}
}

// recovery is what comes of it: when a substitute acts, when all follow it, and what was sent from the crash
// until then beside the heartbeats of the clock.
type recovery struct {
	acts, follows faults.Time
	extra         int
}

// extra counts what is sent from a crash on in other steps than those of the clock, Fast Bully's heartbeats not.
type extra struct {
	crashed bool
	sent    int
}

// Observe counts.
func (o *extra) Observe(_ *world.World, e *world.Event) {
	switch {
	case e.Action.Name == spec.Crash:
		o.crashed = true
	case o.crashed && e.Action.Name != spec.Tick(words.ClockBeat):
		for i := range e.Effects {
			if _, beats := e.Effects[i].Body.(bully.Beat); e.Effects[i].Kind == impl.Send && !beats {
				o.sent++
			}
		}
	}
}

// recovers lets the master crash at a moment within T_hb that is drawn, and watches until all who are left
// follow another.
func (f failure) recovers(ctx context.Context, seed uint64) (recovery, error) {
	s := f.scene()
	s.seed = seed
	phase := faults.Time(draw.New(seed).Named("phase").Below(uint64(f.interval/millisecond))) * millisecond
	who := spec.AllNodes(f.dead + 1)
	s = s.crashed(f.quiet+phase, who...)
	s.lasts = f.quiet + phase + faults.Time(f.dead+4)*f.timeout
	o, sent := s.watchMasters(), &extra{}
	_, err := s.run(ctx, func() bool { return o.follows != never }, o, sent)
	if err == nil && o.follows == never {
		err = fmt.Errorf("%d processes, seed %d: after the crash of %s not all follow another", f.nodes, seed, who)
	}
	return recovery{o.acts, o.follows, sent.sent}, err
}

// recoveries are those at so many moments.
func (f failure) recoveries(ctx context.Context, moments int) (acts, follows []faults.Time, most int, err error) {
	for seed := range uint64(moments) {
		r, err := f.recovers(ctx, seed+1)
		if err != nil {
			return nil, nil, 0, err
		}
		acts, follows = append(acts, r.acts), append(follows, r.follows)
		most = max(most, r.extra)
	}
	return acts, follows, most, nil
}
