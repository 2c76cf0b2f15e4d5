package toy

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A run that is held against the specification is judged by the properties of steps too, at
// every step that changes something: one that a crash breaks fails there, and where the
// protocol's monitor says that it judges the property and has not seen it, the two disagree.
func TestRunsAreJudgedByTheirSteps(t *testing.T) {
	cfg := config{Nodes: 2, Knocks: 2}
	for _, c := range []struct {
		name    string
		monitor []string
		says    string
	}{
		{"nobody else judges", []string{allInsideName}, "Remembers"},
		{"the monitor does not see it", []string{"Remembers"}, campaign.MonitorAgrees},
	} {
		subject := remembering(c.monitor).Registered().Subject(cfg)
		judge := subject.NewJudge(true)
		w, err := world.New(subject.Cluster, hostDies(), judge)
		if err != nil {
			t.Fatal(err)
		}
		w.Run()
		var failed []string
		at := map[string]int{}
		for _, v := range judge.End(w).Violations {
			failed, at[v.Property] = append(failed, v.Property), v.Event
		}
		if want := []string{c.says, allInsideName}; !slices.Equal(failed, want) || at[c.says] <= 2 {
			t.Errorf("%s: failed %q, want %q, at %v", c.name, failed, want, at)
		}
	}
}

// remembering is the door whose monitor says that it judges these properties, and whose specification has others.
func remembering(monitored []string) scrutineer.Protocol[State] {
	p := Protocol()
	configs := p.Config.(scrutineer.Configs[config, State])
	configs.Apply = func(cfg config, p *scrutineer.Protocol[State]) error {
		err := apply(cfg, p)
		p.Monitor.Properties = monitored
		stated := p.Spec.(scrutineer.Spec[State, Local])
		stated.Properties = []spec.Property[state]{
			{Name: "Remembers", Kind: spec.Stepwise, Step: hearsNoLess},
			{Name: "StepsChange", Kind: spec.Stepwise, Step: changes}, // a knock at a dead host changes nothing
		}
		p.Spec = stated
		return err
	}
	p.Config = configs
	return p
}

// hostDies is a run in which the host hears one knock of two and dies.
func hostDies() faults.Plan {
	var plan faults.Plan
	const text = `{"version": 1, "protocol": "knock", "config": {"nodes": 2, "knocks": 2}, "seed": 1,
		"delay": {"min": "1ms", "max": "1ms"}, "inputs": {"min": "1ms", "max": "1ms"}, "rates": {},
		"faults": [{"crash": {"node": 0, "after": {"action": "DeliverKnock", "node": 0, "nth": 1}}}],
		"stop": "50ms", "settle": "500ms"}`
	if err := json.Unmarshal([]byte(text), &plan); err != nil {
		panic(err)
	}
	return plan
}
