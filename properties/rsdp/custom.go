package rsdp

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// Custom is a reducer that is none of the house. What it aggregates must not depend on the order in
// which messages come: replicas would disagree, and a specification of the engine keeps no order.
type Custom struct {
	// Reducer is its implementation. Its name must be none of the house's.
	Reducer implementation.Reducer
	// Specification, where set, is what the implementation is held against, by the same name. Without
	// it only the properties of the engine judge: all replicas hold the same after a session without
	// faults.
	Specification *specification.Reducer
	// Wire has a value of each type that its methods return: of values, and of what clients are told.
	// They are plain: no pointer, func, chan, float or unexported field.
	Wire []any
	// Injected are values that a side channel, beside RSDP, hands to the reducer of each replica in each life, in that
	// order. Then the implementation has the method InjectState, and so has the specification.
	Injected []any
	// MayDiffer reports whether replicas may hold different values after a session without faults, as of a vote whose
	// batches differ. Then no property of runs demands that these values agree.
	MayDiffer bool
}

// With returns the engine with one or more reducers. Its name is made of theirs. Check and Main of scrutineer refuse it
// if something is wrong with a reducer.
func With(custom ...Custom) scrutineer.Protocol[implementation.State] {
	c := scrutineer.Configs[words.Config, implementation.State]{}
	if err := check(custom); err != nil {
		c.Apply = func(words.Config, *scrutineer.Protocol[implementation.State]) error { return err }
		return scrutineer.Protocol[implementation.State]{Config: c}
	}
	c = configs(custom)
	c.Explored, c.DrawShape = true, DrawWith(namesOf(custom))
	p := scrutineer.Protocol[implementation.State]{
		Name: strings.Join(namesOf(custom), "-"), Lines: words.Lines(), Config: c, CrashAfter: stepped(),
	}
	known := map[reflect.Type]bool{}
	for _, one := range custom {
		for _, value := range one.Wire { // two reducers may have values of one type
			if of := reflect.TypeOf(value); !known[of] {
				known[of], p.Wire = true, append(p.Wire, value)
			}
		}
	}
	return p
}

// check says what is wrong with reducers.
func check(custom []Custom) error {
	bad := func(format string, args ...any) error { return scrutineer.Bad("Reducer", format, args...) }
	if len(custom) == 0 {
		return bad("there is none, name one or more")
	}
	if slices.ContainsFunc(custom, func(c Custom) bool { return c.Reducer == nil }) {
		return bad("its implementation is missing, give a Reducer")
	}
	names := namesOf(custom)
	for i, c := range custom {
		_, injectable := c.Reducer.(implementation.Injectable)
		injectable = injectable && (c.Specification == nil || c.Specification.InjectState != nil)
		switch name := names[i]; {
		case name == "":
			return bad("its name is missing, give it one")
		case slices.Contains(names[:i], name) || implementation.House(name, words.Config{}) != nil:
			return bad("its name is %q, which another has, give it one of its own", name)
		case c.Specification != nil && c.Specification.Name != name:
			return bad("its implementation is called %q and its specification %q, give both one name",
				name, c.Specification.Name)
		case len(c.Injected) > 0 && !injectable:
			return bad("%q takes nothing from a side channel, give it InjectState, or leave out Injected", name)
		}
	}
	return nil
}

// mostCustom is the largest cluster that is drawn with custom reducers.
const mostCustom = 5

// DrawWith returns a function that draws a configuration of the engine with reducers of these names alone, or before or
// after those of the house.
func DrawWith(
	own []string,
) func(campaign.Chooser, map[string]json.RawMessage, bool) (json.RawMessage, campaign.Shape) {
	return func(c campaign.Chooser, fixed map[string]json.RawMessage, atBound bool) (json.RawMessage, campaign.Shape) {
		reducers := campaign.Given(fixed, "reducers", func() []string {
			switch c.Choose("beside", 4) {
			case 2:
				return append(slices.Clone(own), drawReducers(c)...)
			case 3:
				return append(drawReducers(c), own...)
			}
			return own
		})
		with := map[string]json.RawMessage{
			"reducers": campaign.JSON(reducers), "nodes": campaign.JSON(mostCustom - c.Choose("nodes", mostCustom)),
		}
		maps.Copy(with, fixed)
		return draw(c, with, atBound)
	}
}

// named returns the actions of the engine with reducers of others, which does not have the engine's cases; of the
// house's, whose cases name them, it returns nil.
func named(custom []Custom) spec.SetOf[string] {
	if len(custom) == 0 {
		return nil
	}
	actions := engineActions()
	if slices.ContainsFunc(custom, func(c Custom) bool { return len(c.Injected) > 0 }) {
		actions = actions.With(words.KindInject)
	}
	return actions
}

// differing reports of each reducer whether its values may differ.
func differing(cfg words.Config, custom []Custom) (all []bool) {
	for _, name := range cfg.Reducers {
		all = append(all, slices.ContainsFunc(custom, func(c Custom) bool {
			return c.MayDiffer && c.Reducer.Name() == name
		}))
	}
	return all
}

// injections are what the side channel hands to each replica: the values of one reducer after those of another.
func injections(cfg words.Config, custom []Custom) (all []words.Inject) {
	for _, name := range cfg.Reducers {
		for _, c := range custom {
			if c.Reducer.Name() != name {
				continue
			}
			for _, value := range c.Injected {
				all = append(all, words.Inject{Reducer: name, Data: value})
			}
		}
	}
	return all
}

// engineActions reads the engine's module once: a campaign opens a configuration for each run.
var engineActions = sync.OnceValue(func() spec.SetOf[string] {
	names, err := verify.ActionsOf(tla.Modules, "rsdp/MCRsdp.tla")
	if err != nil {
		panic(err)
	}
	return names
})

// unreachable are the witnesses that are seen in elections alone, where no reducer elects.
func unreachable(fixed map[string]json.RawMessage) []string {
	reducers := campaign.Given(fixed, "reducers", func() []string { return []string{words.Latest} })
	if slices.ContainsFunc(reducers, words.Elects) {
		return nil
	}
	return []string{sawElected, sawReplaced, sawForgotten}
}

func namesOf(custom []Custom) (names []string) {
	for _, c := range custom {
		names = append(names, c.Reducer.Name())
	}
	return names
}

func implementations(custom []Custom) (all []implementation.Reducer) {
	for _, c := range custom {
		all = append(all, c.Reducer)
	}
	return all
}

// specified reports whether there is a specification of the engine with these reducers.
func specified(custom []Custom) bool {
	return !slices.ContainsFunc(custom, func(c Custom) bool { return c.Specification == nil })
}

// handlers are those of the specification. Where a reducer has none, they say how a process begins, and no more.
func handlers(cfg words.Config, custom []Custom) spec.Handlers[specification.Local] {
	h := specification.Handlers(cfg, specifications(custom)...)
	if !specified(custom) {
		return spec.Handlers[specification.Local]{Fresh: h.Fresh}
	}
	return h
}

// specifications are those of the reducers. Of one that has none it has the beginning, so that a
// process can be shown that is down.
func specifications(custom []Custom) (all []specification.Reducer) {
	for _, c := range custom {
		if c.Specification != nil {
			all = append(all, *c.Specification)
			continue
		}
		nobody := &implementation.Replica{Self: spec.None}
		all = append(all, specification.Reducer{
			Name: c.Reducer.Name(), Beginning: c.Reducer.Beginning(nobody),
			NormalizeState: func(_ specification.Context, own any) any { return c.Reducer.NormalizeState(nobody, own) },
		})
	}
	return all
}
