package heartbeat

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/heartbeat/words"
)

// In discrete time no timer fires early, so a budget of early timers is refused.
func TestNothingIsPrematureInDiscreteTime(t *testing.T) {
	p := Protocol().Registered()
	for _, c := range []struct {
		time   *spec.ConfiguredTime
		module string
		want   string
	}{
		{nil, "MCHeartbeat", ""},
		{
			&spec.ConfiguredTime{Unit: 25, Span: 1, Delay: 1}, "MCTimedHeartbeat",
			"budget.premature: in discrete time no timer fires early, leave it out",
		},
	} {
		cfg := words.Config{
			Nodes: 2, Detectors: spec.AllNodes(1), Nonces: 2, Learns: words.LearnsByAsking, Time: c.time,
		}
		_, err := p.Open(cases.Case{
			Kind: cases.Graph, Module: c.module, Config: campaign.JSON(cfg), Budget: map[string]int{"premature": 1},
		})
		if err == nil && c.want != "" || err != nil && err.Error() != c.want {
			t.Errorf("%s: %v, want %q", c.module, err, c.want)
		}
	}
}

// A configuration with discrete time runs in worlds as the same one without it does: runs have delays of their own.
func TestRunsIgnoreDiscreteTime(t *testing.T) {
	var digests []string
	for _, time := range []*spec.ConfiguredTime{nil, {Unit: 25, Span: 1, Delay: 1}} {
		o := synchronous(t, 3, faults.Time(words.Patience)/4, time)
		if len(o.Violations) > 0 {
			t.Fatal(o.Violations)
		}
		digests = append(digests, o.Report.Digest)
	}
	if digests[0] != digests[1] {
		t.Errorf("the digests differ: %q", digests)
	}
}
