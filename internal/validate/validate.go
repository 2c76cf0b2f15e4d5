// Package validate judges a run of real processes. A world of faults/world takes the same steps, so a real run is held
// against the specification and judged by the properties as a simulated run is. A failure becomes a plan that replays.
//
// It imports live, the engine of campaigns and the enactor of paths. Start reading at [Logs].
package validate

import (
	"encoding/json"
	"errors"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/live"
)

// Verdict is the judgement of a run of real processes.
type Verdict struct {
	// Run are the merged steps.
	Run live.Run
	// Outcome is the outcome of the run, which continued in the simulator after the last step.
	Outcome campaign.Outcome
	// NotOffered, if set, is an input that the environment cannot give at its place, such as a suspicion of a live
	// process. The run is judged up to there, as it is if Run.Lost is set.
	NotOffered *live.Refusal

	harness campaign.Harness
	subject campaign.Subject
	base    faults.Plan
}

// Logs merges the logs of a cluster of a protocol in a configuration, and judges the run. An error of type
// *live.Refusal names a step of the logs that no run of the cluster can have.
func Logs(p campaign.Harness, config json.RawMessage, lives []live.Life) (Verdict, error) {
	v := Verdict{
		harness: p, base: faults.Plan{Protocol: p.Name, Config: config, Why: "what real processes have done"},
	}
	var err error
	if v.subject, err = p.Open(config); err != nil {
		return v, err
	}
	if v.Run, err = live.Merge(v.subject.Cluster, lives); err != nil {
		return v, err
	}
	outcome, taken, why, err := campaign.Drive(v.subject, v.base, v.recorded())
	if err != nil {
		return v, err
	}
	v.Outcome = outcome
	if why == nil {
		return v, nil
	}
	refused := &live.Refusal{Where: v.Run.Steps[taken].Where, Why: why.Error()}
	var offered *world.NotOffered
	if errors.As(why, &offered) {
		v.NotOffered, v.Run = refused, live.Run{Steps: v.Run.Steps[:taken], Began: v.Run.Began}
		return v, nil
	}
	return v, refused
}

// recorded returns the steps as a world takes them. Time 0 is when the clocks read 0, but for their skew.
func (v *Verdict) recorded() []world.RecordedStep {
	all := make([]world.RecordedStep, len(v.Run.Steps))
	for n, step := range v.Run.Steps {
		all[n] = world.RecordedStep{
			Action: step.Action, At: faults.Time(max(0, step.At-v.Run.Began)), Reading: faults.Time(step.Now),
		}
	}
	return all
}

// Checked says what was checked in a run that did not fail.
func (v *Verdict) Checked() string {
	steps := "every step"
	if v.NotOffered != nil || v.Run.Lost != nil {
		steps = "every step up to there"
	}
	if v.harness.Unspecified {
		return "no property fails that is claimed (there is no specification)"
	}
	return steps + " is one of the specification, and no property fails that is claimed"
}
