// Package validate judges what a cluster of real processes has done. It has the World of faults/world take the same
// steps, so that a real run is held against the specification and judged by the properties as a simulated run is, and
// what fails becomes a plan that replays.
//
// It imports live, the engine of campaigns and the enactor of paths. Start reading at [Logs].
package validate

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/enact"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Verdict is what has become of the logs of a cluster.
type Verdict struct {
	// Run are the merged steps.
	Run live.Run
	// Plan is the plan whose run takes these steps, and Replayed its run.
	Plan     faults.Plan
	Replayed campaign.Replayed
}

// Logs merges the logs of a cluster of a protocol in a configuration, and judges the run. An error of type
// *live.Refusal names a step of the logs that no run of the cluster can have.
func Logs(p campaign.Harness, config json.RawMessage, lives []live.Life) (Verdict, error) {
	subject, err := p.Open(config)
	if err != nil {
		return Verdict{}, err
	}
	if subject.Cluster.Reads || subject.Cluster.Discrete != nil {
		return Verdict{}, fmt.Errorf(
			"%s: its processes read their clocks, and real runs of such a protocol are not judged yet", p.Name)
	}
	var v Verdict
	if v.Run, err = live.Merge(subject.Cluster, lives); err != nil {
		return v, err
	}
	base := faults.Plan{Protocol: p.Name, Config: config, Why: "what real processes have done"}
	if v.Plan, err = enact.Path(subject.Cluster, base, actions(v.Run)); err != nil {
		return v, v.refused(err)
	}
	all, err := campaign.Replay(p, v.Plan)
	if err != nil {
		return v, err
	}
	v.Replayed = all[0]
	return v, nil
}

func actions(r live.Run) []spec.Action {
	all := make([]spec.Action, len(r.Steps))
	for n, step := range r.Steps {
		all[n] = step.Action
	}
	return all
}

// refused says where the logs have the step of the run that cannot be taken.
func (v Verdict) refused(err error) error {
	var at *enact.StepError
	if !errors.As(err, &at) || at.Step > len(v.Run.Steps) {
		return err
	}
	return &live.Refusal{Where: v.Run.Steps[at.Step-1].Where, Why: fmt.Sprintf("%s: %v", at.Action, at.Err)}
}
