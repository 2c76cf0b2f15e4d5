package campaign

import "encoding/json"

// Options say what a campaign runs.
type Options struct {
	// Runs is how many, Seed what they are drawn from. If Events is set, a campaign of Least runs or more ends with the
	// block in which it has had so many events.
	Runs, Least int
	Events      int
	Seed        uint64
	// Fixed are fields of the configuration that are not drawn.
	Fixed map[string]json.RawMessage
	// Refine holds every step of every run against the specification.
	Refine bool
	// Edges counts which edges of the protocol's bound are visited, where every step
	// is held against the specification and the protocol has a bound.
	Edges bool
	// LocalStates counts the states of single processes: see Result.LocalStates.
	LocalStates bool
	// Keep is how many failing plans of each property are kept, each of another cause. The first
	// 4*Keep-3 failing runs of a property are shrunk to tell their causes; the rest is counted.
	Keep int
	// UntilFailed ends the campaign with the first block of runs that has a failure.
	UntilFailed bool
	// Until, if set, ends the campaign with the first run in which this property fails.
	Until string
	// Tries bounds the runs that making a plan small may take.
	Tries int
	// Program names the program, such as a sum of its file: one that was built anew may draw and judge
	// otherwise, and does not go on with what another has begun.
	Program string
	// Workers is how many runs go on at a time; the result is the same for any.
	Workers int
	// Ran, where set, is told of each run how many have come to their end, from several
	// at a time.
	Ran func(runs int)
	// Going, where set, is told what a run is at, and how many events or tries there were so far:
	// often, and from several at a time.
	Going func(run int, phase Phase, n int)
	// Done, where set, is told of the result so far after each block of runs, and
	// of the failures that are new in it.
	Done func(r *Result, fresh []Failure) error
}

// Phase is what a run is at.
type Phase string

// The phases.
const (
	Drawn  Phase = "is drawn"
	Opened Phase = "is opened"
	GoesOn Phase = "goes on"
	Shrunk Phase = "is shrunk"
)

func (o Options) going(run int, phase Phase, n int) {
	if o.Going != nil {
		o.Going(run, phase, n)
	}
}

// BlockRuns is how many runs are merged into the result at a time, at most: a block ends with a multiple of it.
const BlockRuns = 100

// Ends reports whether a campaign with these options ends because a run has failed, or there were events enough. It
// does so with a whole block, also where it was interrupted before, but for that of one property.
func (r *Result) Ends(o Options) bool {
	if o.Events > 0 && r.Events >= o.Events && r.Run >= o.Least && r.Run%BlockRuns == 0 {
		return true
	}
	if o.Until != "" && r.Failed[o.Until] > 0 {
		return true
	}
	return o.UntilFailed && len(r.Failed) > 0 && (r.Run%BlockRuns == 0 || r.Run == r.Asked || r.Failed[RunIsFinite] > 0)
}
