// Package lease is the executable specification of the lease protocol, in discrete time: what each event does, as a
// function.
//
// Start reading at [Handlers]. impl/lease must not be imported.
package lease

import (
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/lease/words"
)

// Local is the local state of one process.
type Local struct {
	// Leased reports whether the lessor has granted the lease, or another process has it. To is the process that has
	// the lease, and Until the reading of the process's own clock at which the lease ends.
	Leased bool
	To     spec.NodeID
	Until  time.Duration
}

// Holds reports whether the lease lasts, by a clock that reads now.
func (l Local) Holds(now time.Duration) bool { return l.Leased && l.Until > now }

// lease is the protocol in one configuration.
type lease struct{ words.Config }

// Handlers returns the specification.
func Handlers(cfg words.Config) spec.Handlers[Local] {
	p := lease{cfg}
	return spec.Handlers[Local]{
		Fresh:    func(spec.NodeID) Local { return Local{} },
		HandleAt: p.handle,
		Aging: spec.Aging[Local]{
			Local: func(l Local, older func(time.Duration) time.Duration) Local {
				l.Until = older(l.Until)
				return l
			},
			Body: func(body spec.Body, older func(time.Duration) time.Duration) spec.Body {
				switch m := body.(type) {
				case words.Ask:
					return words.Ask{At: older(m.At)}
				case words.Grant:
					return words.Grant{At: older(m.At)}
				}
				return body
			},
		},
	}
}

func (p lease) handle(now time.Duration, l Local, _ any, a spec.Action) []spec.Outcome[Local] {
	switch {
	case a.Name == spec.Boot || a.Name == spec.Recover:
		return one(p.begins(now, l, a))
	case a.Timer == words.ClockRetry:
		return one(p.retries(now, l))
	}
	switch m := a.Msg.Body.(type) {
	case words.Ask:
		return one(p.asked(now, l, a.Msg.From, m))
	case words.Grant:
		return one(p.granted(l, a.At, m))
	}
	return one(spec.Outcome[Local]{Local: l})
}

func one(o spec.Outcome[Local]) []spec.Outcome[Local] { return []spec.Outcome[Local]{o} }

// begins: all processes but the lessor ask, one after the other. A lessor that recovers does not know which lease it
// has granted before.
func (p lease) begins(now time.Duration, l Local, a spec.Action) spec.Outcome[Local] {
	switch {
	case a.At != words.Lessor:
		return spec.Outcome[Local]{Local: l, Arm: retry(), Lengths: p.after(p.period() * int(a.At) / p.Nodes)}
	case a.Name == spec.Recover && !p.Forgets:
		l = Local{Leased: true, To: spec.None, Until: now + spec.Milliseconds(p.Length)}
	}
	return spec.Outcome[Local]{Local: l}
}

// period is how often a process asks, in milliseconds: two sevenths of a lease.
func (p lease) period() int { return p.Length * 2 / 7 }

func retry() spec.SetOf[spec.Timer] { return spec.NewSet(words.ClockRetry) }

func (p lease) after(ms int) map[spec.Timer]time.Duration {
	return map[spec.Timer]time.Duration{words.ClockRetry: spec.Milliseconds(ms)}
}

// retries: a process that does not hold the lease asks for it.
func (p lease) retries(now time.Duration, l Local) spec.Outcome[Local] {
	o := spec.Outcome[Local]{Local: l, Arm: retry(), Lengths: p.after(p.period())}
	if !l.Holds(now) {
		o.Local, o.Effects = Local{}, []spec.Effect{spec.SendTo(words.Lessor, words.Ask{At: now})}
	}
	return o
}

// asked: the lessor grants the lease unless another process may hold it. A dated lease begins by the lessor's clock.
func (p lease) asked(now time.Duration, l Local, from spec.NodeID, m words.Ask) spec.Outcome[Local] {
	if l.Holds(now) && l.To != from {
		return spec.Outcome[Local]{Local: l}
	}
	grant := words.Grant(m)
	if p.Dated {
		grant.At = now
	}
	return spec.Outcome[Local]{
		Local:   Local{Leased: true, To: from, Until: now + spec.Milliseconds(p.Length)},
		Effects: []spec.Effect{spec.SendTo(from, grant)},
	}
}

// granted: a process holds the lease until the margin before its end, by its own clock, also if the lease is dated. A
// Grant of a lease that ends no later changes nothing.
func (p lease) granted(l Local, at spec.NodeID, m words.Grant) spec.Outcome[Local] {
	if until := m.At + spec.Milliseconds(p.Length-p.Margin); !l.Leased || l.Until < until {
		l = Local{Leased: true, To: at, Until: until}
	}
	return spec.Outcome[Local]{Local: l}
}
