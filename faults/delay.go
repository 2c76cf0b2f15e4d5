package faults

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Shape is the shape of a distribution of delays.
type Shape string

// The shapes.
const (
	// Uniform draws any delay from Min to Max alike.
	Uniform Shape = "uniform"
	// LongTail draws most delays near Min and few near Max: the excess over Min is
	// drawn below a bound that is Max-Min halved a drawn number of times.
	LongTail Shape = "longTail"
	// Exponential draws the excess over Min exponentially, so that delays are Mean on
	// average, and takes Max for what is longer.
	Exponential Shape = "exponential"
)

// shapes are all of them.
var shapes = []Shape{Uniform, LongTail, Exponential}

// Delay is a distribution of delays.
type Delay struct {
	// Shape is Uniform where absent.
	Shape Shape `json:"shape,omitempty"`
	Min   Time  `json:"min"`
	Max   Time  `json:"max"`
	// Mean is that of an Exponential one, without the cap.
	Mean Time `json:"mean,omitempty"`
}

func (d Delay) withDefaults() Delay {
	if d.Shape == "" {
		d.Shape = Uniform
	}
	if d.Min == 0 && d.Max == 0 {
		d.Min = Time(time.Millisecond)
	}
	d.Max = max(d.Min, d.Max)
	return d
}

func (d Delay) check(field string) error {
	switch {
	case d.Shape != "" && !slices.Contains(shapes, d.Shape):
		return input.Errorf(field+".shape", "%q, it must be one of %q", d.Shape, shapes)
	case d.Shape != Exponential && d.Mean != 0:
		return input.Errorf(field+".mean", "%s, but only the shape %q has one; omit it", d.Mean, Exponential)
	case d.Shape == Exponential && d.Mean <= d.Min:
		return input.Errorf(field+".mean", "%s, it must be longer than min, %s", d.Mean, d.Min)
	case d.Shape == Exponential && d.Max < d.Mean:
		return input.Errorf(field+".max", "%s, it must be mean, %s, or more: what is longer takes that", d.Max, d.Mean)
	case d.Max < d.Min && d.Max != 0:
		return input.Errorf(field+".max", "%s, it must be min, %s, or more", d.Max, d.Min)
	}
	return nil
}

// Draw returns one delay of the distribution, in whole microseconds.
func (d Delay) Draw(k draw.Key) Time {
	if d.Max <= d.Min {
		return d.Min
	}
	span := int64((d.Max - d.Min) / Microsecond)
	switch d.Shape {
	case LongTail:
		halvings := k.With(1).Below(8)
		span >>= halvings
	case Exponential:
		return d.Min + Time(min(exponential(k, int64((d.Mean-d.Min)/Microsecond)), span))*Microsecond
	}
	return d.Min + Time(k.Between(0, span))*Microsecond
}
