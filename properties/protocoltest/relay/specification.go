package relay

import "github.com/scrutineer-go/scrutineer/spec"

// Local is what a runner knows in the specification.
type Local struct{ Ran bool }

// specify returns the specification of a relay of n runners.
func specify(n int) spec.Handlers[Local] {
	return spec.Handlers[Local]{
		Fresh: func(spec.NodeID) Local { return Local{} },
		Handle: func(p Local, _ any, a spec.Action) []spec.Outcome[Local] {
			o := spec.Outcome[Local]{Local: Local{Ran: true}}
			if repeats := a.Timer == again; (repeats || !p.Ran) && int(a.At) < n-1 {
				o.Effects, o.Arm = []spec.Effect{spec.SendTo(a.At+1, Baton{})}, spec.NewSet(again)
			}
			return []spec.Outcome[Local]{o}
		},
		Awaits: func(_ spec.Timer, at spec.NodeID, _ Local, m spec.Message) bool { return awaits(at, m) },
		Inputs: func(at spec.NodeID, p Local, _ spec.Set) []spec.Body { return starts(at, p.Ran) },
	}
}
