package paper

import (
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	elections "github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// counted runs an election without faults and returns its messages.
func counted(t *testing.T, cfg words.Config) elections.Tally {
	t.Helper()
	got, err := undisturbed(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// messagesOf runs a plan and returns the messages; every property must hold.
func messagesOf(t *testing.T, cfg words.Config, plan faults.Plan) elections.Tally {
	t.Helper()
	judge, err := judgedRun(cfg, plan)
	if err != nil {
		t.Fatal(err)
	}
	return judge.Tally
}

// CT-9, Lemma 1: the seven counts of the facts sheet, from running processes.
func TestMessagesOfBase(t *testing.T) {
	found, err := checkMessagesOfBase()
	if err != nil {
		t.Error(err)
	}
	t.Log(found)
}

// CT-10: Optimistic takes 2k + n unicasts and n multicasts, 1 <= n <= c+1; n = 1 where all
// lists are equal, and c+1 where each answer proposes a lower process than all before.
func TestMessagesOfOptimistic(t *testing.T) {
	for c := range 4 {
		cfg := words.Config{Nodes: c + 2, C: c, Protocol: words.Optimistic, Initiator: spec.NodeID(c + 1)}
		if got := counted(t, cfg); got.Unicasts() != 2*(c+1)+1 || got.Multicasts != 1 {
			t.Errorf("c %d, equal lists: %d unicasts, %d multicasts", c, got.Unicasts(), got.Multicasts)
		}
		// Process i knows those from i on, and the highest answers first.
		var order []spec.NodeID
		for i := range cfg.Initiator {
			cfg.Lists = append(cfg.Lists, spec.AllNodes(cfg.Nodes)[i:])
			order = append([]spec.NodeID{i}, order...)
		}
		cfg.Lists = append(cfg.Lists, spec.AllNodes(cfg.Nodes))
		if got := answeredIn(t, cfg, order); got.Multicasts != c+1 || got.Unicasts() != 2*(c+1)+c+1 {
			t.Errorf("c %d, falling answers: %d unicasts, %d multicasts", c, got.Unicasts(), got.Multicasts)
		}
	}
}

// answeredIn runs the configuration with a first run that asks these processes, and is
// answered by them in this order.
func answeredIn(t *testing.T, cfg words.Config, order []spec.NodeID) elections.Tally {
	t.Helper()
	cfg = cfg.WithDefaults()
	plan := faults.Plan{
		Version: faults.PlanVersion, Protocol: "ctolerant", Config: campaign.JSON(cfg), Stop: faults.Time(time.Second),
		Pins: []faults.Pin{{Kind: &faults.PickPin{Node: cfg.Initiator, Nth: 1, Set: spec.NewSet(order...)}}},
	}.WithDefaults()
	for i, from := range order[1:] {
		plan.Pins = append(plan.Pins, faults.Pin{Kind: &faults.Hold{
			Copy:  faults.MessageRef{Kind: words.KindResponse, From: from, To: cfg.Initiator, Nth: 1},
			Until: faults.StepRef{Action: elections.DeliverResponse, Node: cfg.Initiator, From: &order[i], Nth: 1},
		}})
	}
	return messagesOf(t, cfg, plan)
}

// CT-11: an attempt of Hybrid notifies at most c+1 processes, and there are at most y+1
// attempts where nothing fails. All six orders of three answers, with many metrics.
func TestMessagesOfHybrid(t *testing.T) {
	most, attempts := 0, 0
	for n := range 200 {
		cfg := words.Config{Nodes: 3, C: 2, Protocol: words.Hybrid, X: 1, Y: 2, Initiator: 2}
		for i := range 3 {
			cfg.Suspicions = append(cfg.Suspicions, []int{n >> i & 1, n >> (i + 2) & 3, n >> (i + 4) & 3})
		}
		for _, order := range [][]spec.NodeID{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			got := answeredIn(t, cfg, order)
			if got.Notifies > (cfg.C+1)*(cfg.Y+1) || got.Queries > 3*(cfg.Y+1) {
				t.Errorf("%v, answers of %v: %+v", cfg.Suspicions, order, got)
			}
			most, attempts = max(most, got.Notifies), max(attempts, got.Queries/3)
		}
	}
	t.Logf("at most %d processes were notified in an election (the bound is 9), in at most %d runs (3)", most, attempts)
}
