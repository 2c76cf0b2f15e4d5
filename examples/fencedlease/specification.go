package fencedlease

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Local is what a process knows. Each field is a variable of tla/FencedLease.tla.
type Local struct {
	Term int
	Out  bool
}

func specification(cfg Config) scrutineer.Specification[State] {
	return scrutineer.Spec[State, Local]{
		Module: "MCFencedLease", Constants: map[string]any{"Hasty": cfg.Hasty},
		Handlers: spec.Handlers[Local]{
			Fresh:  func(spec.NodeID) Local { return Local{} },
			Handle: func(p Local, disk any, a spec.Action) []spec.Outcome[Local] { return cfg.handle(p, disk, a) },
			Awaits: func(timer spec.Timer, at spec.NodeID, _ Local, m spec.Message) bool {
				_, isGrant := m.Body.(Grant)
				return m.From == at || isGrant && m.To == at
			},
		},
		Abstraction: func(_ spec.NodeID, s *State) Local { return Local{s.Term, s.Out} },
		Always:      view{"OneTermOneHolder": oneTermOneHolder},
		Steps:       map[string]func(before, after scrutineer.View[Local]) error{"TermsGrow": termsGrow},
		Sometimes:   view{"TwoHolders": twoHolders},
		Eventually:  view{"AllHold": allHold},
	}
}

type view = scrutineer.Properties[Local]

// handle is what each event does.
func (cfg Config) handle(p Local, disk any, a spec.Action) []spec.Outcome[Local] {
	o := spec.Outcome[Local]{Local: p}
	switch body := a.Msg.Body.(type) {
	case Ask:
		if p.Out {
			break
		}
		o.Local = Local{Term: p.Term + 1, Out: true}
		o.Arm = spec.NewSet[spec.Timer]("Expire")
		save, grant := spec.SaveRecord(Granted{p.Term + 1}), spec.SendTo(a.Msg.From, Grant{p.Term + 1})
		o.Effects = []spec.Effect{save, grant}
		if cfg.Hasty {
			o.Effects = []spec.Effect{grant, save}
		}
	case Grant:
		if body.Term > p.Term {
			o.Local.Term = body.Term
		}
		o.Disarm = spec.NewSet[spec.Timer]("Retry")
	default:
		switch {
		case a.At != lessor: // Boot, Recover, and Retry
			o.Arm = spec.NewSet[spec.Timer]("Retry")
			o.Effects = []spec.Effect{spec.SendTo(lessor, Ask{})}
		case a.Name == spec.Recover && disk != nil:
			o.Local.Term = disk.(Granted).Term
		case a.Timer == "Expire":
			o.Local.Out = false
		}
	}
	return []spec.Outcome[Local]{o}
}

// holders yields who holds a term.
func holders(v scrutineer.View[Local]) (who []spec.NodeID) {
	for id, p := range v.All() {
		if id != lessor && p.Term > 0 {
			who = append(who, id)
		}
	}
	return who
}

// oneTermOneHolder: no two processes hold the same term.
func oneTermOneHolder(v scrutineer.View[Local]) error {
	by := map[int]spec.NodeID{}
	for _, id := range holders(v) {
		term := v.State(id).Term
		if other, ok := by[term]; ok {
			return fmt.Errorf("%s and %s hold term %d", other, id, term)
		}
		by[term] = id
	}
	return nil
}

// termsGrow: no process that stays up goes back to an older term.
func termsGrow(before, after scrutineer.View[Local]) error {
	for id, p := range before.All() {
		if after.Up(id) && after.State(id).Term < p.Term {
			return fmt.Errorf("the term of %s was %d and is %d", id, p.Term, after.State(id).Term)
		}
	}
	return nil
}

// twoHolders: each holds a term of its own, as where the lease has ended and nobody told the first.
func twoHolders(v scrutineer.View[Local]) error {
	if n := len(holders(v)); n < 2 {
		return fmt.Errorf("%d hold a term", n)
	}
	return nil
}

// allHold: while the lessor is up, so that it could grant, everybody who is up holds a term.
func allHold(v scrutineer.View[Local]) error {
	for id, p := range v.All() {
		if v.Up(lessor) && id != lessor && p.Term == 0 {
			return fmt.Errorf("%s holds nothing", id)
		}
	}
	return nil
}
