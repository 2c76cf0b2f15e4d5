package main

import (
	"bytes"
	"image/color"
	"math"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The size of a figure, about that of a column and a half of a paper, and how fine a PNG is.
const (
	width  = 6.4 * vg.Inch
	height = 4.3 * vg.Inch
	dpi    = 200
)

// margin is left free around a figure.
const margin = 10 * vg.Length(1)

// letters is how many letters a line of a title has at most.
const letters = 70

// colours can be told from each other by all eyes, and in grey (Okabe and Ito, 2008).
var colours = []color.Color{
	color.RGBA{0, 114, 178, 255},
	color.RGBA{213, 94, 0, 255},
	color.RGBA{0, 158, 115, 255},
	color.RGBA{204, 121, 167, 255},
	color.RGBA{230, 159, 0, 255},
	color.RGBA{86, 180, 233, 255},
	color.RGBA{0, 0, 0, 255},
}

// dashes and shapes tell lines from each other where there is no colour.
var dashes = [][]vg.Length{nil, {6, 3}, {1.5, 2.5}, {8, 3, 1.5, 3}}

func shapes() []draw.GlyphDrawer {
	return []draw.GlyphDrawer{
		draw.CircleGlyph{},
		draw.BoxGlyph{},
		draw.PyramidGlyph{},
		diamond{},
		draw.RingGlyph{},
		draw.SquareGlyph{},
		draw.CrossGlyph{},
	}
}

// diamond is a square that stands on a corner.
type diamond struct{}

// DrawGlyph draws it.
func (diamond) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	r := style.Radius * 1.25
	c.FillPolygon(style.Color, []vg.Point{
		{X: at.X - r, Y: at.Y}, {X: at.X, Y: at.Y + r}, {X: at.X + r, Y: at.Y}, {X: at.X, Y: at.Y - r},
	})
}

// drawTable draws the figure of a table.
func drawTable(m reproduce.Measured, png bool) ([]reproduce.File, error) {
	p := pictureOf(m)
	svg := vgsvg.New(width, p.height())
	if err := p.draw(draw.New(svg)); err != nil {
		return nil, err
	}
	var vector bytes.Buffer
	if _, err := svg.WriteTo(&vector); err != nil {
		return nil, err
	}
	files := []reproduce.File{{Name: m.ID + ".svg", Text: withFonts(vector.String())}}
	if !png {
		return files, nil
	}
	image := vgimg.NewWith(vgimg.UseWH(width, p.height()), vgimg.UseDPI(dpi))
	if err := p.draw(draw.New(image)); err != nil {
		return nil, err
	}
	var raster bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: image}).WriteTo(&raster); err != nil {
		return nil, err
	}
	return append(files, reproduce.File{Name: m.ID + ".png", Text: raster.Bytes()}), nil
}

// height is that of the figure: a legend of many lines does not leave the plot less room than one of a few.
func (p picture) height() vg.Length {
	const few, inRow = 12, 3
	return height + row*vg.Length(max(0, len(p.curves)-few+inRow-1)/inRow)
}

// draw draws the title, the legend below it, and the plot in what is left.
func (p picture) draw(c draw.Canvas) error {
	plot, err := p.plot()
	if err != nil {
		return err
	}
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, margin, -margin, margin, -margin)
	title := plot.Title.TextStyle
	title.Font = fontOf(13, true)
	for _, line := range phrase.Wrap(p.title, letters) {
		c.FillText(title, vg.Point{X: c.Center().X, Y: c.Max.Y}, line)
		c.Max.Y -= 17
	}
	c.Max.Y -= 4
	if len(p.curves) > 1 || p.hasBars() {
		c.Max.Y = p.legend(c) - 6
	}
	below := draw.Crop(c, labelled, 0, labelled, 0)
	plot.Draw(below)
	p.labels(c, plot.DataCanvas(below))
	return nil
}

// labelled is how much room the name of an axis takes.
const labelled = 19 * vg.Length(1)

// labels writes the names of the axes beside the middle of what is drawn. The plot itself would
// leave too much free above those of logarithmic axes.
func (p picture) labels(c, data draw.Canvas) {
	style := text.Style{
		Font: fontOf(12, false), Color: color.Black, XAlign: draw.XCenter, YAlign: draw.YBottom,
		Handler: plot.DefaultTextHandler,
	}
	c.FillText(style, vg.Point{X: data.Center().X, Y: c.Min.Y + 3}, p.figure.X.Label)
	style.Rotation = math.Pi / 2
	c.FillText(style, vg.Point{X: c.Min.X + 12, Y: data.Center().Y}, p.figure.Y.Label)
}

// plot has the axes and all series.
func (p picture) plot() (*plot.Plot, error) {
	all := plot.New()
	all.BackgroundColor = nil
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{225}, color.Gray{225}
	grid.Vertical.Width, grid.Horizontal.Width = 0.6, 0.6
	all.Add(grid)
	for i, c := range p.curves {
		if err := p.add(all, i, c); err != nil {
			return nil, err
		}
	}
	xLow, xHigh := p.bounds(func(at point) (low, high float64) { return at.x, at.x })
	yLow, yHigh := p.bounds(func(at point) (low, high float64) { return at.low, at.high })
	if p.names != nil {
		all.NominalX(wrapped(p.names)...)
		all.X.Min, all.X.Max = -0.5, float64(len(p.names))-0.5
		grid.Vertical.Width = 0
	} else {
		scale(&all.X, p.figure.X.Log, xLow, xHigh)
		if few := p.fewPlaces(); few != nil && p.figure.X.Log == 0 {
			all.X.Tick.Marker = few
		}
	}
	if p.figure.Y.Log == 0 && yLow >= 0 { // so that heights can be compared
		yLow = 0
	}
	scale(&all.Y, p.figure.Y.Log, yLow, yHigh)
	for _, axis := range []*plot.Axis{&all.X, &all.Y} {
		axis.Tick.Label.Font = fontOf(10.5, false)
		axis.Tick.Length = 5
		axis.LineStyle.Width, axis.Tick.LineStyle.Width = 0.8, 0.8
	}
	return all, nil
}

// places is how many letters all names of places have beside each other, at most.
const places = 64

// wrapped returns names of places, in as many lines as they need to stand beside each other.
func wrapped(names []string) []string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = strings.Join(phrase.Wrap(name, places/len(names)), "\n")
	}
	return all
}

// scale gives an axis its range and its marks.
func scale(a *plot.Axis, log int, low, high float64) {
	if log > 0 {
		marks := logarithmic(log, low, high)
		a.Min, a.Max = marks.ends()
		a.Scale, a.Tick.Marker = plot.LogScale{}, marks
		return
	}
	if low == high {
		room := math.Max(1, math.Abs(low)/2)
		low, high = low-room, high+room
	}
	marks := linear(low, high)
	first, last := marks.ends()
	a.Min, a.Max, a.Tick.Marker = math.Min(low, first), math.Max(high, last), marks
}

// add adds one series: its line, its error bars and its points.
func (p picture) add(all *plot.Plot, i int, c curve) error {
	places := make(plotter.XYs, len(c.points))
	bars := make(plotter.YErrors, len(c.points))
	for n, at := range c.points {
		places[n] = plotter.XY{X: at.x, Y: at.y}
		bars[n].Low, bars[n].High = at.y-at.low, at.high-at.y
	}
	line, err := plotter.NewLine(places)
	if err != nil {
		return err
	}
	line.LineStyle = lineStyle(i)
	if p.names == nil {
		all.Add(line)
	}
	if c.bars {
		errors, err := plotter.NewYErrorBars(struct {
			plotter.XYer
			plotter.YErrorer
		}{places, bars})
		if err != nil {
			return err
		}
		errors.LineStyle = draw.LineStyle{Color: colours[i%len(colours)], Width: 1}
		errors.CapWidth = capWidth
		all.Add(errors)
	}
	points, err := plotter.NewScatter(places)
	if err != nil {
		return err
	}
	points.GlyphStyle = glyphStyle(i)
	all.Add(points)
	return nil
}

func lineStyle(i int) draw.LineStyle {
	return draw.LineStyle{Color: colours[i%len(colours)], Width: 1.6, Dashes: dashes[i%len(dashes)]}
}

func glyphStyle(i int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: colours[i%len(colours)], Radius: 3.2, Shape: shapes()[i%len(shapes())]}
}
