package campaign

import "github.com/scrutineer-go/scrutineer/internal/gauge"

// ran is one run of a block.
type ran struct {
	outcome Outcome
	numbers *gauge.Gauge
	covered covering
	err     error
}

// Block is what came of consecutive runs of a campaign. A block that was run elsewhere travels as bytes.
type Block struct {
	// First is the number of the first run.
	First int

	runs   []ran
	ranges []gauge.Range // of all runs; nil if the runs have their numbers
	// small has the small plans of failing runs, by their places in the block. Those that are absent are searched for
	// when the block is merged.
	small map[int]*Minimal
}

// Len is how many runs the block has. It may have fewer than were asked for: a run that has no end, and the run with
// which the campaign ends, is the last of its block.
func (b Block) Len() int { return len(b.runs) }
