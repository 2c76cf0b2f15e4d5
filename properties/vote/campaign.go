package vote

import (
	"encoding/json"
	"maps"
	"time"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vote/words"
)

// Campaign registers the vote protocol with the campaigns. Beside this file it
// takes a monitor, which says what is judged.
func Campaign() campaign.Protocol {
	return campaign.Protocol{
		Name:        "vote",
		Open:        openCampaign,
		Draw:        drawConfig,
		Simpler:     simpler,
		Steps:       []string{"DeliverAsk", "DeliverVote", "DeliverWon"},
		Companions:  []string{sawWon, sawSplit, sawRefused, sawCutShort, sawRecoveredVote},
		Assumptions: []string{assumeMajority, assumeAllUp},
		Properties:  (*monitor)(nil).Judges(),
		Feels:       faults.Kinds(),
		Corpus:      corpusFiles,
	}
}

func openCampaign(config json.RawMessage) (campaign.Subject, error) {
	cfg, err := words.Parse(config)
	if err != nil {
		return campaign.Subject{}, input.In("", "config", err)
	}
	system := System(cfg, spec.Budget{})
	return campaign.Subject{
		Cluster: system.Cluster,
		NewJudge: func(refine bool) campaign.Judge {
			if !refine {
				return &monitor{cfg: cfg}
			}
			return system.Subject().Refined(&monitor{cfg: cfg})
		},
	}, nil
}

// drawConfig draws three to five processes, the first of which are candidates and
// the last voters; some may be both. Now and then a candidate needs no majority.
func drawConfig(c campaign.Chooser, fixed map[string]json.RawMessage) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int { return 3 + c.Choose("nodes", 3) }))
	all := spec.AllNodes(n)
	candidates := campaign.Given(fixed, "candidates", func() spec.Set {
		return all[:1+c.Choose("candidates", min(n, 3))]
	})
	voters := campaign.Given(fixed, "voters", func() spec.Set { return all[c.Choose("not voters", n):] })
	ask := campaign.Given(fixed, "ask", func() int {
		if c.Choose("no majority", 16) == 15 {
			return 1 + c.Choose("ask", max(1, len(voters)))
		}
		return majority(voters)
	})
	fields := map[string]json.RawMessage{}
	for name, value := range map[string]any{"nodes": n, "candidates": candidates, "voters": voters, "ask": ask} {
		fields[name] = json.RawMessage(campaign.Text(value))
	}
	maps.Copy(fields, fixed)
	return json.RawMessage(campaign.Text(fields)), campaign.Shape{
		Nodes: n, Recovers: true, MayCrash: all, Crashes: n, Timeout: faults.Time(100 * time.Millisecond),
	}
}

func majority(voters spec.Set) int { return len(voters)/2 + 1 }

// simpler leaves away a process, a candidate or a voter.
func simpler(config json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	add := func(change func(*words.Config)) {
		cfg, err := words.Parse(config)
		if err != nil {
			return
		}
		change(&cfg)
		cfg.Ask = min(cfg.Ask, majority(cfg.Voters))
		if cfg.Check() == nil {
			list = append(list, json.RawMessage(campaign.Text(cfg)))
		}
	}
	add(func(c *words.Config) {
		c.Nodes--
		last := spec.NodeID(c.Nodes)
		c.Candidates, c.Voters = c.Candidates.Without(last), c.Voters.Without(last)
	})
	add(func(c *words.Config) { c.Candidates = c.Candidates[:len(c.Candidates)-1] })
	add(func(c *words.Config) { c.Voters = c.Voters[:len(c.Voters)-1] })
	add(func(c *words.Config) { c.Voters = c.Voters[1:] })
	return list
}
