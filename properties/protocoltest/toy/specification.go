package toy

import "github.com/scrutineer-go/scrutineer/spec"

// Local is what a process knows in the specification of the door.
type Local struct {
	Visiting bool // this guest has begun to knock
	Inside   bool // … and was let in
	Heard    int  // how many knocks the host has heard, as many as it must at most
}

// specify returns the handlers of the door under the configuration.
func specify(cfg config) spec.Handlers[Local] {
	return spec.Handlers[Local]{
		Fresh:  func(spec.NodeID) Local { return Local{} },
		Handle: cfg.handle,
		Inputs: func(at spec.NodeID, p Local, _ spec.Set) []spec.Body { return cfg.visits(at, p.Visiting) },
	}
}

// visits are the inputs of a process: a guest begins once.
func (c config) visits(at spec.NodeID, begun bool) []spec.Body {
	if at == host || begun || c.Boots {
		return nil
	}
	return []spec.Body{Visit{}}
}

func (c config) handle(p Local, disk any, a spec.Action) []spec.Outcome[Local] {
	o := spec.Outcome[Local]{Local: p}
	if a.Name == spec.Recover || a.Name == spec.Boot && a.At == host {
		o.Local.Visiting = disk != nil
		return []spec.Outcome[Local]{o}
	}
	switch a.Msg.Body.(type) {
	case Knock:
		if o.Local.Heard = min(p.Heard+1, c.Knocks); o.Local.Heard == c.Knocks {
			o.Effects = []spec.Effect{spec.SendTo(a.Msg.From, Open{})}
		}
	case Open:
		o.Local.Inside, o.Disarm = true, spec.NewSet(timerAgain)
	default: // Boot, Visit, and the timer
		o.Local.Visiting, o.Arm = true, spec.NewSet(timerAgain)
		o.Effects = []spec.Effect{spec.SendTo(host, Knock{})}
		if a.Name == spec.Boot {
			o.Effects = append([]spec.Effect{spec.SaveRecord(Came{true})}, o.Effects...)
		}
	}
	return []spec.Outcome[Local]{o}
}

// TallyLocal is what the one process of the specification of the tally knows.
type TallyLocal struct{ Heard int }

// specifyTally returns the handlers of the tally alone: it hears knocks until it has heard enough.
func specifyTally(cfg tallyConfig) spec.Handlers[TallyLocal] {
	return spec.Handlers[TallyLocal]{
		Fresh: func(spec.NodeID) TallyLocal { return TallyLocal{} },
		Handle: func(p TallyLocal, _ any, _ spec.Action) []spec.Outcome[TallyLocal] {
			return []spec.Outcome[TallyLocal]{{Local: TallyLocal{p.Heard + 1}}}
		},
		Inputs: func(_ spec.NodeID, p TallyLocal, _ spec.Set) []spec.Body { return hears(p.Heard, cfg) },
	}
}

// hears are the inputs of the tally.
func hears(heard int, cfg tallyConfig) []spec.Body {
	if heard == cfg.Knocks {
		return nil
	}
	return []spec.Body{Hear{}}
}
