package paper

import (
	"math"
	"testing"
)

// What is worked out bit by bit is what the processor does, with math.FMA and with products that are rounded.
func TestFloating(t *testing.T) {
	w := weights{400, 400, 200}
	five(func(a metrics) {
		nodes := []metrics{a, of(3000, 5, 5)}
		plain, fused := floating{}.scores(w, nodes), floating{fused: true}.scores(w, nodes)
		latency, _ := a.latency.Float64()
		power, _ := a.power.Float64()
		id, _ := a.id.Float64()
		x, y, z := .4*latency, power/5, id/5
		want := float64(float64(x)+float64(.4*y)) + float64(.2*z)
		wantFused := math.FMA(.2, z, math.FMA(.4, y, float64(x)))
		got, _ := plain[0].Float64()
		gotFused, _ := fused[0].Float64()
		if got != want || gotFused != wantFused {
			t.Fatalf("(%s,%s,%s): %v and %v, it must be %v and %v", a.latency, a.power, a.id, got, gotFused, want,
				wantFused)
		}
	})
}
