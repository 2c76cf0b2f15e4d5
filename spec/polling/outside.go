package polling

import (
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// Outside is the local state of a process whose timeframes come from outside: if it is a worker, its slots begin Offset
// after the epoch, and again after each Period. A Period of 0 says that it has no slots.
type Outside struct {
	Local
	Offset, Period time.Duration
}

// HandlersOutside returns the specification of polling if a worker adopts the timeframes that it is told. Explorations
// do not offer the input [words.Adopt]: only runs know what is told.
func HandlersOutside(cfg words.Config) spec.Handlers[Outside] {
	return spec.Handlers[Outside]{
		Fresh:    func(spec.NodeID) Outside { return Outside{} },
		HandleAt: polling{cfg}.handleOutside,
	}
}

func (p polling) handleOutside(now time.Duration, l Outside, disk any, a spec.Action) []spec.Outcome[Outside] {
	adopt, told := a.Msg.Body.(words.Adopt)
	switch {
	case told && !p.IsWorker(a.At):
		return []spec.Outcome[Outside]{{Local: l}}
	case told:
		l.Offset, l.Period = adopt.Offset, adopt.Period
		if p.Silence > 0 {
			l.Quiet = now + spec.Milliseconds(p.Silence)
		}
		return p.plans(now, l)
	case a.Name == spec.Boot || a.Name == spec.Recover:
		return []spec.Outcome[Outside]{{}}
	case a.Timer == words.ClockSlot:
		if late := now - l.Due; late < 0 || p.Safe && late > spec.Milliseconds(p.Jitter) {
			return p.plans(now, l)
		}
		l.Used, l.Slot = true, l.Due
		return p.plans(now, l, spec.SendTo(p.Provider(), words.Request{Slot: l.Slot}))
	}
	var all []spec.Outcome[Outside]
	for _, o := range p.handle(now, l.Local, disk, a) {
		l.Local = o.Local
		all = append(all, spec.Outcome[Outside]{Local: l, Effects: o.Effects})
	}
	return all
}

// plans: the worker waits for its first slot that begins after now and the epoch, and not before its silence ends.
func (p polling) plans(now time.Duration, l Outside, effects ...spec.Effect) []spec.Outcome[Outside] {
	o := spec.Outcome[Outside]{Effects: effects}
	after := max(0, now, l.Quiet-1)
	if l.Due = 0; l.Period > 0 {
		slots := (after - l.Offset) / l.Period
		if after >= l.Offset {
			slots++
		}
		l.Due = l.Offset + slots*l.Period
		o.Arm, o.Lengths = spec.NewSet(words.ClockSlot), map[spec.Timer]time.Duration{words.ClockSlot: l.Due - now}
	} else {
		o.Disarm = spec.NewSet(words.ClockSlot)
	}
	o.Local = l
	return []spec.Outcome[Outside]{o}
}
