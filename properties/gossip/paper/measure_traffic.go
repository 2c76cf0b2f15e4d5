package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	theBully "github.com/scrutineer-go/scrutineer/impl/bully"
	rival "github.com/scrutineer-go/scrutineer/impl/fastbully"
	implementation "github.com/scrutineer-go/scrutineer/impl/gossip"
	theRing "github.com/scrutineer-go/scrutineer/impl/ring"
	theViewChange "github.com/scrutineer-go/scrutineer/impl/viewchange"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
	bully "github.com/scrutineer-go/scrutineer/spec/fastbully/words"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// following watches until all who are up follow one of them who acts, and counts what is sent that is neither
// a heartbeat nor what is gossiped.
type following struct {
	from  faults.Time // from when on it counts
	all   bool
	at    faults.Time
	extra int
}

// leads is whom a process of any election follows, and whether it acts.
func leads(state any, id spec.NodeID) (leader spec.NodeID, acts bool) {
	switch s := state.(type) {
	case *implementation.State:
		return s.Leader, s.Acts(id)
	case *rival.State:
		return s.Leader, s.Acts
	case *theBully.State:
		return s.Leader(), s.Acts()
	case *theRing.State:
		return s.Leader(), s.Acts()
	case *theViewChange.State:
		return s.Leader, s.Acts
	}
	return spec.None, false
}

// Observe looks whom all follow.
func (o *following) Observe(w *world.World, e *world.Event) {
	if e.At < o.from || o.all {
		return
	}
	for i := range e.Effects {
		if effect := &e.Effects[i]; effect.Kind == impl.Send {
			switch effect.Body.(type) {
			case words.Gossip, words.View, bully.Beat:
			case words.Beat:
				if e.Action.Name != spec.Tick(words.ClockBeat) {
					o.extra++
				}
			default:
				o.extra++
			}
		}
	}
	leader := spec.None
	for k, i := range w.Living() {
		follows, _ := leads(w.State(i), i)
		if k == 0 {
			leader = follows
		}
		if follows != leader {
			return
		}
	}
	if leader == spec.None || !w.Up(leader) {
		return
	}
	if _, acts := leads(w.State(leader), leader); acts {
		o.all, o.at = true, e.At-begins
	}
}

// volume is what is sent in a phase, also to who is down: how many copies, and how many bytes their bodies have.
type volume struct{ copies, bytes int }

// counting counts what is sent from one time on and before another, until a phase is over.
type counting struct {
	volume
	from, until faults.Time
	over        func() bool
	buffer      []byte
}

// Observe counts.
func (o *counting) Observe(_ *world.World, e *world.Event) {
	if e.At < o.from || e.At >= o.until || o.over() {
		return
	}
	for i := range e.Effects {
		if effect := &e.Effects[i]; effect.Kind == impl.Send { // neither election has any other
			o.buffer = codec.Append(o.buffer[:0], effect.Body)
			o.copies, o.bytes = o.copies+1, o.bytes+len(o.buffer)
		}
	}
}

// traffic is what a contender sends in a group of some size: from a cold start until all follow one, in a
// second of regular operation, and from the crash of the master until all follow another.
type traffic struct {
	initial, regular, recovery volume
	starts, recovers           faults.Time
	extraStart, extra          int
}

// regularly is for how many seconds regular operation is looked at.
const regularly = 4

// traffic measures it.
func (c contender) traffic(ctx context.Context, nodes int) (t traffic, err error) {
	if t.initial, t.starts, t.extraStart, err = c.phase(ctx, nodes, words.Cold); err != nil {
		return t, err
	}
	if t.recovery, t.recovers, t.extra, err = c.phase(ctx, nodes, words.Warm, 0); err != nil {
		return t, err
	}
	t.regular, err = c.regular(ctx, nodes)
	return t, err
}

// phase is from the start, or from the crash of these just after it, until all who are up follow one.
func (c contender) phase(ctx context.Context, nodes int, start words.Start, crash ...spec.NodeID) (
	volume, faults.Time, int, error,
) {
	s := c.scene(nodes, start)
	s.lasts = 10 * second
	o := &following{}
	if len(crash) > 0 {
		s = s.crashed(millisecond, crash...)
		o.from = begins + 2*millisecond
	}
	count := &counting{from: o.from, until: begins + s.lasts, over: func() bool { return o.all }}
	// What the step sends with which all follow is counted, and nothing after it.
	_, err := s.run(ctx, func() bool { return o.all }, count, o)
	if err == nil && !o.all {
		err = fmt.Errorf("%s, %d nodes: after %s not all follow one", c.name, nodes, s.lasts)
	}
	return count.volume, o.at, o.extra, err
}

// regular is a second of regular operation, of some from the first on that all have been up: clocks that were
// armed at the boots fire at its beginning, and those that fire at its end belong to the next.
func (c contender) regular(ctx context.Context, nodes int) (volume, error) {
	s := c.scene(nodes, words.Warm)
	s.lasts = (1 + regularly) * second
	count := &counting{from: begins + second, until: begins + s.lasts, over: func() bool { return false }}
	_, err := s.run(ctx, nil, count)
	return volume{count.copies / regularly, count.bytes / regularly}, err
}
