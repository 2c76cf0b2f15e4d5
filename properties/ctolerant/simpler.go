package ctolerant

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// simpler returns the configuration with the timeouts of the paper, with full lists, with
// fewer rivals, with fewer changes of the membership and suspicions, with a smaller c, f, x or
// y, and with a process less.
func simpler(config json.RawMessage) []json.RawMessage {
	cfg, err := words.Parse(config)
	if err != nil {
		return nil
	}
	var all []json.RawMessage
	add := func(change func(*words.Config)) {
		c := cfg
		c.Lists = slices.Clone(cfg.Lists)
		change(&c)
		if text := compact(c); c.WithDefaults().Check() == nil && !bytes.Equal(text, compact(cfg)) {
			all = append(all, text)
		}
	}
	if cfg.Nodes > 2 && cfg.Initiator < spec.NodeID(cfg.Nodes-1) {
		add(withoutLast)
	}
	for _, change := range append(quieter(cfg), healthier(cfg)...) {
		add(change)
	}
	add(func(c *words.Config) { c.Lists = nil })
	if cfg.C > 0 {
		add(func(c *words.Config) { c.C-- })
	}
	if cfg.F > 0 {
		add(func(c *words.Config) { c.F-- })
	}
	add(func(c *words.Config) {
		def := (words.Config{}).WithDefaults()
		c.CollectTimeoutMS, c.AwaitTimeoutMS = def.CollectTimeoutMS, def.AwaitTimeoutMS
		c.TakeoverTimeoutMS = def.TakeoverTimeoutMS
	})
	return all
}

// compact writes a configuration without the lists that it would have anyway.
func compact(c words.Config) json.RawMessage {
	def := c
	def.Lists = nil
	if codec.Same(c.WithDefaults().Lists, def.WithDefaults().Lists) {
		c.Lists = nil
	}
	return campaign.JSON(c)
}

// withoutLast takes the last process out of the configuration.
func withoutLast(c *words.Config) {
	c.Nodes--
	last := spec.NodeID(c.Nodes)
	for i := range c.Lists {
		c.Lists[i] = c.Lists[i].Without(last)
	}
	c.Lists = c.Lists[:min(len(c.Lists), c.Nodes)]
	c.Suspicions = slices.Clone(c.Suspicions)
	for i, counts := range c.Suspicions {
		c.Suspicions[i] = counts[:min(len(counts), c.Nodes)]
	}
	c.Suspicions = c.Suspicions[:min(len(c.Suspicions), c.Nodes)]
	c.Rises = slices.DeleteFunc(slices.Clone(c.Rises), func(r words.Rise) bool { return r.At == last || r.Of == last })
	c.Rivals = c.Rivals.Without(last)
	c.Churn = slices.DeleteFunc(slices.Clone(c.Churn), func(d words.Change) bool {
		return d.At == last || d.Node == last
	})
}

// quieter are the ways to have fewer initiators and less churn: one rival less, one change
// less, and to break nothing on purpose.
func quieter(cfg words.Config) []func(*words.Config) {
	var all []func(*words.Config)
	if len(cfg.Churn) > 1 {
		all = append(all, func(c *words.Config) { c.Churn = nil })
	}
	for _, id := range cfg.Rivals {
		all = append(all, func(c *words.Config) { c.Rivals = c.Rivals.Without(id) })
	}
	for i := range cfg.Churn {
		all = append(all, func(c *words.Config) { c.Churn = slices.Delete(slices.Clone(c.Churn), i, i+1) })
	}
	if cfg.BreaksC {
		all = append(all, func(c *words.Config) { c.BreaksC = false })
	}
	return all
}

// healthier are the ways to have fewer suspicions: nobody's, one process's less, one rise
// less; and to ask for fewer.
func healthier(cfg words.Config) []func(*words.Config) {
	var all []func(*words.Config)
	if cfg.Suspicions != nil {
		all = append(all, func(c *words.Config) { c.Suspicions, c.Rises = nil, nil })
	}
	for i, counts := range cfg.Suspicions {
		if slices.Max(counts) > 0 {
			all = append(all, func(c *words.Config) {
				c.Suspicions = slices.Clone(c.Suspicions)
				c.Suspicions[i] = make([]int, c.Nodes)
			})
		}
	}
	for i := range cfg.Rises {
		all = append(all, func(c *words.Config) { c.Rises = slices.Delete(slices.Clone(c.Rises), i, i+1) })
	}
	if cfg.X > 1 {
		all = append(all, func(c *words.Config) { c.X-- })
	}
	if cfg.Y > 0 {
		all = append(all, func(c *words.Config) { c.Y-- })
	}
	return all
}
