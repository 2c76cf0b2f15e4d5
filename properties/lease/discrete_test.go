package lease

import (
	"fmt"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/lease/words"
)

// within returns a budget of the lease in which any process may crash.
func within(cfg words.Config, most map[string]int) spec.Budget {
	b := spec.Budget{Lines: spec.FaultLines("crash", "crashIn", "drift", "duplicate", "loss")}
	b.MayCrash = spec.AllNodes(cfg.Nodes)
	for i := range b.Lines {
		b.Lines[i].Most = most[b.Lines[i].Name]
	}
	return b
}

// Specification and implementation have the same graph, with each kind of discrete time.
func TestColumnsAgreeInDiscreteTime(t *testing.T) {
	for n, time := range []spec.ConfiguredTime{
		{Horizon: 2},
		{Horizon: 4, Delay: 1, Late: 1},
		{Horizon: 4, Delay: 1, Skew: 1},
		{Span: 5, Delay: 1},
		{Span: 5, Delay: 1, Skew: 1},
		{Span: 5, Delay: 1, Steady: 3},
	} {
		for k, most := range []map[string]int{
			{}, {"crash": 1, "drift": 1}, {"crashIn": 1, "loss": 1}, {"duplicate": 1, "drift": 2},
		} {
			cfg := words.Config{
				Nodes: 2, Length: 4, Margin: 1, Failures: spec.Failures((n + k) % 3), Dated: k%2 > 0, Time: &time,
			}
			if time.Span > 0 && cfg.Failures == spec.MessagesWait {
				cfg.Failures = spec.MessagesVanish // else Asks to a lessor that is down have no end
			}
			t.Run(fmt.Sprintf("%+v %v %s", time, most, cfg.Failures), func(t *testing.T) {
				subject := Protocol().Registered().Under(cfg, within(cfg, most))
				e, err := subject.Explore(nil)
				if err != nil {
					t.Fatal(err)
				}
				if e.Difference != nil {
					t.Fatalf("%+v, %+v: %+v", e.Spec, e.Impl, *e.Difference)
				}
				t.Logf("%d states", e.Spec.States)
			})
		}
	}
}

// A dated lease tolerates a skew of as many ticks as the margin, and no more. Each tick by which a clock goes wrong
// counts as one tick of skew. A lease that is not dated tolerates any skew.
func TestSkewThatTheMarginAllows(t *testing.T) {
	for _, c := range []struct {
		dated               bool
		margin, skew, drift int
		breaks              bool
	}{
		{true, 0, 0, 0, false},
		{true, 0, 1, 0, true},
		{true, 1, 1, 0, false},
		{true, 1, 2, 0, true},
		{true, 2, 2, 0, false},
		{true, 2, 3, 0, true},
		{true, 3, 3, 0, false},
		{true, 1, 0, 1, false},
		{true, 1, 1, 1, true},
		{false, 0, 1, 0, false},
		{false, 1, 2, 0, false},
	} {
		cfg := words.Config{
			Nodes: 3, Length: 4, Margin: c.margin, Dated: c.dated, Failures: spec.MessagesVanish,
			Time: &spec.ConfiguredTime{Span: 5, Delay: 1, Skew: c.skew},
		}
		subject := Protocol().Registered().Under(cfg, within(cfg, map[string]int{"drift": c.drift}))
		r, err := subject.Reach([]string{exclusiveName}, "", verify.ReachOptions{Workers: 1, MaxStates: 1_000_000})
		if err != nil || r.Breach != "" {
			t.Fatalf("%+v: %v %s", c, err, r.Breach)
		}
		if breaks := r.Results[0].Verdict == spec.Violated; breaks != c.breaks {
			t.Errorf("%+v: %s after %d states", c, r.Results[0].Verdict, r.States)
		}
	}
}

// TestStatesByTime logs, with -v, the number of states by horizon, span and skew, without faults and with a crash:
// three processes, a lease of four ticks.
func TestStatesByTime(t *testing.T) {
	t.Logf("%8s %5s %5s %10s %12s", "horizon", "span", "skew", "states", "with a crash")
	before := 0
	for _, time := range []spec.ConfiguredTime{
		{Horizon: 3},
		{Horizon: 4},
		{Horizon: 5},
		{Horizon: 3, Skew: 1},
		{Horizon: 4, Skew: 1},
		{Horizon: 3, Skew: 2},
		{Span: 5},
		{Span: 8},
		{Span: 5, Skew: 1},
		{Span: 5, Skew: 2},
	} {
		time.Delay = 1
		var states [2]int
		for crashes := range states {
			cfg := words.Config{Nodes: 3, Length: 4, Margin: 1, Failures: spec.MessagesVanish, Time: &time}
			subject := Protocol().Registered().Under(cfg, within(cfg, map[string]int{"crash": crashes}))
			r, err := subject.Reach([]string{exclusiveName}, "", verify.ReachOptions{Workers: 1, MaxStates: 1_000_000})
			if err != nil || r.Breach != "" || r.Results[0].Verdict == spec.Violated {
				t.Fatalf("%+v: %v %s %+v", time, err, r.Breach, r.Results)
			}
			states[crashes] = r.States
		}
		t.Logf("%8d %5d %5d %10d %12d", time.Horizon, time.Span, time.Skew, states[0], states[1])
		if time.Skew == 0 && time.Horizon > 3 && states[0] <= before {
			t.Errorf("a later horizon has %d states, the one before %d", states[0], before)
		}
		before = states[0]
	}
}

// A clock cannot fall behind all readings, and no property of runs is judged at a horizon.
func TestRefusedInDiscreteTime(t *testing.T) {
	relative, absolute := &spec.ConfiguredTime{Span: 3, Delay: 1}, &spec.ConfiguredTime{Horizon: 3, Delay: 1}
	for _, c := range []struct {
		time  *spec.ConfiguredTime
		kind  cases.Kind
		drift int
		want  string
	}{
		{relative, cases.Graph, 2, ""},
		{relative, cases.Graph, 3, "budget.drift: it must be less than the span, 3, " +
			"so that no clock falls behind all readings"},
		{absolute, cases.Graph, 3, ""},
		{absolute, cases.Liveness, 0, "config: time ends at the horizon, and every run with it; " +
			"leave the horizon out to judge properties of runs"},
		{nil, cases.Graph, 0, "config: its processes read their clocks, and an exploration knows no time; " +
			"only campaigns run it"},
	} {
		cfg := words.Config{Nodes: 2, Length: 4, Margin: 1, Time: c.time}
		_, err := Protocol().Registered().Models[0].Open(cases.Case{
			Kind: c.kind, Config: campaign.JSON(cfg), Budget: map[string]int{"drift": c.drift},
		})
		if got := fmt.Sprint(err); c.want == "" && err != nil || c.want != "" && got != c.want {
			t.Errorf("%+v, %s, drift %d: %v, want %q", c.time, c.kind, c.drift, err, c.want)
		}
	}
}
