package faults

import "github.com/scrutineer-go/scrutineer/internal/draw"

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
