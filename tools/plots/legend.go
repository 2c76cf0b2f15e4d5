package main

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The legend: what is between its entries, between a sample and its name, how high a row is, and
// how wide the ends of error bars are.
const (
	between  = vg.Length(18)
	beside   = vg.Length(5)
	row      = vg.Length(15)
	capWidth = vg.Length(6)
)

// entry is a sample and what it stands for.
type entry struct {
	name  string
	width vg.Length // of the sample
	draw  func(c draw.Canvas, left vg.Point)
}

func (p picture) hasBars() bool {
	return slices.ContainsFunc(p.curves, func(c curve) bool { return c.bars })
}

// entries are those of the legend: of the lines, if there are several, and of error bars.
func (p picture) entries() []entry {
	var all []entry
	width := vg.Length(28)
	if p.names != nil { // there are points without lines
		width = 8
	}
	for i, one := range p.curves {
		if len(p.curves) == 1 {
			break
		}
		all = append(all, entry{one.label, width, func(c draw.Canvas, left vg.Point) {
			if p.names == nil {
				c.StrokeLine2(lineStyle(i), left.X, left.Y, left.X+width, left.Y)
			}
			c.DrawGlyph(glyphStyle(i), vg.Point{X: left.X + width/2, Y: left.Y})
		}})
	}
	if p.hasBars() {
		all = append(all, entry{"95 % confidence", capWidth, func(c draw.Canvas, left vg.Point) {
			style := draw.LineStyle{Color: color.Gray{90}, Width: 1}
			middle, high := left.X+capWidth/2, vg.Length(4.5)
			c.StrokeLine2(style, middle, left.Y-high, middle, left.Y+high)
			c.StrokeLine2(style, left.X, left.Y-high, left.X+capWidth, left.Y-high)
			c.StrokeLine2(style, left.X, left.Y+high, left.X+capWidth, left.Y+high)
		}})
	}
	return all
}

// legend draws all entries in rows below the top of the canvas, and returns where they end.
func (p picture) legend(c draw.Canvas) vg.Length {
	style := text.Style{
		Font: fontOf(11, false), Color: color.Black, YAlign: draw.YCenter, Handler: plot.DefaultTextHandler,
	}
	room := func(e entry) vg.Length { return e.width + beside + style.Width(e.name) }
	y := c.Max.Y - row/2
	for left := p.entries(); len(left) > 0; y -= row {
		n, wide := 1, room(left[0])
		for n < len(left) && wide+between+room(left[n]) <= c.Max.X-c.Min.X {
			wide += between + room(left[n])
			n++
		}
		x := c.Center().X - wide/2
		for _, e := range left[:n] {
			e.draw(c, vg.Point{X: x, Y: y})
			// The middle of small letters is a little below that of the font.
			c.FillText(style, vg.Point{X: x + e.width + beside, Y: y + 1.2}, e.name)
			x += room(e) + between
		}
		left = left[n:]
	}
	return y + row/2
}
