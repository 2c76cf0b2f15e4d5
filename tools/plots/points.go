package main

import (
	"math"
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// point is a point of a series, with the ends of its error bar, which are its height where it has
// none.
type point struct{ x, y, low, high float64 }

// curve is a series of points.
type curve struct {
	label  string
	points []point
	bars   bool // some point has an error bar
}

// picture is what is to be drawn of a table.
type picture struct {
	title  string
	figure reproduce.Figure
	curves []curve
	// names stand on the horizontal axis in place of numbers, at 0, 1 and so on; nil where
	// numbers stand there.
	names []string
}

// pictureOf reads the points of a table that has a figure.
func pictureOf(m reproduce.Measured) picture {
	p := picture{title: m.Where + ": " + m.Title, figure: *m.Figure}
	for _, row := range m.Rows {
		if at := row[column(m, p.figure.X.Column)]; at.Kind == reproduce.KindText {
			p.names = append(p.names, at.Value)
		}
	}
	for n, s := range p.figure.Series {
		c := curve{label: s.Label}
		named := 0
		for _, row := range m.Rows {
			x, isPlace := place(row[column(m, p.figure.X.Column)], &named)
			if p.names != nil { // those of one name stand beside each other
				x += float64(2*n+1-len(p.figure.Series)) * aside
			}
			cell := row[column(m, s.Column)]
			y, isNumber := cell.Number()
			if !isPlace || !isNumber {
				continue
			}
			at := point{x, float(y), float(y), float(y)}
			if low, high, isMean := cell.Interval(); isMean {
				at.low, at.high, c.bars = float(low), float(high), true
			}
			if p.figure.Y.Log > 0 && at.low <= 0 { // the bar has no end on such an axis
				at.low = at.y / 10
			}
			c.points = append(c.points, at)
		}
		p.curves = append(p.curves, c)
	}
	return p
}

// aside is half of how far points of the same name are apart.
const aside = 0.07

// place is where a cell stands on the horizontal axis; named counts those that have a name.
func place(c reproduce.Cell, named *int) (x float64, ok bool) {
	if c.Kind == reproduce.KindText {
		*named++
		return float64(*named - 1), true
	}
	n, ok := c.Number()
	if !ok {
		return 0, false
	}
	return float(n), true
}

func float(n *big.Rat) float64 {
	f, _ := n.Float64()
	return f
}

// column is the number of a column, which is there: the table was checked.
func column(m reproduce.Measured, name string) int {
	for i, c := range m.Columns {
		if c.Name == name {
			return i
		}
	}
	panic("no column " + name)
}

// bounds are the least and the largest of all numbers on an axis.
func (p picture) bounds(of func(point) (low, high float64)) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, c := range p.curves {
		for _, at := range c.points {
			l, h := of(at)
			low, high = math.Min(low, l), math.Max(high, h)
		}
	}
	return low, high
}
