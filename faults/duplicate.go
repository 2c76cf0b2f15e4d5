package faults

import "fmt"

// Duplicate makes a second copy, which takes the time By: directly after the first was
// sent or, where After is given, that much later if it is still there.
type Duplicate struct {
	Copy  MessageRef `json:"copy" input:"required"`
	By    Time       `json:"by" input:"required"`
	After *Time      `json:"after,omitempty"`
}

// Name is duplicate.
func (f *Duplicate) Name() string { return "duplicate" }

// Words says of which copy, and how long the second one takes.
func (f *Duplicate) Words() string {
	return fmt.Sprintf("%s gets a second one%s, which takes %s", f.Copy.Words(), afterWords(f.After), f.By)
}

func (f *Duplicate) doubles() {}

func (f *Duplicate) check(l limits) error {
	if err := l.fits("by", f.By); err != nil {
		return err
	}
	return l.networkFault(f.Copy, f.After)
}

func (f *Duplicate) claim() Claim { return networkClaim(f.Name(), f.Copy, f.After) }

// Schedule lets the network make the second copy.
func (f *Duplicate) Schedule(s Scheduler) {
	s.Copy(f.Copy, Treatment{Duplicate: &f.By, After: f.After})
}

// Scale multiplies when it happens, and how long the second copy takes.
func (f *Duplicate) Scale(by Time) Time {
	scale(f.After, by)
	return scale(&f.By, by)
}

// Variants are duplicates of the first copies between the same two processes.
func (f *Duplicate) Variants(k Known) []Kind {
	var list []Kind
	for _, ref := range f.Copy.firstBetween(k.Messages) {
		list = append(list, &Duplicate{Copy: ref, By: k.Delay})
	}
	return list
}

// First reports whether it is about the first copy of its kind.
func (f *Duplicate) First(Known) bool { return f.Copy.Nth <= 1 }

func (f *Duplicate) stopDrawing(p *Plan) { p.Rates.Duplicate = 0 }

// Earlier is the duplicate of the copy some rounds before.
func (f *Duplicate) Earlier(rounds int, _ Time) (Kind, bool) {
	before, ok := *f, false
	before.Copy, ok = f.Copy.earlier(rounds)
	return &before, ok
}
