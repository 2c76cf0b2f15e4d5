package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Reorder delays a copy by that much more, and lets later ones over the same way
// overtake it.
type Reorder struct {
	Copy MessageRef `json:"copy" input:"required"`
	By   Time       `json:"by" input:"required"`
}

// Name is reorder.
func (f *Reorder) Name() string { return "reorder" }

// Words says which copy it is.
func (f *Reorder) Words() string {
	return fmt.Sprintf("%s takes %s longer, and later ones may overtake it", f.Copy.Words(), f.By)
}

func (f *Reorder) check(l limits) error {
	if err := l.fits("by", f.By); err != nil {
		return err
	}
	return input.In("", "copy", l.copy(f.Copy))
}

func (f *Reorder) claim() Claim { return Claim{f.Name(), f.Copy} }

// Schedule delays the copy.
func (f *Reorder) Schedule(s Scheduler) { s.Copy(f.Copy, Treatment{Reorder: f.By}) }

// Scale multiplies how much longer the copy takes.
func (f *Reorder) Scale(by Time) Time { return scale(&f.By, by) }

// subsumed is true: the delay of the copy says it all.
func (f *Reorder) subsumed(bool) bool { return true }

func (f *Reorder) stopDrawing(p *Plan) { p.Rates.Reorder, p.Rates.ReorderBy = 0, 0 }

// Earlier is the reordering of the copy some rounds before.
func (f *Reorder) Earlier(rounds int, _ Time) (Kind, bool) {
	before, ok := *f, false
	before.Copy, ok = f.Copy.earlier(rounds)
	return &before, ok
}
