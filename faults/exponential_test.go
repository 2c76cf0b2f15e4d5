package faults

import (
	"math"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/draw"
)

// The table is that of the logarithm, to the last digit.
func TestHalvingIsTheLogarithm(t *testing.T) {
	for i, got := range halving {
		if want := math.Round(-math.Log1p(-float64(i)/128) * (1 << 32)); float64(got) != want {
			t.Errorf("entry %d is %d, want %.0f", i, got, want)
		}
	}
}

// What is drawn has the mean and the quantiles of an exponential distribution, up to the
// thousandth of its tail.
func TestExponential(t *testing.T) {
	const draws, mean, least = 400_000, 10_000, 2_000
	d := Delay{
		Shape: Exponential, Min: least * Microsecond, Mean: (least + mean) * Microsecond,
		Max: 1000 * mean * Microsecond,
	}
	var drawn []float64
	sum := 0.0
	for i := range uint64(draws) {
		us := float64(d.Draw(draw.New(7).With(i))/Microsecond - least)
		drawn = append(drawn, us)
		sum += us
	}
	slices.Sort(drawn)
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 0.02*want {
			t.Errorf("%s is %.0f, want %.0f", what, got, want)
		}
	}
	near("the mean", sum/draws, mean)
	for _, q := range []float64{0.05, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999} {
		near("a quantile", drawn[int(q*draws)], -math.Log1p(-q)*mean)
	}
}

// No draw is longer than the longest, and of a mean of hours none overflows.
func TestExponentialIsCapped(t *testing.T) {
	d := Delay{Shape: Exponential, Min: 5, Mean: MaxTime / 2, Max: MaxTime}
	capped := 0
	for i := range uint64(10_000) {
		switch by := d.Draw(draw.New(1).With(i)); {
		case by < d.Min || by > d.Max:
			t.Fatalf("draw %d is %s", i, by)
		case by > d.Max-Microsecond:
			capped++
		}
	}
	if capped < 1200 || capped > 1500 { // e^-2 of them
		t.Errorf("%d of 10,000 draws are the longest", capped)
	}
}
