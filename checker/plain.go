package checker

import (
	"fmt"
	"hash/maphash"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Plain makes a model with comparable states a Space, in which nothing is remembered
// and every step is worked out by the model, which several goroutines may ask.
func Plain[S comparable](m spec.Model[S]) Space[S] { return &plain[S]{m, maphash.MakeSeed()} }

// plain hashes with a seed that differs from run to run, on which no result depends:
// states are compared, and numbered in an order that does not come from the table.
type plain[S comparable] struct {
	model spec.Model[S]
	seed  maphash.Seed
}

func (p *plain[S]) Init() []S {
	var inits []S
	for s := range p.model.Init() {
		inits = append(inits, s)
	}
	return inits
}

func (p *plain[S]) Hash(s S) uint64 { return maphash.Comparable(p.seed, s) }

func (p *plain[S]) Next(to []S, s S) (_ []S, outcome Outcome) {
	defer func() {
		if recover() != nil {
			outcome = Broken
		}
	}()
	first := len(to)
	for a := range p.model.Actions(s) {
		next, ok := p.model.Do(s, a)
		if !ok {
			return to, Broken
		}
		to = append(to, next)
	}
	for i := first; i < len(to); i++ {
		for j := first; j < i; j++ { // one action offered twice has one target
			if to[i] == to[j] && p.twice(s) != "" {
				return to, Broken
			}
		}
	}
	return to, Known
}

// twice returns an action that is offered twice, "" for none.
func (p *plain[S]) twice(s S) string {
	var seen []Step
	for a := range p.model.Actions(s) {
		if stepOf(seen, a) != nil {
			return a.String()
		}
		seen = append(seen, Step{Action: a})
	}
	return ""
}

func (p *plain[S]) Learn(S) error { return nil }

func (p *plain[S]) Actions(to []spec.Action, s S) []spec.Action {
	for a := range p.model.Actions(s) {
		to = append(to, a)
	}
	return to
}

// Why takes the steps again until one fails.
func (p *plain[S]) Why(s S) (why spec.Breach) {
	var current spec.Action
	defer func() {
		if cause := recover(); cause != nil {
			why = breachOf(current, cause)
		}
	}()
	for a := range p.model.Actions(s) {
		current = a
		if _, ok := p.model.Do(s, a); !ok {
			return refusedBreach(a)
		}
	}
	return spec.Breach{Contract: "ActionsOnce", Why: fmt.Sprintf("%s is offered twice", p.twice(s))}
}

func (p *plain[S]) Bytes() int64 { return 0 }
