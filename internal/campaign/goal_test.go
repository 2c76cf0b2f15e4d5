package campaign_test

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// beaten runs a plan and returns the outcome with the texts of all events.
func beaten(t *testing.T, plan faults.Plan) (campaign.Outcome, []string) {
	t.Helper()
	subject, err := beatHarness().Open(plan.Config)
	if err != nil {
		t.Fatal(err)
	}
	var events watched
	o, err := campaign.Run(subject, plan, false, &events)
	if err != nil {
		t.Fatal(err)
	}
	return o, events
}

// watched are the events of a run.
type watched []string

func (l *watched) Observe(_ *world.World, e *world.Event) {
	*l = append(*l, e.At.String()+" "+e.Line().Text)
}

// Once the goal has held for three rounds after the faults stopped, the run ends: up to
// there it is the run that it would have been, and it is judged the same.
func TestGoalEndsRun(t *testing.T) {
	config, faulty := beatConfig{Nodes: 5}, []faults.Kind{
		crash(0, rounds, 6*rounds), crash(1, 10*rounds, 10*rounds), crash(2, 10*rounds, 2*rounds),
	}
	whole, all := beaten(t, beatPlan(config, 12, faulty...))
	config.Ends = 3
	ended, some := beaten(t, beatPlan(config, 12, faulty...))
	if whole.Report.Ended || !ended.Report.Ended {
		t.Errorf("ended: %t without, %t with the goal", whole.Report.Ended, ended.Report.Ended)
	}
	if len(some) >= len(all) || !slices.Equal(some, all[:len(some)]) || ended.Report.Events != len(some) {
		t.Errorf("%d of %d events, the report says %d", len(some), len(all), ended.Report.Events)
	}
	if _, failed := whole.Failed(); failed || len(ended.Violations) > 0 {
		t.Errorf("judged %v, and %v where it ends early", whole.Violations, ended.Violations)
	}
	// Process 1 comes up when the faults stop, and is trusted again from its next beat on.
	if end := ended.Report.End; end < 15*rounds || end > 17*rounds {
		t.Errorf("it ends at %s", end)
	}
	again, _ := beaten(t, beatPlan(config, 12, faulty...))
	if again.Report.Digest != ended.Report.Digest || ended.Report.Digest == whole.Report.Digest {
		t.Errorf("the digests are %s, %s again, %s of the whole run",
			ended.Report.Digest, again.Report.Digest, whole.Report.Digest)
	}
}

// fickle is a judge whose goal holds but for one round.
type fickle struct {
	beatJudge
	over campaign.Goal
}

func (j *fickle) Observe(w *world.World, _ *world.Event) {
	j.over.Watch(w, func() bool { return w.Now() < 14*rounds || w.Now() >= 15*rounds })
}

// What has held, and holds no longer, has to hold anew.
func TestGoalHoldsAnew(t *testing.T) {
	plan := beatPlan(beatConfig{Nodes: 3}, 12)
	subject, err := beatHarness().Open(plan.Config)
	if err != nil {
		t.Fatal(err)
	}
	for held, want := range map[faults.Time]faults.Time{1: 13, 3: 18, 0: 22} {
		subject.NewJudge = func(bool) campaign.Judge { return &fickle{over: campaign.Goal{For: held * rounds}} }
		o, err := campaign.Run(subject, plan, false)
		if err != nil {
			t.Fatal(err)
		}
		if end := o.Report.End; end > want*rounds+rounds/2 || end < want*rounds-rounds/2 {
			t.Errorf("where it must hold for %d rounds, the run ends at %s, want some %s", held, end, want*rounds)
		}
	}
}

// seldom is fickle, and is asked only where that has changed.
type seldom struct {
	beatJudge
	over   campaign.Goal
	broken bool
	asked  int
}

func (j *seldom) Observe(w *world.World, _ *world.Event) {
	if broken := w.Now() >= 14*rounds && w.Now() < 15*rounds; broken != j.broken {
		j.broken = broken
		j.over.Changed()
	}
	j.over.WatchChanges(w, func() bool {
		j.asked++
		return !j.broken
	})
}

// A goal that is asked where it has changed ends the run as if it were asked at each event.
func TestGoalIsAskedAnewWhereItHasChanged(t *testing.T) {
	plan := beatPlan(beatConfig{Nodes: 3}, 12)
	subject, err := beatHarness().Open(plan.Config)
	if err != nil {
		t.Fatal(err)
	}
	j := &seldom{over: campaign.Goal{For: 3 * rounds}}
	subject.NewJudge = func(bool) campaign.Judge { return j }
	o, err := campaign.Run(subject, plan, false)
	if end := o.Report.End; err != nil || j.asked != 3 || end > 18*rounds+rounds/2 || end < 18*rounds-rounds/2 {
		t.Errorf("asked %d times, and the run ends at %s (%v)", j.asked, end, err)
	}
}

// A run that never reaches its goal goes on to its end, and fails there.
func TestGoalThatFails(t *testing.T) {
	plan := crowded(4)
	plan.Config = campaign.JSON(beatConfig{Nodes: 4, Crowd: true, Ends: 3})
	o, _ := beaten(t, plan)
	if o.Report.Ended || !o.Fails(detects) {
		t.Errorf("ended %t, %v", o.Report.Ended, o.Violations)
	}
}

// A replay ends where the run did, and so does the shrunk plan of a run that ended early.
func TestReplayEndsAsRun(t *testing.T) {
	p := beatHarness()
	plan := beatPlan(beatConfig{Nodes: 3, Ends: 2}, 12)
	for nth := 21; nth < 25; nth++ {
		plan.Faults = append(plan.Faults, faults.Fault{
			Kind: &faults.Loss{Copy: faults.MessageRef{Kind: "Beat", From: 0, To: 1, Nth: nth}},
		})
	}
	plan.Stop = 30 * rounds
	o, some := beaten(t, plan)
	if !o.Report.Ended || !o.Fails(calm) {
		t.Fatalf("ended %t, %v", o.Report.Ended, o.Violations)
	}
	all, err := campaign.Replay(p, plan)
	if err != nil {
		t.Fatal(err)
	}
	if r := all[0]; r.Outcome.Report.Digest != o.Report.Digest || len(r.Trace) != len(some) {
		t.Errorf("replayed %d events, %s; run %d, %s",
			len(r.Trace), r.Outcome.Report.Digest, len(some), o.Report.Digest)
	}
	if _, err := p.NewFailure(1, plan, o.Violations[0], "a test", 300, nil); err != nil {
		t.Error(err)
	}
}

// What is named of a run that ends early is what happens until then.
func TestExplicitEndsAsRun(t *testing.T) {
	plan := beatPlan(beatConfig{Nodes: 3, Ends: 2}, 4)
	subject, err := beatHarness().Open(plan.Config)
	if err != nil {
		t.Fatal(err)
	}
	named, err := world.Explicit(subject.Cluster, plan, false, subject.NewJudge(false))
	if err != nil {
		t.Fatal(err)
	}
	drawn, _ := beaten(t, plan)
	o, _ := beaten(t, named)
	if len(o.Report.Unmatched) > 0 || o.Report.Digest != drawn.Report.Digest {
		t.Errorf("the named run is %s, the drawn one %s; unmatched: %v",
			o.Report.Digest, drawn.Report.Digest, o.Report.Unmatched)
	}
}
