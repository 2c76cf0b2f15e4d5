package coordination

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/coordination/words"
	engine "github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// draw draws a cluster with one or more of the reducers, the limits that its replicas have observed, some set at the
// same time, and up to four values of a side channel, each set after all before it. Numbers are small and large. In
// some runs HELLOs carry states, and in some not all replicas have links from all.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, atBound bool) (json.RawMessage, campaign.Shape) {
	engines, shape := rsdp.DrawWith(drawReducers(c))(c, fixed, atBound)
	cfg, more := words.Config{}, map[string]json.RawMessage{}
	if c.Choose("hello", 4) == 1 {
		more["interpretations"] = campaign.JSON([]engine.Interpretation{engine.HelloCarries})
	}
	if c.Choose("links", 8) == 1 {
		more["links"] = campaign.JSON(drawLinks(c, shape.Nodes))
	}
	cfg.Metas = campaign.Given(fixed, "metas", func() []words.Meta { return drawMetas(c) })
	last := 1
	cfg.Limits = campaign.Given(fixed, "limits", func() []words.Limit { return drawLimits(c, &last) })
	cfg.Injected = campaign.Given(fixed, "injected", func() []words.Limit { return drawInjected(c, last) })
	cfg.Slot = campaign.Given(fixed, "slot", func() int { return slots[c.Choose("slot", len(slots))] })
	cfg.Period = campaign.Given(fixed, "period", func() int { return []int{0, 0, 60_000}[c.Choose("period", 3)] })
	return campaign.Merged(engines, more, parts(cfg), fixed), shape
}

// drawLinks draws a graph in which most replicas have links from most.
func drawLinks(c campaign.Chooser, nodes int) (links []spec.Set) {
	for range nodes {
		from := spec.Set{}
		for id := range spec.NodeID(nodes) {
			if c.Choose("link", 4) > 0 {
				from = append(from, id)
			}
		}
		links = append(links, from)
	}
	return links
}

func drawReducers(c campaign.Chooser) []string {
	names := words.Reducers()
	switch first := c.Choose("reducers", len(names)+1); first {
	case len(names):
		return names
	case 0:
		return []string{words.Newest, words.Voted}
	default:
		return names[first:]
	}
}

// slots are small and large ones, in milliseconds: 1/R for R of 1,000 to one in an hour.
var slots = []int{1000, 1, 250, 1500, 3_600_000}

func drawMetas(c campaign.Chooser) (metas []words.Meta) {
	for range 1 + c.Choose("metas", 3) {
		metas = append(metas, words.Meta{Capacity: c.Choose("capacity", 9), Group: c.Choose("group", 3)})
	}
	return metas
}

// drawLimits draws what the replicas have observed, and sets last to when the last was set.
func drawLimits(c campaign.Chooser, last *int) (limits []words.Limit) {
	*last += []int{0, 1, 999_999_900}[c.Choose("epoch", 3)]
	for range 1 + c.Choose("limits", 4) {
		*last += c.Choose("later", 2)
		limits = append(limits, words.Limit{Slot: slots[c.Choose("limit", len(slots))], SetAt: *last})
	}
	return limits
}

func drawInjected(c campaign.Chooser, last int) (injected []words.Limit) {
	for range c.Choose("injected", 5) {
		last += 1 + c.Choose("much later", 10)
		injected = append(injected, words.Limit{Slot: slots[c.Choose("limit", len(slots))], SetAt: last})
	}
	return injected
}

// parts are the fields of a configuration as JSON has them.
func parts(cfg words.Config) map[string]json.RawMessage {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(campaign.JSON(cfg), &fields); err != nil {
		panic(err) // what we draw has fields
	}
	return fields
}

// shrink are changes that make a configuration simpler: one replica less, fewer reducers, or a default value.
func shrink() (all []func(*words.ClusterConfig)) {
	for _, change := range rsdp.Shrink() {
		all = append(all, func(c *words.ClusterConfig) { change(&c.Engine) })
	}
	return append(all,
		func(c *words.ClusterConfig) { c.Metas = nil },
		func(c *words.ClusterConfig) { c.Injected = c.Injected[:max(0, len(c.Injected)-1)] },
		func(c *words.ClusterConfig) { c.Limits = c.Limits[:max(1, len(c.Limits)-1)] },
		func(c *words.ClusterConfig) { c.Period = 0 },
		func(c *words.ClusterConfig) { c.Slot = 0 },
	)
}
