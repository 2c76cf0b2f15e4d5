package rsdptest

import (
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"pgregory.net/rapid"
)

// What no twin has changed obeys, with and without a specification.
func TestUtilisation(t *testing.T) {
	runs := "200"
	if testing.Short() {
		runs = "50"
	}
	setFlag(t, "scrutineer.n", runs)
	t.Run("specified", func(t *testing.T) { Check(t, utilised(utilisation{}), Without(KeepsHeld)) })
	t.Run("unspecified", func(t *testing.T) {
		c := utilised(utilisation{})
		c.Specification = nil
		Check(t, c, Without(KeepsHeld))
	})
}

// A reducer that keeps what it has found first leaves replicas that disagree for ever. Runs find that
// out without a specification.
func TestRunsFindDisagreement(t *testing.T) {
	t.Chdir(t.TempDir())
	setFlag(t, "scrutineer.tries", "200")
	c := utilised(&twin{Reducer: utilisation{}, update: func(_ replica, own, aggregate any) any {
		if len(own.(loads).All) > 0 {
			return own
		}
		return aggregate
	}})
	c.Specification = nil
	said, fails := hears(t, func(r *recorded) { scrutineer.Check(r, rsdp.With(c)) })
	if !fails || !strings.Contains(said, " fails in run ") || !strings.Contains(said, " holds ") {
		t.Errorf("it says %q", said)
	}
}

// Explorations tell apart what a client is told, and whether it is; so do runs.
func TestExplorationsFindDifferences(t *testing.T) {
	for name, broken := range map[string]struct {
		twin
		only string // the bound that finds it, if not all do
	}{
		"tells another mean": {twin: twin{normalize: func(_ replica, own any) any {
			return mean{0, len(own.(loads).All)}
		}}},
		"never reloads": {twin{reload: func(replica, any, any) bool { return false }}, "resynchronise, silent"},
	} {
		t.Run(name, func(t *testing.T) {
			broken.Reducer = utilisation{}
			for _, b := range bounds() {
				said, fails := hears(t, func(r *recorded) { b.explore(r, utilised(&broken.twin)) })
				if want := broken.only == "" || broken.only == b.name; fails != want ||
					fails && !strings.Contains(said, "Told") {
					t.Errorf("%s: fails %t, it says %q", b.name, fails, said)
				}
			}
		})
	}
}

// Commands explore a reducer without a specification too, and judge by the engine's properties.
func TestExploredAlone(t *testing.T) {
	c := utilised(utilisation{})
	c.Specification = nil
	for losses, agrees := range map[int]spec.Verdict{0: spec.Holds, 1: spec.Violated} {
		subject, err := rsdp.With(c).Registered().Open(cases.Case{
			Kind:   cases.Exploration,
			Config: []byte(`{"nodes":2,"failures":"stop","reducers":["utilisation"]}`),
			Budget: map[string]int{"loss": losses},
		})
		if err != nil {
			t.Fatal(err)
		}
		r, err := subject.Reach([]string{"Agreement"}, "MCFairSpec", verify.ReachOptions{Workers: 1})
		if err != nil || r.Breach != "" || r.Results[0].Verdict != agrees {
			t.Errorf("%d lost: %v, %s, %+v", losses, err, r.Breach, r.Results)
		}
	}
}

// What a user gets wrong is named, with what to write.
func TestMistakes(t *testing.T) {
	named := utilisationSpecification()
	named.Name = "load"
	for want, c := range map[string]rsdp.Custom{
		"its implementation is missing, give a Reducer": {},
		`its name is "latest", which another has`:       house("latest", "latest"),
		"its name is missing, give it one":              house("latest", ""),
		`Name: "no name", it must be of`:                house("latest", "no name"),
		"its implementation is called \"utilisation\" and its specification \"load\"": {
			Reducer: utilisation{}, Specification: &named,
		},
		`"utilisation" takes nothing from a side channel, give it InjectState, or leave out Injected`: {
			Reducer: utilisation{}, Injected: []any{loads{}},
		},
		"Wire[0]: is *rsdptest.loads, give a value": {Reducer: utilisation{}, Wire: []any{&loads{}}},
		"add a value of the type to Wire":           {Reducer: unwired{}},
	} {
		if _, err := open(c, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	said, fails := hears(t, func(r *recorded) { scrutineer.Check(r, rsdp.With()) })
	if want := "scrutineer: Reducer: there is none, name one or more"; !fails || !strings.Contains(said, want) {
		t.Errorf("without a reducer it says %q, want %s", said, want)
	}
}

// unwired has values of a type that nobody registers.
type unwired struct{ utilisation }

type stray struct{ N int }

func (unwired) Name() string { return "unwired" }

func (unwired) Beginning(*implementation.Replica) any { return stray{} }

func (unwired) IsBeginning(any) bool { return true }

func (unwired) NormalizeState(*implementation.Replica, any) any { return stray{} }

// Laws that are drawn over values of a generator hear of what no run brings about.
func TestValuesOfAGenerator(t *testing.T) {
	setFlag(t, "rapid.nofailfile", "true")
	setFlag(t, "rapid.checks", "1000")
	busy := func(l load) bool { return l.Percent > 49 } // nobody is
	c := utilised(&twin{Reducer: utilisation{}, shares: func(r replica, _ any, s entries) any {
		if slices.ContainsFunc(s[0].Data.(loads).All, busy) {
			return s[0].Data
		}
		return united(r, s)
	}})
	if said, is := breaks(t, c, ShareOrder); is {
		t.Errorf("what runs bring about breaks it: %s", said)
	}
	values := Values(func(r replica) *rapid.Generator[any] {
		return rapid.Custom(func(t *rapid.T) any {
			return loads{[]load{{rapid.SampledFrom(r.Order).Draw(t, "of"), rapid.IntRange(0, 100).Draw(t, "percent")}}}
		})
	})
	if _, is := breaks(t, c, ShareOrder, values); !is {
		t.Error("what is made up does not break it")
	}
}
