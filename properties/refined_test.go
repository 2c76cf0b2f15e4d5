package properties

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A judge that compares what each step has changed, and judges by what it may have changed, says what one says that
// compares whole states and judges all of each: of the same event, in the same words, also where processes do what they
// must not.
func TestRefinedRunsArePlainOnes(t *testing.T) {
	happened := make([]int, len(mistakes))
	for _, p := range Registered() {
		harness := p.Campaigns()
		if harness.Unspecified {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			runs := nightly.Size(6, 4)
			if testing.Short() {
				runs = 2
			}
			for i := range runs {
				plan := harness.PlanOf(campaign.Options{Seed: 7}, i)
				subject, err := harness.Open(plan.Config)
				if err != nil {
					t.Fatal(err)
				}
				said(t, subject, plan)
				for n, m := range mistakes {
					if n%2 == i%2 {
						o := said(t, mistaken(subject, m, 1+(5*i+3*n)%16), plan)
						if slices.ContainsFunc(o.Violations, isRefusal) {
							happened[n]++
						}
					}
				}
			}
		})
	}
	for n, m := range mistakes {
		if happened[n] == 0 {
			t.Errorf("nobody refuses a process that %s", m.does)
		}
	}
}

func isRefusal(v campaign.Violation) bool { return v.Property == campaign.Refines }

// said runs a plan under both judges and returns what came of it.
func said(t *testing.T, subject campaign.Subject, plan faults.Plan) campaign.Outcome {
	t.Helper()
	run := func(s campaign.Subject) (o campaign.Outcome) {
		o, err := campaign.Run(s, plan, true)
		if errors.Is(err, campaign.ErrPanics) { // some monitors take it for granted that a process does what it must
			o.Violations = append(o.Violations, campaign.Violation{Property: "panic", Why: err.Error()})
			return o
		}
		if err != nil {
			t.Fatal(err)
		}
		o.Ends, o.Pages = nil, nil
		return o
	}
	o, plainly := run(subject), subject
	plainly.NewJudge = func(refine bool) campaign.Judge { return verify.Plain(subject.NewJudge(refine)) }
	if d := cmp.Diff(run(plainly), o); d != "" {
		t.Fatalf("another judge (-plain +refined):\n%s\nof the plan %s", d, campaign.Text(plan))
	}
	return o
}

// mistake is what a process does wrong in one of its steps.
type mistake struct {
	does string
	step func(n impl.Node, ev impl.Event, out *impl.Effects)
}

var mistakes = []mistake{
	{"does nothing", func(impl.Node, impl.Event, *impl.Effects) {}},
	{"sends less", onEffects(isSend, without)},
	{"sends twice", onEffects(isSend, func(list []impl.Effect, i int) []impl.Effect { return append(list, list[i]) })},
	{"sends to another", onEffects(isSend, func(list []impl.Effect, i int) []impl.Effect {
		list[i].To = max(0, list[i].To-1)
		return list
	})},
	{"sends in another order", func(n impl.Node, ev impl.Event, out *impl.Effects) {
		n.Step(ev, out)
		slices.Reverse(out.List)
	}},
	{"does not save", onEffects(isOf(impl.Save), without)},
	{"sets no timer", onEffects(isOf(impl.SetTimer), without)},
	{"sets another timer", func(n impl.Node, ev impl.Event, out *impl.Effects) {
		n.Step(ev, out)
		out.SetTimer("Mistaken", time.Millisecond)
	}},
	{"miscounts", func(n impl.Node, ev impl.Event, out *impl.Effects) {
		n.Step(ev, out)
		miscount(reflect.ValueOf(n.State()).Elem())
	}},
}

func without(list []impl.Effect, i int) []impl.Effect { return slices.Delete(list, i, i+1) }

func isOf(kind impl.EffectKind) func(impl.Effect) bool {
	return func(e impl.Effect) bool { return e.Kind == kind }
}

func isSend(e impl.Effect) bool {
	return e.Kind == impl.Send || e.Kind == impl.Multicast || e.Kind == impl.Broadcast
}

// onEffects changes the last effect of a step that is such a one.
func onEffects(
	is func(impl.Effect) bool, change func(list []impl.Effect, i int) []impl.Effect,
) func(impl.Node, impl.Event, *impl.Effects) {
	return func(n impl.Node, ev impl.Event, out *impl.Effects) {
		n.Step(ev, out)
		for i := len(out.List) - 1; i >= 0; i-- {
			if is(out.List[i]) {
				out.List = change(out.List, i)
				return
			}
		}
	}
}

// miscount adds one to the first number that it finds, and reports whether there is one.
func miscount(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Int:
		v.SetInt(v.Int() + 1)
		return true
	case reflect.Struct:
		for i := range v.NumField() {
			if miscount(v.Field(i)) {
				return true
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if miscount(v.Index(i)) {
				return true
			}
		}
	}
	return false
}

// mistaken is the subject with processes of which each makes a mistake in its step of that number and in every third
// after it.
func mistaken(s campaign.Subject, m mistake, after int) campaign.Subject {
	right := s.Cluster.New
	s.Cluster.New = func(id spec.NodeID) impl.Node { return &mistakenNode{Node: right(id), mistake: m, in: after} }
	return s
}

type mistakenNode struct {
	impl.Node
	mistake
	in int
}

// Step is the process's own, or a mistake.
func (n *mistakenNode) Step(ev impl.Event, out *impl.Effects) {
	if n.in--; n.in > 0 || n.in%3 != 0 {
		n.Node.Step(ev, out)
		return
	}
	n.step(n.Node, ev, out)
}
