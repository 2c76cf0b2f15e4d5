package faults

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Pace is how fast a clock runs from Begin until End: PPM parts per million faster than time.
// Where Every is set the rate is another one each time that is over, drawn by the Seed within
// PPM either way.
type Pace struct {
	Begin, End Time
	PPM        int
	Every      Time
	Seed       uint64
}

// At returns the rate in force at a time, and until when it is.
func (p *Pace) At(t Time) (ppm int, until Time) {
	switch {
	case t < p.Begin:
		return 0, p.Begin
	case t >= p.End:
		return 0, Forever
	case p.Every == 0:
		return p.PPM, p.End
	}
	n := (t - p.Begin) / p.Every
	within := int64(p.PPM)
	return int(draw.New(p.Seed).With(uint64(n)).Between(-within, within)), min(p.Begin+(n+1)*p.Every, p.End)
}

// ofClocks are kinds of faults that change clocks, and nothing else.
type ofClocks interface{ ofClocks() }

// KindsOfClocks are the kinds of faults that change clocks. They are drawn for a protocol
// that looks at clocks: see [Drawer].
func KindsOfClocks() []string {
	return namesOf(slices.DeleteFunc(slices.Clone(kinds), func(k Kind) bool {
		_, is := k.(ofClocks)
		return !is
	}))
}

// clockOf draws whose clock a fault is about.
func clockOf(k Kind, d Drawer) spec.NodeID { return spec.NodeID(d.Choose(k.Name(), d.Nodes())) }

// shift draws by how much a clock is moved.
func shift(k Kind, d Drawer) Shift {
	begin, end := d.Interval(k.Name() + " by")
	if d.Choose("backwards", 2) == 1 {
		begin, end = end, begin
	}
	return Shift(end - begin)
}

// skew draws how far a rate is off, in every other run as far as the protocol must stand;
// now and then it is four times that.
func skew(k Kind, d Drawer) int {
	ppm := d.Skew()
	if d.Choose(k.Name()+" less", 2) == 1 {
		ppm = 1 + d.Choose(k.Name()+" ppm", ppm)
	}
	if d.Choose("too much", 16) == 15 {
		ppm *= 4
	}
	return min(ppm, MostPPM)
}

// span draws when a clock is off, in every other run from the beginning to the end.
func span(k Kind, d Drawer) (Time, *Time) {
	if d.Choose(k.Name()+" for a while", 2) == 0 {
		return 0, nil
	}
	begin, end := d.Interval(k.Name())
	return begin, &end
}
