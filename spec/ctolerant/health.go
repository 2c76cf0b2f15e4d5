package ctolerant

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// answer is line 20 of Algorithm 1, lines 28 to 31 of Algorithm 3: the top y unhealthy,
// and the x lowest of the others; besides whom it has lost (D23).
func (b kernel) answer(at spec.NodeID, p Local, q words.Query) words.Response {
	unhealthy := b.unhealthiest(at, p, q.Y)
	candidates := p.List.Minus(unhealthy)
	if b.Interprets(words.OmitSelf) { // D1
		candidates = candidates.Without(at)
	}
	return words.Response{
		Run: q.Run, Candidates: candidates[:min(q.X, len(candidates))], Unhealthy: unhealthy,
		Lost: p.Met.Minus(p.List),
	}
}

// unhealthiest returns the top y unhealthy of those that the process knows, never itself:
// by how often they are suspected, those that never were not at all, equals by their ids,
// the higher first (D14).
func (b kernel) unhealthiest(at spec.NodeID, p Local, y int) spec.Set {
	var ranked []spec.NodeID
	for _, id := range p.List.Without(at) {
		if p.suspects(id) > 0 || b.Interprets(words.ZerosFill) {
			ranked = append(ranked, id)
		}
	}
	if !b.Interprets(words.LowerFirst) {
		slices.Reverse(ranked)
	}
	slices.SortStableFunc(ranked, func(i, j spec.NodeID) int { return p.suspects(j) - p.suspects(i) })
	return spec.NewSet(ranked[:min(y, len(ranked))]...)
}

// suspects is how often the process suspects another one.
func (p Local) suspects(id spec.NodeID) int {
	if p.Suspicions == nil {
		return 0
	}
	return p.Suspicions[id]
}
