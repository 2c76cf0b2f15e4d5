package paper

import (
	"math/big"
	"slices"
	"testing"
)

// Each check of measured elections and lists fails if they are changed.
func TestMeasuredChecksCanFail(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("measures for seconds; make test does")
	}
	s, err := sampled()
	if err != nil {
		t.Fatal(err)
	}
	for _, broken := range append(s.brokenElections(), s.brokenAnswers()...) {
		t.Run(broken.what, func(t *testing.T) {
			mustFail(t, func() (string, error) { return broken.decide(broken.of) }, broken.want)
		})
	}
}

// broken is a check with a sample that must not pass it, and a text of the error.
type broken struct {
	what   string
	decide func(sample) (string, error)
	of     sample
	want   string
}

// each returns the sample with all elections changed.
func (s sample) each(change func(*four)) sample {
	s.elections = changed(s.elections, change)
	return s
}

// heard returns the sample with all elections changed in which rumours count.
func (s sample) heard(change func(*four)) sample {
	s.told = changed(s.told, change)
	return s
}

func changed(elections [][]four, change func(*four)) (other [][]four) {
	for _, all := range elections {
		all = slices.Clone(all)
		for i := range all {
			change(&all[i])
		}
		other = append(other, all)
	}
	return other
}

// listed returns the sample with all listings changed.
func (s sample) listed(change func(*listing)) sample {
	s.lists = slices.Clone(s.lists)
	for i := range s.lists {
		change(&s.lists[i])
	}
	return s
}

const base, optimistic, preferred, hybrid = 0, 1, 2, 3

// brokenElections returns the broken checks of CT-24 to CT-28.
func (s sample) brokenElections() []broken {
	return []broken{
		{
			"CT-24: Optimistic is Base", decideSooner, s.each(func(f *four) { f[optimistic] = f[base] }),
			"optimistic completes 0.0 % sooner",
		},
		{"CT-25: Hybrid is Base", decideBytes, s.each(func(f *four) { f[hybrid].bytes /= 2 }), "Hybrid takes"},
		{"CT-25: bytes do not grow", decideBytes, s.each(func(f *four) { f[base].bytes = 1000 }), "base: 1.00 kB at 5"},
		{"CT-26: Base changes", decideChanges, s.each(func(f *four) { f[base].changes++ }), "base has 2.00 leaders"},
		{"CT-26: Hybrid does not", decideChanges, s.each(func(f *four) { f[hybrid].changes = 1 }), "Hybrid: 1.00"},
		{"CT-27: as healthy", decideHealth, s.each(func(f *four) { f[preferred].worse = f[base].worse }), "20 % lost"},
		{"CT-28: another leads", decideHash, s.each(func(f *four) { f[base].leader++ }), "1 is elected, and S3 holds"},
		{"CT-28: nobody is avoided", decideHash, s.each(func(f *four) { f[hybrid].leader = 0 }), "Hybrid 0.00"},
		{
			"CT-24: Base takes no time", decideSooner, s.each(func(f *four) { f[base].completion = 0 }),
			"no election of base has taken any time",
		},
		{
			"CT-24: Hybrid takes none", decideSooner, s.each(func(f *four) { f[hybrid].completion = 0 }),
			"hybrid completes 100.0 % sooner",
		},
		{"CT-27: Base's are worst", decideHealth, s.each(func(f *four) { f[base].worse = 0 }), "are the unhealthiest"},
		{"CT-28: S3 never holds", decideHash, s.each(func(f *four) {
			f[base].held, f[optimistic].held = false, false
		}), "keeps S3"},
	}
}

// brokenAnswers returns the broken checks of what lists and answers name.
func (s sample) brokenAnswers() []broken {
	allNamed := func(f *four) { f[preferred].named = slices.Repeat([]int{1}, len(f[preferred].named)) }
	nobodyIsUnhealthy := func(f *four) { f[preferred].named = nil }
	return []broken{
		{"CT-14: all are named", decideNamed, s.each(allNamed), "1.000 are named"},
		{"CT-14: all are named, with rumours", decideNamed, s.heard(allNamed), "1.000 are named"},
		{"CT-14: nobody is unhealthy", decideNamed, s.each(nobodyIsUnhealthy), "no process is unhealthy"},
		{"CT-23: all are named", decideAvoided, s.each(allNamed), "100.0 % are named"},
		{"CT-23: all are named, with rumours", decideAvoided, s.heard(allNamed), "with rumours 100.0 %"},
		{"CT-23: nobody is unhealthy", decideAvoided, s.heard(nobodyIsUnhealthy), "no process is unhealthy"},
		{"CT-15: rumours", decidePrinted, s.listed(func(l *listing) { l.own, l.heard = l.heard, l.own }), "p is 0."},
		{"CT-16: all report", decideEnough, s.listed(func(l *listing) { l.own.missed = 0 }), "r is 1"},
		{"CT-17: nobody is removed", decideBounds, s.listed(func(l *listing) {
			l.removed.at = []int{0}
		}), "c never is a tenth of N"},
		{"SW-12: always the same", decideIndependent, s.listed(func(l *listing) {
			l.own.traces = s.lists[0].own.traces
		}), "the difference may be chance"},
		{"SW-12: p grows", decideIndependent, s.listed(func(l *listing) {
			l.own.traces = slices.Clone(l.own.traces)
			for i, p := range l.own.traces {
				l.own.traces[i] = new(big.Rat).Neg(p)
			}
		}), "the difference may be chance"},
		{"CT-17: always", decideBounds, s.listed(func(l *listing) { l.removed.at = []int{9} }), "c is 9 in 95 %"},
	}
}
