package validate

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/enact"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A run of at most mostWhole steps is enacted whole. Of a longer run that fails, the last steps before the failure are:
// windows lists how many, tried in order until the plan fails too.
var (
	mostWhole = 5_000
	windows   = []int{64, 256, 1_024, 4_096}
)

// Plan returns a plan that takes the steps of the run. If the run failed, the plan is shrunk in at most tries runs;
// elements is the number of its faults and pins. A *NoPlanError says why there is no plan.
func (v *Verdict) Plan(tries int) (plan faults.Plan, elements int, err error) {
	if c := v.subject.Cluster; c.Reads || c.Discrete != nil {
		return plan, 0, &NoPlanError{"its processes read their clocks"}
	}
	found, failed := v.Outcome.Failed()
	if plan, err = v.enacted(found, failed); err != nil || !failed {
		return plan, 0, err
	}
	why := fmt.Sprintf("a real run, shrunk: %s fails", found.Property)
	small, err := v.harness.NewFailure(0, plan, found, why, tries, nil)
	if err != nil {
		return plan, 0, err
	}
	return small.Minimal.Plan, small.Minimal.Elements, nil
}

// enacted returns a plan of the whole run, or of the steps before a failure.
func (v *Verdict) enacted(found campaign.Violation, failed bool) (faults.Plan, error) {
	end := len(v.Run.Steps)
	switch {
	case end <= mostWhole:
		plan, err := v.from(0, end)
		if err != nil {
			err = &NoPlanError{err.Error()}
		}
		return plan, err
	case failed:
		return v.window(found, min(found.Event, end))
	}
	return faults.Plan{}, &NoPlanError{fmt.Sprintf("it has %d steps, and a plan can have %d", end, mostWhole)}
}

// window returns a plan of the last steps before a failure, which fails too.
func (v *Verdict) window(found campaign.Violation, end int) (faults.Plan, error) {
	var last error
	for _, steps := range windows {
		plan, err := v.from(max(0, end-steps), end)
		if err == nil {
			var o campaign.Outcome
			if o, err = campaign.Run(v.subject, plan, true); err == nil && o.Fails(found.Property) {
				return plan, nil
			}
		}
		if last = err; err == nil {
			last = fmt.Errorf("%s does not fail from %d steps before", found.Property, steps)
		}
		if steps >= end {
			break
		}
	}
	return faults.Plan{}, &NoPlanError{last.Error()}
}

// from returns a plan that takes some of the steps, the first of which has the number begin, from 0.
func (v *Verdict) from(begin, end int) (faults.Plan, error) {
	actions := make([]spec.Action, 0, end-begin)
	for _, step := range v.Run.Steps[begin:end] {
		actions = append(actions, step.Action)
	}
	if begin == 0 {
		return enact.Path(v.subject.Cluster, v.base, actions)
	}
	snapshot, err := world.SnapshotAfter(v.subject.Cluster, v.base, v.recorded()[:begin])
	if err != nil {
		return faults.Plan{}, err
	}
	return enact.PathFrom(v.subject.Cluster, snapshot, v.base, actions)
}
