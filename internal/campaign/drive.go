package campaign

import (
	"errors"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
)

// Drive has a world take recorded steps, then lets the run continue by the plan, and judges it as Run does, with
// refinement. taken is the number of steps taken. If not all were, why is the reason, or nil if the checked code broke
// a contract: that is a violation. After a step that cannot be taken there is no outcome, unless why is
// [*world.NotOffered].
func Drive(s Subject, p faults.Plan, steps []world.RecordedStep) (o Outcome, taken int, why, err error) {
	defer panicked(&err)
	judge := s.NewJudge(true)
	l, err := world.NewDriven(s.Cluster, p, judge)
	if err != nil {
		return Outcome{}, 0, nil, err
	}
	for taken < len(steps) && why == nil {
		if why = l.Take(steps[taken]); why == nil {
			taken++
		}
	}
	var offered *world.NotOffered
	switch {
	case l.Broken():
		why = nil
	case why != nil && !errors.As(why, &offered):
		return Outcome{}, taken, why, nil
	}
	o, err = concluded(judge, l.World, l.RunOn())
	return o, taken, why, err
}
