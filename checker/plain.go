package checker

import (
	"fmt"
	"hash/maphash"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Plain makes a model with comparable states a Space, in which nothing is remembered
// and every step is worked out by the model, which several goroutines may ask. That no
// action is offered twice is for Explore to see, on a small instance.
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

func (p *plain[S]) Next(to []S, s S) (_ []S, known bool) {
	defer func() {
		if recover() != nil {
			known = false
		}
	}()
	for a := range p.model.Actions(s) {
		next, ok := p.model.Do(s, a)
		if !ok {
			return to, false
		}
		to = append(to, next)
	}
	return to, true
}

// Learn takes the steps again that have failed, to say which one.
func (p *plain[S]) Learn(s S) (err error) {
	var current spec.Action
	defer func() {
		if cause := recover(); cause != nil {
			err = spec.BreachOf(current, cause)
		}
	}()
	for a := range p.model.Actions(s) {
		current = a
		if _, ok := p.model.Do(s, a); !ok {
			return refusedBreach(a)
		}
	}
	return spec.Breach{Contract: "NoPanic", Why: "a step failed, and does not when it is taken again"}
}

func (p *plain[S]) Actions(to []spec.Action, s S) []spec.Action {
	for a := range p.model.Actions(s) {
		to = append(to, a)
	}
	return to
}

func (p *plain[S]) Bytes() int64 { return 0 }

func refusedBreach(a spec.Action) spec.Breach {
	return spec.Breach{Contract: "ActionsCanBeDone", Why: fmt.Sprintf(
		"%s is offered and then refused: the handler does not do the same the second time", a)}
}
