package rsdp

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// mostDrawn is the largest cluster that is drawn where the number of processes is not given, and
// timeoutMS how long, in milliseconds, copies and inputs take at most. Windows are shorter and longer.
const (
	mostDrawn = 8
	timeoutMS = 500
)

// draw draws one to eight processes: a cold start, or replicas that know each other and some who join;
// each reducer alone or with members, who leaves and starts again; half of the runs repeat sessions by
// a clock, and in half of the others some replicas begin a few, so that the engine is seen without.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int { return mostDrawn - c.Choose("nodes", mostDrawn) }))
	all := spec.AllNodes(n)
	cfg := words.Config{Nodes: n, Sessions: words.MaxSessions}
	cfg.Failures = campaign.Given(fixed, "failures", func() spec.Failures {
		return []spec.Failures{spec.CrashStop, spec.CrashStop, spec.MessagesVanish}[c.Choose("failures", 3)]
	})
	cfg.Reducers = campaign.Given(fixed, "reducers", func() []string { return drawReducers(c) })
	cfg.Views = campaign.Given(fixed, "views", func() []words.View { return drawViews(c, n) })
	cfg.Leavers = campaign.Given(fixed, "leavers", func() spec.Set { return some(c, "leavers", all) })
	cfg.Rejoins = campaign.Given(fixed, "rejoins", func() int { return []int{0, 1, 3}[c.Choose("rejoins", 3)] })
	cfg.StatusMS = campaign.Given(fixed, "statusMs", func() int { return []int{2000, 500, 100}[c.Choose("status", 3)] })
	cfg.ShareMS = campaign.Given(fixed, "shareMs", func() int { return []int{500, 50, 1}[c.Choose("share", 3)] })
	cfg.SyncMS = campaign.Given(fixed, "syncMs", func() int { return c.Choose("sync", 2) * period(cfg) })
	cfg.Resyncers = campaign.Given(fixed, "resyncers", func() spec.Set {
		if cfg.SyncMS > 0 {
			return nil
		}
		return some(c, "resyncers", all)
	})
	cfg.Resyncs = campaign.Given(fixed, "resyncs", func() int { return []int{0, 1, 4}[c.Choose("resyncs", 3)] })
	cfg.Addresses = campaign.Given(fixed, "addresses", func() []int { return drawAddresses(c, n) })
	shape := campaign.Shape{
		Nodes: n, Failures: cfg.Failures, MayCrash: all, Crashes: n,
		Timeout: timeoutMS * faults.Time(time.Millisecond),
	}
	if cfg.SyncMS > 0 {
		shape.Round, shape.Rounds, shape.Settle = faults.Time(cfg.SyncTime()), 4, 6
	}
	return campaign.Merged(cfg, fixed), shape
}

// period is that of resynchronisations: some sessions fit into it.
func period(cfg words.Config) int { return max(5_000, 3*(cfg.StatusMS+cfg.ShareMS)) }

func drawReducers(c campaign.Chooser) []string {
	elections := []string{words.Latest, words.Popular, words.Ranked}
	drawn := []string{elections[c.Choose("election", 3)]}
	switch c.Choose("more", 4) {
	case 1:
		drawn = append(drawn, words.Members)
	case 2:
		drawn = slices.Insert(drawn, 0, words.Members)
	case 3:
		drawn = append(elections, words.Members)
	}
	return drawn
}

// drawViews draws a cold start, or replicas that hold what they may hold after sessions that lost
// something: each is a member of its own view, and follows one of its members.
func drawViews(c campaign.Chooser, n int) []words.View {
	const cold, settled, torn = 0, 1, 2
	how := c.Choose("views", 3)
	if how == cold {
		return nil
	}
	in := some(c, "in", spec.AllNodes(n))
	views := make([]words.View, n)
	for i := range views {
		at := spec.NodeID(i)
		switch {
		case !in.Has(at):
			views[i] = listed(nil, spec.None)
		case how == settled:
			views[i] = listed(in, in[len(in)-1])
		case how == torn:
			named := some(c, "view", in).With(at)
			views[i] = listed(named, named[c.Choose("leader", len(named))])
		}
	}
	return views
}

// listed is a view with a list, if an empty one, as a configuration is written.
func listed(named spec.Set, leader spec.NodeID) words.View {
	return words.View{Members: append(spec.Sequence[spec.NodeID]{}, named...), Leader: leader}
}

// some draws a set, none and all as likely as any.
func some(c campaign.Chooser, what string, of spec.Set) (drawn spec.Set) {
	most := []int{0, 2, 4}[c.Choose(what, 3)]
	for _, id := range of {
		if c.Choose("one of "+what, 4) < most {
			drawn = append(drawn, id)
		}
	}
	return drawn
}

// drawAddresses draws the ids, or addresses whose order is another, and that are compared otherwise as
// text.
func drawAddresses(c campaign.Chooser, n int) []int {
	addresses := make([]int, n)
	for i := range addresses {
		addresses[i] = i
	}
	if c.Choose("addresses", 2) == 1 {
		for i := range addresses {
			addresses[i] = 8 + (i*5)%n
			if n%5 == 0 {
				addresses[i] = words.MaxAddress - i
			}
		}
	}
	return addresses
}

// Shrink are changes that make a configuration simpler: the last process less, or what is not as by default.
func Shrink() []func(*words.Config) {
	return []func(*words.Config){
		omitLast,
		func(c *words.Config) {
			if len(c.Reducers) > 1 {
				c.Reducers = c.Reducers[:len(c.Reducers)-1]
			}
		},
		func(c *words.Config) {
			if len(c.Reducers) > 1 {
				c.Reducers = c.Reducers[1:]
			}
		},
		func(c *words.Config) { c.Leavers, c.Rejoins = nil, 0 },
		func(c *words.Config) { c.Rejoins = 0 },
		func(c *words.Config) { c.Resyncers, c.Resyncs = nil, 0 },
		func(c *words.Config) { c.Resyncs = min(c.Resyncs, 1) },
		func(c *words.Config) { c.Addresses = nil },
		func(c *words.Config) { c.Failures = spec.CrashStop },
		func(c *words.Config) { c.SyncMS = 0 },
		func(c *words.Config) { c.Links = nil },
	}
}

// omitLast omits the last process, in what the others know too.
func omitLast(c *words.Config) {
	c.Nodes--
	last := spec.NodeID(c.Nodes)
	c.Leavers, c.Resyncers, c.AsText = c.Leavers.Without(last), c.Resyncers.Without(last), c.AsText.Without(last)
	c.Addresses = c.Addresses[:max(0, c.Nodes)]
	c.Links = slices.Clone(c.Links[:min(len(c.Links), max(0, c.Nodes))])
	for i := range c.Links {
		c.Links[i] = c.Links[i].Without(last)
	}
	if c.Views == nil {
		return
	}
	c.Views = slices.Clone(c.Views[:max(0, c.Nodes)])
	for i, view := range c.Views {
		named := spec.Set(view.Members).Without(last)
		leader := view.Leader
		if leader == last && len(named) > 0 {
			leader = named[len(named)-1]
		}
		c.Views[i] = listed(named, leader)
	}
}
