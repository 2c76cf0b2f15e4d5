package protocoltest

import (
	"errors"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/enact"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// stretch is how many steps are taken from a snapshot.
const stretch = 60

// Snapshots demands that a plan which starts from a snapshot of a run can take the steps that follow there, that these
// leave the same states, and that each of them refines the specification.
func Snapshots(t *testing.T, all []verify.Protocol) {
	for _, p := range all {
		h := p.Campaigns()
		taken, long := 0, 0
		for n := range drawn(byKey) {
			plan := aPlan{h, p.Name, withoutEarly(h.PlanOf(campaign.Options{Seed: 6}, n))}
			subject, err := h.Open(plan.plan.Config)
			if err != nil {
				t.Fatal(err)
			}
			if c := subject.Cluster; c.Reads || c.Discrete != nil || c.Nodes > verify.MostJudged {
				continue // a plan of a path knows no clocks, and large groups take long
			}
			var was steps
			run(t, plan, &was)
			if len(was.list) < 2 {
				continue
			}
			long++
			if fromSnapshot(t, plan, subject, &was, n) {
				taken++
			}
		}
		if 2*taken < long {
			t.Errorf("%s: of %d runs %d are taken from their midst", p.Name, long, taken)
		}
	}
}

// fromSnapshot takes the steps from the middle of a run by a plan that starts there. It reports whether there is such a
// plan: there is none if a timer is shorter than the steps take.
func fromSnapshot(t *testing.T, plan aPlan, subject campaign.Subject, was *steps, n int) bool {
	t.Helper()
	known := was.list
	half := len(known) / 2
	snapshot, err := world.SnapshotAfter(subject.Cluster, plan.plan, known[:half])
	if err != nil {
		t.Fatal(err)
	}
	var path []spec.Action
	for _, step := range known[half:min(half+stretch, len(known))] {
		path = append(path, step.Action)
	}
	base := plan.plan
	base.Faults, base.Pins, base.Topology, base.Gap = nil, nil, nil, 0
	from, err := enact.PathFrom(subject.Cluster, snapshot, base, path)
	var refused *enact.StepError
	if err != nil {
		if errors.As(err, &refused) {
			t.Errorf("%s, run %d of seed 6, from step %d: %v", plan.name, n, half+1, err)
		}
		return false
	}
	var is steps
	o := run(t, aPlan{plan.of, plan.name, from}, &is)
	if same := was.states[half : half+len(path)]; !slices.Equal(is.states[:len(path)], same) {
		t.Errorf("%s, run %d of seed 6, from step %d: the steps leave other states", plan.name, n, half+1)
	}
	for _, v := range o.Violations {
		if slices.Contains(campaign.Contracts(), v.Property) {
			t.Errorf("%s, run %d of seed 6, from step %d: %s: %s", plan.name, n, half+1, v.Property, v.Why)
		}
	}
	return true
}
