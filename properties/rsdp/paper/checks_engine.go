package paper

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// checkPure is A-04 of the house's reducers: asked twice they answer the same, in whatever order the
// answers to a HELLO come, and nothing that they were given has changed.
func checkPure(s station) (string, error) {
	asked, nodes := 0, s.cfg.Nodes
	err := s.each(func(r reducing) error {
		for _, own := range append(proposals(nodes), listing(spec.None)) {
			for _, shared := range proposals(nodes) {
				asked++
				given := []words.View{own, shared, own}
				before := fmt.Sprint(given)
				closers := spec.NewSet(shared.Leader)
				answers := func() string {
					return fmt.Sprint(r.finds(own, shared.Members), r.votes(own, given), r.takes(shared),
						r.tells(own, shared), r.update(own, shared), r.closes(own, closers), r.leads(own))
				}
				first := answers()
				if again := answers(); first != again || before != fmt.Sprint(given) {
					return fmt.Errorf("of %v: %s, and then %s", given, first, again)
				}
			}
		}
		return nil
	})
	return fmt.Sprintf("of %d pairs of views each method gives the same twice, and changes nothing it was given",
		asked), err
}

// settledIn is a configuration of one replica among others, that holds a view; none where it has no
// members.
func settledIn(nodes int, election string, own words.View) words.Config {
	cfg := words.Config{Nodes: nodes, Reducers: []string{election}, Views: make([]words.View, nodes)}
	for i := range cfg.Views {
		cfg.Views[i].Leader = spec.None
	}
	cfg.Views[0] = own
	return cfg.WithDefaults()
}

// checkInitialised is A-06: what a session has found becomes the state of a replica that has none, and of
// no other. What each replica shares comes later.
func checkInitialised(nodes int) (string, error) {
	sessions := 0
	for _, election := range elections() {
		for _, own := range append(proposals(nodes), listing(spec.None)) {
			if len(own.Members) > 0 && !slices.Contains(own.Members, 0) {
				continue // a replica is one of its members
			}
			for _, others := range subsets(spec.AllNodes(nodes).Without(0)) {
				answer := others.With(0)
				want := own
				if len(own.Members) == 0 {
					want = topped(answer...)
				}
				cfg := settledIn(nodes, election, own)
				for _, discover := range []func(words.Config, spec.Set) words.View{
					discoverImplemented,
					discoverSpecified,
				} {
					if got := discover(cfg, answer); !equalViews(got, want) {
						return "", fmt.Errorf("%s: with %v, when %s have answered, it holds %v", election, own,
							answer, got)
					}
					sessions++
				}
			}
		}
	}
	return fmt.Sprintf("of %d sessions that a replica with or without a state ends, those without take what they "+
		"found, the others keep what they have", sessions), nil
}

// sessionOf is what has replica 0 begin a session, its first or one more where it holds a view, and what is
// answered to it.
func sessionOf(cfg words.Config) (begin spec.Body, answer words.Status) {
	answer.Data = spec.Sequence[any]{words.Nothing}
	if len(cfg.Views[0].Members) == 0 {
		return words.Start{}, answer
	}
	answer.Session.Number = 1
	return words.Resync{}, answer
}

// discoverImplemented is what replica 0 of the implementation holds after DEBATES in which some answer.
func discoverImplemented(cfg words.Config, answer spec.Set) words.View {
	node, effects := implementation.New(0, cfg), impl.NewEffects(nil)
	begin, status := sessionOf(cfg)
	node.Step(impl.Event{Kind: impl.Input, From: spec.Environment, Body: begin}, effects)
	for _, from := range answer {
		node.Step(impl.Event{Kind: impl.Delivered, From: from, Body: status}, effects)
	}
	node.Step(impl.Event{Kind: impl.Fired, From: spec.None, Timer: words.TimerStatus}, effects)
	return node.State().(*implementation.State).View(0)
}

// discoverSpecified is the same of the specification.
func discoverSpecified(cfg words.Config, answer spec.Set) words.View {
	e := specification.NewEngine(cfg)
	begin, status := sessionOf(cfg)
	events := []spec.Action{{Name: begin.Kind(), Msg: spec.Message{From: spec.Environment, Body: begin}}}
	for _, from := range answer {
		msg := spec.Message{From: from, Body: status}
		events = append(events, spec.Action{Name: spec.Deliver(words.KindStatus), Msg: msg})
	}
	events = append(events, spec.Action{Name: spec.Timeout(words.TimerStatus), Timer: words.TimerStatus})
	return after(e, events)
}

// checkOptional is A-21: of the eight methods a reducer may lack getCurrentState alone. Each is taken
// away from the latest source of truth in turn, and a replica starts, hears a SHARE and a CLOSE.
func checkOptional() (string, error) {
	var optional, needed []string
	for _, method := range []struct {
		name  string
		takes func(*specification.Reducer)
	}{
		{"getCurrentState", func(r *specification.Reducer) { r.GetCurrentState = nil }},
		{"aggregateState", func(r *specification.Reducer) { r.AggregateState = nil }},
		{"normalizeState", func(r *specification.Reducer) { r.NormalizeState = nil }},
		{"aggregateShareState", func(r *specification.Reducer) { r.AggregateShareState = nil }},
		{"sanitizeShareState", func(r *specification.Reducer) { r.SanitizeShareState = nil }},
		{"shouldReload", func(r *specification.Reducer) { r.ShouldReload = nil }},
		{"updateState", func(r *specification.Reducer) { r.UpdateState = nil }},
		{"aggregateCloseState", func(r *specification.Reducer) { r.AggregateCloseState = nil }},
	} {
		cfg := settledIn(2, words.Latest, listing(spec.None))
		cfg.Interpretations = spec.NewSet(words.Silent) // else shouldReload is asked of nobody
		lacking := specification.House(words.Latest, cfg)
		method.takes(&lacking)
		switch view, err := lives(cfg, lacking); {
		case err != nil:
			needed = append(needed, method.name)
		case !equalViews(view, topped(0)):
			return "", fmt.Errorf("without %s it ends with %v", method.name, view)
		default:
			optional = append(optional, method.name)
		}
	}
	if len(optional) != 1 || optional[0] != "getCurrentState" {
		return "", fmt.Errorf("a replica goes on without each of %s, and not without %s",
			strings.Join(optional, ", "), strings.Join(needed, ", "))
	}
	return fmt.Sprintf("a replica elects without getCurrentState, and fails without each of the other %d",
		len(needed)), nil
}

// lives has replica 0 start, take in what 1 shares, and see it leave; an error where a method is missed.
func lives(cfg words.Config, r specification.Reducer) (end words.View, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("a method is missed")
		}
	}()
	e := specification.NewEngine(cfg, r)
	_, status := sessionOf(cfg)
	both := words.Share{Data: spec.Sequence[any]{topped(0, 1)}}
	return after(e, []spec.Action{
		{Name: words.KindStart, Msg: spec.Message{From: spec.Environment, Body: words.Start{}}},
		{Name: spec.Deliver(words.KindHello), Msg: spec.Message{From: 1, Body: words.Hello{}}},
		{Name: spec.Deliver(words.KindStatus), Msg: spec.Message{From: 0, Body: status}},
		{Name: spec.Timeout(words.TimerStatus), Timer: words.TimerStatus},
		{Name: spec.Deliver(words.KindShare), Msg: spec.Message{From: 1, Body: both}},
		{Name: spec.Timeout(words.TimerShare), Timer: words.TimerShare},
		{Name: spec.Deliver(words.KindClose), Msg: spec.Message{From: 1, Body: words.Close{}}},
	}), nil
}

// after is what replica 0 of the specification holds after some events.
func after(e specification.Engine, events []spec.Action) words.View {
	l := e.Fresh(0)
	for _, a := range events {
		l = e.Handle(l, nil, a).Local
	}
	return l.Values[0].(words.View)
}
