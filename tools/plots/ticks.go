package main

import (
	"math"
	"slices"
	"strconv"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"gonum.org/v1/plot"
)

// ticks are the marks of an axis that has them where they are.
type ticks []plot.Tick

// Ticks returns those of the range.
func (t ticks) Ticks(low, high float64) []plot.Tick {
	var within []plot.Tick
	for _, tick := range t {
		if tick.Value >= low*(1-1e-9) && tick.Value <= high*(1+1e-9) {
			within = append(within, tick)
		}
	}
	return within
}

// linear are the marks of a linear axis, four to nine at round numbers, from the last that is not
// above low to the first that is not below high.
func linear(low, high float64) ticks {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
	for _, more := range []float64{5, 2} {
		if (high-low)/(step*more) >= 4 {
			step *= more
			break
		}
	}
	var all ticks
	for n := math.Floor(low/step + 1e-9); ; n++ {
		all = append(all, plot.Tick{Value: n * step, Label: numeral(n * step)})
		if n*step >= high-1e-9*step {
			return all
		}
	}
}

// fewPlaces are marks at the places of all points, where these are few and lie apart; else nil.
func (p picture) fewPlaces() ticks {
	var places []float64
	for _, c := range p.curves {
		for _, at := range c.points {
			places = append(places, at.x)
		}
	}
	slices.Sort(places)
	places = slices.Compact(places)
	if len(places) > mostMarks || len(places) < 2 {
		return nil
	}
	var all ticks
	for i, x := range places {
		if i > 0 && (x-places[i-1])*mostMarks < places[len(places)-1]-places[0] {
			return nil
		}
		all = append(all, plot.Tick{Value: x, Label: numeral(x)})
	}
	return all
}

// numeral is a number with no more digits than it needs, and marks between thousands.
func numeral(x float64) string {
	return phrase.Thousands(strconv.FormatFloat(math.Round(x*1e9)/1e9, 'f', -1, 64))
}

// mostMarks is how many marks of an axis have numbers, at most.
const mostMarks = 12

// logarithmic are the marks of a logarithmic axis, from the last that is not above low to the
// first that is not below high. Those of base 10 within few decades stand at 1, 2 and 5 of each,
// or at every digit where there are fewer still.
func logarithmic(base int, low, high float64) ticks {
	digits := []float64{1}
	if base == 10 {
		switch decades := math.Log10(high / low); {
		case decades < 0.7:
			digits = []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8}
		case decades < 2.2:
			digits = []float64{1, 2, 5}
		}
	}
	var values []float64
	first := math.Floor(math.Log(low)/math.Log(float64(base)) + 1e-9)
	for exponent := first; ; exponent++ {
		for _, digit := range digits {
			x := digit * math.Pow(float64(base), exponent)
			if x <= low*(1+1e-9) {
				values = values[:0] // this one is not above it
			}
			values = append(values, x)
			if x >= high*(1-1e-9) && x > low {
				return marked(base, values)
			}
		}
	}
}

// marked writes numbers at some of the marks, and puts small marks between those of base 10.
func marked(base int, values []float64) ticks {
	every := (len(values) + mostMarks - 1) / mostMarks
	var all ticks
	for i, x := range values {
		label := ""
		if i%every == 0 {
			label = numeral(x)
		}
		all = append(all, plot.Tick{Value: x, Label: label})
		if base == 10 && i+1 < len(values) && values[i+1] > 9*x {
			for digit := 2.0; digit < 10; digit++ {
				all = append(all, plot.Tick{Value: digit * x})
			}
		}
	}
	return all
}

// ends are the first and the last mark.
func (t ticks) ends() (low, high float64) { return t[0].Value, t[len(t)-1].Value }
