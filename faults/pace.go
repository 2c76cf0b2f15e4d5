package faults

import "github.com/scrutineer-go/scrutineer/internal/draw"

// MostPPM is how fast or how slow a clock may run, in parts per million, also where several
// faults are added up: half as fast again, or half as fast.
const MostPPM = 500_000

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
