package faults

import "github.com/scrutineer-go/scrutineer/internal/input"

// Loss takes a unicast copy out of the network: directly after it was sent or, where
// After is given, that much later if it is still there. If by then its receiver is
// down, where copies wait, that is a loss which costs nothing, of a multicast copy too.
type Loss struct {
	Copy  MessageRef `json:"copy" input:"required"`
	After *Time      `json:"after,omitempty"`
}

// Name is loss.
func (f *Loss) Name() string { return "loss" }

// Words says which copy it is.
func (f *Loss) Words() string { return f.Copy.Words() + " is lost" + afterWords(f.After) }

func (f *Loss) check(l limits) error { return l.networkFault(f.Copy, f.After) }

func (f *Loss) claim() Claim { return networkClaim(f.Name(), f.Copy, f.After) }

// Schedule lets the network lose the copy.
func (f *Loss) Schedule(s Scheduler) { s.Copy(f.Copy, Treatment{Lose: true, After: f.After}) }

// Scale multiplies when it happens.
func (f *Loss) Scale(by Time) Time {
	scale(f.After, by)
	return 0
}

// Variants are losses of the first copies between the same two processes.
func (f *Loss) Variants(k Known) []Kind {
	var list []Kind
	for _, ref := range f.Copy.firstBetween(k.Messages) {
		list = append(list, &Loss{Copy: ref})
	}
	return list
}

// First reports whether it is about the first copy of its kind.
func (f *Loss) First(Known) bool { return f.Copy.Nth <= 1 }

func (f *Loss) stopDrawing(p *Plan) {
	p.Rates.Loss, p.Rates.LossPerRoute, p.Rates.LossSkew, p.Rates.LossOrder = 0, false, 0, nil
}

// networkFault checks what a loss and a duplicate have in common.
func (l limits) networkFault(r MessageRef, after *Time) error {
	switch {
	case after != nil && *after > l.stop:
		return input.Errorf("after", "%s, it must be at most stop, %s", *after, l.stop)
	case r.Again < 0:
		return input.Errorf("copy.again", "%d, it must be 0 or more", r.Again)
	}
	r.Again = 0
	return input.In("", "copy", l.copy(r))
}

// networkClaim is what a network fault says of a copy: what happens to it when it is
// sent, of which there is one thing, or what happens later.
func networkClaim(what string, copy MessageRef, after *Time) Claim {
	if after == nil {
		return Claim{"loss or duplicate", copy}
	}
	return Claim{"late " + what, copy}
}

// Earlier is the loss of the copy some rounds before.
func (f *Loss) Earlier(rounds int, _ Time) (Kind, bool) {
	before, ok := *f, false
	before.Copy, ok = f.Copy.earlier(rounds)
	return &before, ok
}
