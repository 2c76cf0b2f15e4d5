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

// Known has facts about some runs before a block. They save work, and do not change the block.
type Known struct {
	// Failed says in how many of them each property has failed.
	Failed map[string]int

	does map[string]*Acted
}

// Add adds the runs of a block. They must be among those before the blocks for which it is then used.
func (k *Known) Add(b Block) {
	if k.Failed == nil {
		k.Failed = map[string]int{}
	}
	if k.does == nil {
		k.does = map[string]*Acted{}
	}
	for _, d := range b.runs {
		if v, failed := d.outcome.Failed(); failed {
			k.Failed[v.Property]++
		}
		for action, does := range d.covered.handled {
			if does {
				k.does[action] = &Acted{Does: true}
			}
		}
	}
}
