package ctolerant

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Campaign registers Base with the campaigns.
func Campaign() campaign.Protocol {
	bounds := newBounds()
	return campaign.Protocol{
		Name: "ctolerant",
		Open: func(config json.RawMessage) (campaign.Subject, error) {
			cfg, err := words.Parse(config)
			if err != nil {
				return campaign.Subject{}, input.In("", "config", err)
			}
			return bounds.subject(cfg), nil
		},
		Draw:        drawConfig,
		Simpler:     simpler,
		Steps:       []string{"DeliverQuery", "DeliverNotify", "DeliverLeader"},
		Companions:  Companions(),
		Assumptions: Assumptions(),
		Properties:  newMonitor(words.Config{Nodes: 1}.WithDefaults()).Judges(),
		Feels:       faults.Kinds(),
		Corpus:      corpusFiles,
		Bound:       bounds.of,
	}
}

func subject(cfg words.Config) campaign.Subject {
	system := System(cfg, spec.Budget{})
	return campaign.Subject{
		Cluster: system.Cluster,
		NewJudge: func(refine bool) campaign.Judge {
			if !refine {
				return newMonitor(cfg)
			}
			return system.Refined(newMonitor(cfg), nil)
		},
	}
}

// The largest group that is drawn where the number of processes is not given.
const mostDrawn = 6

// drawConfig draws a configuration: a group of three to six, c and f as they fit,
// lists that lack processes within c. Where the fixed fields allow it, one of four is
// the bound's, so that there is something to visit.
func drawConfig(c campaign.Chooser, fixed map[string]json.RawMessage) (json.RawMessage, campaign.Shape) {
	if c.Choose("bound", 4) == 3 && fitsBound(fixed) {
		all := boundFields()
		maps.Copy(all, fixed)
		fixed = all
	}
	var cfg words.Config
	cfg.Nodes = campaign.Given(fixed, "nodes", func() int { return 3 + c.Choose("nodes", mostDrawn-2) })
	cfg.C = campaign.Given(fixed, "c", func() int { return c.Choose("c", min(3, cfg.Nodes)) })
	cfg.F = campaign.Given(fixed, "f", func() int { return c.Choose("f", min(3, max(1, cfg.Nodes-cfg.C))) })
	cfg.Initiator = campaign.Given(fixed, "initiator", func() spec.NodeID {
		return spec.NodeID(c.Choose("initiator", cfg.Nodes))
	})
	cfg.Lists = campaign.Given(fixed, "lists", func() []spec.Set { return drawLists(c, cfg) })
	fields := map[string]json.RawMessage{}
	timeouts := []int{500, 100, 30}
	for name, value := range map[string]any{
		"collectTimeoutMs": timeouts[c.Choose("collect", 3)], "awaitTimeoutMs": timeouts[c.Choose("await", 3)],
		"nodes": cfg.Nodes, "c": cfg.C, "f": cfg.F, "initiator": cfg.Initiator,
		"rule": campaign.Given(fixed, "rule", func() words.Rule { return words.Tagged }),
	} {
		fields[name] = encode(value)
	}
	if cfg.Lists != nil {
		fields["lists"] = encode(cfg.Lists)
	}
	maps.Copy(fields, fixed)
	mayCrash := spec.AllNodes(cfg.Nodes).Without(cfg.Initiator)
	return encode(fields), campaign.Shape{
		Nodes: cfg.Nodes, MayCrash: mayCrash, Crashes: min(cfg.F, len(mayCrash)),
		Timeout: faults.Time(500 * time.Millisecond),
	}
}

// drawLists takes each process out of at most c other lists; nil where all are full.
func drawLists(c campaign.Chooser, cfg words.Config) []spec.Set {
	if cfg.C == 0 || c.Choose("full lists", 2) == 0 {
		return nil
	}
	lists := words.Config{Nodes: cfg.Nodes}.WithDefaults().Lists
	for id := range cfg.Nodes {
		for range c.Choose("lacking", cfg.C+1) {
			if at := c.Choose("in", cfg.Nodes); at != id {
				lists[at] = lists[at].Without(spec.NodeID(id))
			}
		}
	}
	return lists
}

// simpler returns the configuration with the timeouts of the paper, with full lists,
// with a smaller c or f, and with a process less.
func simpler(config json.RawMessage) []json.RawMessage {
	cfg, err := words.Parse(config)
	if err != nil {
		return nil
	}
	var all []json.RawMessage
	add := func(change func(*words.Config)) {
		c := cfg
		if c.Lists = slices.Clone(cfg.Lists); !partial(cfg) {
			c.Lists = nil
		}
		change(&c)
		if text := encode(c); c.WithDefaults().Check() == nil && !bytes.Equal(text, encode(cfg)) {
			all = append(all, text)
		}
	}
	if cfg.Nodes > 2 && cfg.Initiator < spec.NodeID(cfg.Nodes-1) {
		add(func(c *words.Config) {
			c.Nodes--
			for i := range c.Lists {
				c.Lists[i] = c.Lists[i].Without(spec.NodeID(c.Nodes))
			}
			c.Lists = c.Lists[:min(len(c.Lists), c.Nodes)]
		})
	}
	if partial(cfg) {
		add(func(c *words.Config) { c.Lists = nil })
	}
	if cfg.C > 0 {
		add(func(c *words.Config) { c.C-- })
	}
	if cfg.F > 0 {
		add(func(c *words.Config) { c.F-- })
	}
	if def := (words.Config{}).WithDefaults(); cfg.CollectTimeoutMS != def.CollectTimeoutMS ||
		cfg.AwaitTimeoutMS != def.AwaitTimeoutMS {
		add(func(c *words.Config) {
			c.CollectTimeoutMS, c.AwaitTimeoutMS = def.CollectTimeoutMS, def.AwaitTimeoutMS
		})
	}
	return all
}

// partial tells whether some list lacks a process.
func partial(cfg words.Config) bool {
	return slices.ContainsFunc(cfg.Lists, func(list spec.Set) bool { return len(list) < cfg.Nodes })
}

// encode writes a value as JSON.
func encode(v any) json.RawMessage { return json.RawMessage(campaign.Text(v)) }
