package gossip

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// scale says how a record is scored: by how much each of its three criteria counts. All is in whole
// numbers, multiplied by what the paper divides by, so that every machine ranks alike (c6). The largest
// score is 1,000 x MaxLatency x MaxPower x MaxNodes, which an int64 can hold.
type scale struct {
	latency, power, id int64
	// tieBreak tells that of equal scores the lower number is better (c2).
	tieBreak bool
}

// The units of a latency that is not normalised, in microseconds (c1).
const (
	microsecondsInMillisecond = 1_000
	microsecondsInSecond      = 1_000_000
)

// scaleBy is the scale of a configuration where the criteria are divided by these; what is divided by
// 0 is 0 (c5), and so is the term then.
func scaleBy(cfg *words.Config, latency, power, id int) scale {
	reads := cfg.Interpretations
	switch {
	case reads.Has(words.RawMilliseconds):
		latency = microsecondsInMillisecond
	case reads.Has(words.RawSeconds):
		latency = microsecondsInSecond
	}
	l, p, n := int64(max(latency, 1)), int64(max(power, 1)), int64(1)
	w := [3]int64{int64(cfg.Weights[0]), int64(cfg.Weights[1]), 0}
	if reads.Has(words.IDSummand) {
		n, w[2] = int64(max(id, 1)), int64(cfg.Weights[2])
	}
	return scale{
		latency: w[0] * p * n, power: w[1] * l * n, id: w[2] * l * p,
		tieBreak: !reads.Has(words.IDSummand),
	}
}

// score is a record's score: the smaller the better.
func (s *scale) score(r *words.Record) int64 {
	return s.latency*int64(r.Latency) + s.power*int64(r.Power) + s.id*int64(number(r.Origin))
}

// number is how a process counts in its own score: from 1.
func number(id spec.NodeID) int { return int(id) + 1 }

// better tells whether the process of one record ranks before that of another.
func (s *scale) better(a, b *words.Record) bool {
	x, y := s.score(a), s.score(b)
	return x < y || s.tieBreak && x == y && a.Origin < b.Origin
}
