package scrutineer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// What the smaller options get wrong is one line that names the field.
func TestOptionsThatCannotBe(t *testing.T) {
	type protocol = scrutineer.Protocol[forgetful]
	judge := func() scrutineer.Judge { return nil }
	only := func(p *protocol) { p.Always = nil }
	for want, change := range map[string]func(*protocol){
		`Beside: names "flop"`: func(p *protocol) { p.Beside = []string{"flop"} },
		"InputsKnowing: is set beside Inputs": func(p *protocol) {
			p.Inputs = func(scrutineer.NodeID, *forgetful) []scrutineer.Body { return nil }
			p.InputsKnowing = func(scrutineer.NodeID, *forgetful, scrutineer.Set) []scrutineer.Body { return nil }
		},
		"Repeats: is set without Awaits": func(p *protocol) {
			p.Repeats = func(scrutineer.Timer, scrutineer.NodeID, *forgetful) bool { return false }
		},
		"Monitor: judges in place of Always": func(p *protocol) {
			p.Monitor = &scrutineer.Monitor{New: judge, Properties: []string{"Fine"}}
		},
		"Monitor.New: is missing": func(p *protocol) { only(p); p.Monitor = &scrutineer.Monitor{} },
		"Monitor.Properties: is missing": func(p *protocol) {
			only(p)
			p.Monitor = &scrutineer.Monitor{New: judge}
		},
		`Lines: has a line called "crash"`: func(p *protocol) {
			p.Lines = []spec.Line{{Name: "crash"}, {Name: "crash"}}
		},
		"Always: is missing, state one": func(p *protocol) { // a witness alone judges nothing
			p.Always, p.Spec = nil, statedOnly(spec.Property[statedOf]{Name: "NeverFine", Witness: true, Check: fine})
		},
		"Spec.Ghost.See: is set": func(p *protocol) {
			of := statedOnly().(scrutineer.Spec[forgetful, int])
			of.Ghost.See = func(g struct{}, _ spec.Action, _ spec.Set, _ any) struct{} { return g }
			p.Spec = of
		},
		"Monitor: judges in place of": func(p *protocol) {
			only(p)
			p.Watched, p.Watch = []string{"Rain"}, func() func(scrutineer.Step[forgetful]) { return nil }
			p.Monitor = &scrutineer.Monitor{New: judge, Properties: []string{"Fine"}}
		},
		"Spec.Unspecified: is set beside Handlers.Handle": func(p *protocol) {
			of := statedOnly().(scrutineer.Spec[forgetful, int])
			of.Unspecified = true
			p.Spec = of
		},
		"Spec.Handlers.Fresh: is missing": func(p *protocol) {
			p.Spec = scrutineer.Spec[forgetful, int]{Unspecified: true}
		},
		"RunsOnly: is set without Spec": func(p *protocol) { p.RunsOnly = true },
		"More[0].Spec: is missing": func(p *protocol) {
			more := forgetting("")
			more.Projection = true // nothing is explored
			p.More = []scrutineer.Registration{more}
		},
		`More[0].Spec.Module: "", each model needs a module of its own`: func(p *protocol) {
			p.More = []scrutineer.Registration{forgetting("")}
		},
	} {
		refusesToRegister(t, want, change)
	}
}

// statedOf is what properties of the specification of forgetful are judged on.
type statedOf = verify.Judged[int, struct{}]

func fine(statedOf) error { return nil }

// statedOnly is a specification of forgetful with these properties and no others.
func statedOnly(properties ...spec.Property[statedOf]) scrutineer.Specification[forgetful] {
	return scrutineer.Spec[forgetful, int]{
		Handlers: spec.Handlers[int]{
			Fresh:  func(spec.NodeID) int { return 0 },
			Handle: func(int, any, spec.Action) []spec.Outcome[int] { return nil },
		},
		Abstraction: func(spec.NodeID, *forgetful) int { return 0 },
		Module:      "MCForgetful", Properties: properties,
	}
}

// A protocol may leave all properties to its specification. One that has no runs needs no Steps and no Lines.
func TestSpecMayStateAllProperties(t *testing.T) {
	p := forgetting("")
	p.Always, p.CrashAfter, p.Lines = nil, []string{}, []spec.Line{}
	p.Spec = statedOnly(spec.Property[statedOf]{Name: "Fine", Check: fine})
	registered := p.Registered()
	_, stated := registered.Under(struct {
		Nodes int `json:"nodes"`
	}{2}, spec.Budget{}).Property("Fine")
	runs := registered.Campaigns()
	if !stated || len(runs.Properties) > 0 || !slices.Equal(runs.OfStates, []string{"Fine"}) {
		t.Errorf("stated: %t, runs are judged by %q and %q", stated, runs.Properties, runs.OfStates)
	}
}

// A protocol may have properties of its specification before it has one, and begin with its Default beside a Parse.
func TestUnspecified(t *testing.T) {
	type config struct {
		Nodes int `json:"nodes"`
	}
	type judged = verify.Judged[int, struct{}]
	p := forgetting("")
	p.Lines = spec.FaultLines("crash")
	p.Config = scrutineer.Configs[config, forgetful]{
		Default: config{2}, Explored: true, Parse: func([]byte) (config, error) { return config{3}, nil },
		Apply: func(c config, p *scrutineer.Protocol[forgetful]) error { p.Nodes = c.Nodes; return nil },
	}
	p.Spec = scrutineer.Spec[forgetful, int]{
		Module: "MCForgetful", Unspecified: true, Actions: []string{spec.Boot, spec.Crash},
		Handlers:    spec.Handlers[int]{Fresh: func(spec.NodeID) int { return -1 }},
		Abstraction: func(_ scrutineer.NodeID, s *forgetful) int { return s.N },
		Properties: []spec.Property[judged]{{Name: "Lives", Check: func(j judged) error {
			return scrutineer.Seen(!slices.Contains(j.State.State.Nodes, -1))
		}}},
	}
	registered := p.Registered()
	if got := string(registered.Campaigns().Default); got != `{"nodes":2}` || !registered.Campaigns().Unspecified {
		t.Errorf("explorations begin with %s, unspecified: %t", got, registered.Campaigns().Unspecified)
	}
	for most, want := range []spec.Verdict{spec.Holds, spec.Violated} {
		budget := spec.Budget{Lines: p.Lines, MayCrash: spec.AllNodes(1)}
		budget.Lines[0].Most = most
		r, err := registered.Under(config{3}, budget).Reach([]string{"Lives"}, "", verify.ReachOptions{Workers: 1})
		if err != nil || r.Results[0].Verdict != want {
			t.Errorf("%d crashes: %v, %+v", most, err, r.Results)
		}
	}
	p.RunsOnly = true
	if registered := p.Registered(); len(registered.Models) > 0 || registered.Runs.Open == nil {
		t.Errorf("%d models, where another protocol has the cases", len(registered.Models))
	}
}

// What depends on the budget is set with none for runs, and with that of a case for the case.
func TestBudgetedSeesTheBudget(t *testing.T) {
	var seen []int
	p := forgetting("")
	p.Budgeted = func(b spec.Budget, p *scrutineer.Protocol[forgetful]) {
		most := -1
		for _, line := range b.Lines {
			most = max(most, line.Most)
		}
		seen = append(seen, most)
		p.NoBoot = most > 1
	}
	p.Lines = spec.FaultLines("crash")
	registered := p.Registered()
	if c := registered.Subject(struct {
		Nodes int `json:"nodes"`
	}{2}).Cluster; !c.Boots || seen[0] != -1 {
		t.Errorf("runs boot: %t, budgets %d", c.Boots, seen)
	}
	budget := spec.Budget{Lines: spec.FaultLines("crash")}
	budget.Lines[0].Most = 2
	subject := registered.Under(struct {
		Nodes int `json:"nodes"`
	}{2}, budget)
	constants, err := subject.Constants()
	if err != nil || constants["Boots"].String() != "FALSE" || seen[len(seen)-1] != 2 {
		t.Errorf("Boots is %v, budgets %d, %v", constants["Boots"], seen, err)
	}
}

// What is assumed, needed and watched must have names that fit together.
func TestAssumptionsThatCannotBe(t *testing.T) {
	type protocol = scrutineer.Protocol[forgetful]
	for want, change := range map[string]func(*protocol){
		`Assumptions: has one called ""`: func(p *protocol) {
			p.Assumptions = []scrutineer.Assumption[forgetful]{{}}
		},
		`Needs: has Fine need "Peace"`:  func(p *protocol) { p.Needs = map[string][]string{"Fine": {"Peace"}} },
		"Watched: is set without Watch": func(p *protocol) { p.Watched = []string{"Rain"} },
	} {
		refusesToRegister(t, want, change)
	}
}

// refusesToRegister demands that a protocol with this change is refused with one line that begins as wanted.
func refusesToRegister(t *testing.T, want string, change func(*scrutineer.Protocol[forgetful])) {
	t.Helper()
	p := forgetting("")
	change(&p)
	defer func() {
		t.Helper()
		b, _ := recover().(spec.Breach)
		if !strings.HasPrefix(b.Why, want) || strings.Contains(b.Why, "\n") {
			t.Errorf("%q, it must begin with %q", b.Why, want)
		}
	}()
	p.Registered()
}
