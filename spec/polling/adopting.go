package polling

import (
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// Adopting is the local state of a process whose workers are told their timeframes: the slots of a worker begin Offset
// after the epoch, and again after each Period. A Period of 0 says that it has no slots.
type Adopting struct {
	Local
	Offset, Period time.Duration
}

// HandlersAdopting returns the specification of polling if a worker adopts the timeframes that it is told. Explorations
// do not offer the input [words.Adopt]: only runs know what is told.
func HandlersAdopting(cfg words.Config) spec.Handlers[Adopting] {
	return spec.Handlers[Adopting]{
		Fresh:    func(spec.NodeID) Adopting { return Adopting{} },
		HandleAt: polling{cfg}.handleAdopting,
	}
}

func (p polling) handleAdopting(now time.Duration, l Adopting, disk any, a spec.Action) []spec.Outcome[Adopting] {
	adopt, told := a.Msg.Body.(words.Adopt)
	switch {
	case told && !p.IsWorker(a.At):
		return []spec.Outcome[Adopting]{{Local: l}}
	case told:
		l.Offset, l.Period = adopt.Offset, adopt.Period
		l.Local = p.hushed(now, l.Local)
		return p.plans(now, l)
	case a.Name == spec.Boot || a.Name == spec.Recover:
		return []spec.Outcome[Adopting]{{}}
	case a.Timer == words.ClockSlot:
		var effects []spec.Effect
		l.Local, effects = p.uses(now, l.Local)
		return p.plans(now, l, effects...)
	}
	var all []spec.Outcome[Adopting]
	for _, o := range p.handle(now, l.Local, disk, a) {
		l.Local = o.Local
		all = append(all, spec.Outcome[Adopting]{Local: l, Effects: o.Effects})
	}
	return all
}

// plans: the worker waits for its first slot that begins after now and the epoch, and not before its silence ends.
func (p polling) plans(now time.Duration, l Adopting, effects ...spec.Effect) []spec.Outcome[Adopting] {
	o := spec.Outcome[Adopting]{Effects: effects}
	if l.Due = 0; l.Period > 0 {
		l.Due = beginsAfter(l.Offset, l.Period, max(0, now, l.Quiet-1))
		o.Arm, o.Lengths = spec.NewSet(words.ClockSlot), map[spec.Timer]time.Duration{words.ClockSlot: l.Due - now}
	} else {
		o.Disarm = spec.NewSet(words.ClockSlot)
	}
	o.Local = l
	return []spec.Outcome[Adopting]{o}
}
