package paper

import (
	"slices"
	"testing"
)

// Each check of what was measured fails if the elections or the lists were others.
func TestMeasuredChecksCanFail(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for seconds; make test does")
	}
	s, err := sampled()
	if err != nil {
		t.Fatal(err)
	}
	const base, optimistic, preferred, hybrid = 0, 1, 2, 3
	each := func(change func(*four)) sample {
		other := s
		other.elections = nil
		for _, all := range s.elections {
			all = slices.Clone(all)
			for i := range all {
				change(&all[i])
			}
			other.elections = append(other.elections, all)
		}
		return other
	}
	lists := func(change func(*listing)) sample {
		other := s
		other.lists = slices.Clone(s.lists)
		for i := range other.lists {
			change(&other.lists[i])
		}
		return other
	}
	for _, broken := range []struct {
		what   string
		decide func(sample) (string, error)
		of     sample
		want   string
	}{
		{
			"CT-24: Optimistic is Base", decideSooner, each(func(f *four) { f[optimistic] = f[base] }),
			"optimistic completes 0.0 % sooner",
		},
		{"CT-25: Hybrid is Base", decideBytes, each(func(f *four) { f[hybrid].bytes /= 2 }), "Hybrid takes"},
		{"CT-25: bytes do not grow", decideBytes, each(func(f *four) { f[base].bytes = 1000 }), "base: 1.00 kB at 5"},
		{"CT-26: Base changes", decideChanges, each(func(f *four) { f[base].changes++ }), "base has 2.00 leaders"},
		{"CT-26: Hybrid does not", decideChanges, each(func(f *four) { f[hybrid].changes = 1 }), "Hybrid: 1.00"},
		{"CT-27: as healthy", decideHealth, each(func(f *four) { f[preferred].worse = f[base].worse }), "20 % lost"},
		{"CT-28: another leads", decideHash, each(func(f *four) { f[base].leader++ }), "1 is elected, and S3 holds"},
		{"CT-28: nobody is avoided", decideHash, each(func(f *four) { f[hybrid].leader = 0 }), "Hybrid 0.00"},
		{
			"CT-14 and CT-23: all are named", decideNamed, each(func(f *four) {
				f[preferred].named = slices.Repeat([]int{1}, len(f[preferred].named))
			}), "1.000 are named",
		},
		{"CT-15: rumours", decidePrinted, lists(func(l *listing) { l.own, l.heard = l.heard, l.own }), "p is 0."},
		{"CT-16: all report", decideEnough, lists(func(l *listing) { l.own.missed = 0 }), "r is 1"},
		{"CT-17: nobody is removed", decideBounds, lists(func(l *listing) {
			l.removed.at = []int{0}
		}), "c never is a tenth of N"},
		{"CT-17: always", decideBounds, lists(func(l *listing) { l.removed.at = []int{9} }), "c is 9 in 95 %"},
	} {
		t.Run(broken.what, func(t *testing.T) {
			mustFail(t, func() (string, error) { return broken.decide(broken.of) }, broken.want)
		})
	}
}
