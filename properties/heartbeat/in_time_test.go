package heartbeat

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/heartbeat/words"
)

// synchronous runs three processes, of which one goes down for a while, among delays of any
// length; from stop on they are up to that much. Explorations may know discrete time.
func synchronous(t *testing.T, seed uint64, bound faults.Time, time *spec.ConfiguredTime) campaign.Outcome {
	t.Helper()
	const period = faults.Time(words.Period)
	cfg := words.Config{
		Nodes: 3, Detectors: spec.AllNodes(2), Failures: spec.MessagesVanish, Nonces: 1000,
		Learns: words.LearnsByAsking,
		Time:   time,
	}
	p := faults.Plan{
		Version: faults.PlanVersion, Protocol: "heartbeat", Config: campaign.JSON(cfg), Seed: seed,
		Delay:  faults.Delay{Min: faults.Microsecond, Max: 3 * period},
		Faults: []faults.Fault{{Kind: &faults.Crash{Node: 2, At: new(period), Down: new(period)}}},
		Stop:   5 * period, Settle: 12 * period,
		DelayAfterStop: &faults.Delay{Min: bound * 3 / 4, Max: bound},
	}
	harness := Protocol().Registered().Campaigns()
	subject, err := harness.Open(p.Config)
	if err != nil {
		t.Fatal(err)
	}
	o, err := campaign.Run(subject, p, true)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// After the faults timers are real. Where an exchange takes less than it is waited for,
// detectors are right at the end, whatever delays were before. Where it takes longer, they take
// everybody for dead again and again, and that is no failure: the protocol claims nothing of
// such a network.
func TestAnswersInTime(t *testing.T) {
	const patience = faults.Time(words.Patience)
	for seed := range uint64(20) {
		if o := synchronous(t, seed, patience/4, nil); len(o.Violations)+len(o.Broken) > 0 {
			t.Errorf("seed %d, delays up to %s: %v, broken %v", seed, patience/4, o.Violations, o.Broken)
		}
		o := synchronous(t, seed, 2*patience, nil)
		if len(o.Violations) != 1 || o.Violations[0].Property != rightName || !o.Outside() ||
			!slices.Equal(o.Broken, []string{assumeInTime}) || o.Report.Happened["premature"] < 10 {
			t.Errorf("seed %d, delays up to %s: %v, broken %v, happened %v",
				seed, 2*patience, o.Violations, o.Broken, o.Report.Happened)
		}
	}
}
