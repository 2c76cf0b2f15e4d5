package ctolerant

import (
	"encoding/json"
	"maps"
	"time"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// The largest group that is drawn where the number of processes is not given.
const mostDrawn = 6

// drawConfig draws a configuration: one of the four protocols, a group of three to six, c
// and f as they fit (c up to an eighth of a large group, as in Table I of the paper), lists
// that lack processes within c, and suspicions where somebody asks for them. At the bound nothing changes.
func drawConfig(
	c campaign.Chooser, fixed map[string]json.RawMessage, atBound bool,
) (json.RawMessage, campaign.Shape) {
	var cfg words.Config
	cfg.Nodes = campaign.Given(fixed, "nodes", func() int { return 3 + c.Choose("nodes", mostDrawn-2) })
	cfg.Protocol = campaign.Given(fixed, "protocol", func() words.Protocol {
		return words.Protocols()[c.Choose("protocol", len(words.Protocols()))]
	})
	cfg.C = campaign.Given(fixed, "c", func() int { return c.Choose("c", max(min(3, cfg.Nodes), cfg.Nodes/8)) })
	cfg.F = campaign.Given(fixed, "f", func() int { return c.Choose("f", min(3, max(1, cfg.Nodes-cfg.C))) })
	cfg.Initiator = campaign.Given(fixed, "initiator", func() spec.NodeID { return drawInitiator(c, cfg.Nodes, fixed) })
	cfg.Lists = campaign.Given(fixed, "lists", func() []spec.Set { return drawLists(c, cfg) })
	if !atBound && cfg.Nodes > 1 && cfg.Nodes <= words.MaxNodes {
		drawChurn(c, &cfg, fixed)
	}
	fields := map[string]json.RawMessage{}
	timeouts := []int{500, 100, 30}
	for name, value := range map[string]any{
		"collectTimeoutMs": timeouts[c.Choose("collect", 3)], "awaitTimeoutMs": timeouts[c.Choose("await", 3)],
		"nodes": cfg.Nodes, "protocol": cfg.Protocol, "c": cfg.C, "f": cfg.F, "initiator": cfg.Initiator,
		"takeoverTimeoutMs": []int{2000, 300, 60}[c.Choose("takeover", 3)],
		"rule":              campaign.Given(fixed, "rule", func() words.Rule { return words.Tagged }),
	} {
		fields[name] = campaign.JSON(value)
	}
	for name, value := range map[string]any{"rivals": cfg.Rivals, "churn": cfg.Churn, "lists": cfg.Lists} {
		if text := campaign.JSON(value); string(text) != "null" && string(text) != "[]" {
			fields[name] = text
		}
	}
	if cfg.BreaksC {
		fields["breaksC"] = campaign.JSON(true)
	}
	if cfg.Protocol.Prefers() && cfg.Nodes > 0 && cfg.Nodes <= words.MaxNodes {
		drawHealth(c, cfg.Nodes, fields)
	}
	maps.Copy(fields, fixed)
	mayCrash := spec.AllNodes(cfg.Nodes).Without(cfg.Initiator)
	return campaign.JSON(fields), campaign.Shape{
		Nodes: cfg.Nodes, MayCrash: mayCrash, Crashes: max(0, min(cfg.F, len(mayCrash))-len(cfg.Leavers())),
		Timeout: faults.Time(500 * time.Millisecond),
	}
}

// drawHealth draws x, y, who suspects whom, and what failure detectors find on the way.
// In one of four groups nobody is suspected. In the others half of the processes suspect
// nobody at first, the others some of the lowest, which are
// the ones on whom it depends who is elected.
func drawHealth(c campaign.Chooser, nodes int, fields map[string]json.RawMessage) {
	fields["x"] = campaign.JSON(1 + c.Choose("x", min(3, nodes)))
	fields["y"] = campaign.JSON(c.Choose("y", min(4, nodes+1)))
	if c.Choose("healthy", 4) == 0 {
		return // nobody suspects anybody
	}
	suspicions := make([][]int, nodes)
	for i := range suspicions {
		suspicions[i] = make([]int, nodes)
		if c.Choose("suspects", 2) == 0 {
			continue
		}
		for range min(mostDrawn, nodes) {
			suspicions[i][c.Choose("suspected", min(mostDrawn, nodes))] = c.Choose("count", 4)
		}
	}
	fields["suspicions"] = campaign.JSON(suspicions)
	var rises []words.Rise
	for range c.Choose("rises", 4) {
		r := words.Rise{
			At: spec.NodeID(c.Choose("at", nodes)), Of: spec.NodeID(c.Choose("of", min(mostDrawn, nodes))),
			Count: 1 + c.Choose("count", 4),
		}
		if r.At != r.Of {
			rises = append(rises, r)
		}
	}
	if rises != nil {
		fields["rises"] = campaign.JSON(rises)
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
