package paper

import (
	"github.com/scrutineer-go/scrutineer/spec"
	bully "github.com/scrutineer-go/scrutineer/spec/fastbully/words"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// contender is one of the elections whose traffic is compared.
type contender struct {
	name      string
	technique words.Technique
	versions  int
	ttl       int // 0 for n-1
	read      []words.Interpretation
	isBully   bool
	bully     []bully.Interpretation
}

// contenders are the proposed algorithm with everybody's heartbeats and with the master's alone, push with the
// master's alone, and Fast Bully with its list as it is and with scores that are gathered anew.
func contenders() []contender {
	masters := []words.Interpretation{words.MasterBeats}
	return []contender{
		{name: "Gossip, all beat", technique: words.Forward},
		{name: "Gossip, master beats", technique: words.Forward, read: masters},
		{name: "Gossip, push, master beats", technique: words.Push, versions: 1, read: masters},
		{name: "Fast Bully", isBully: true},
		{name: "Fast Bully, scores gathered", isBully: true, bully: []bully.Interpretation{bully.Regathers}},
	}
}

// scene is a group of it, cold or warm, with T_hb = .5 s, T_fail = 1.5 s and F = 3.
func (c contender) scene(nodes int, start words.Start) scene {
	s := scene{delay: inCluster(), seed: 1, cfg: read(nodes, as(c.read...), func(cfg *words.Config) {
		cfg.Fanout, cfg.Technique, cfg.Versions, cfg.Start = 3, c.technique, c.versions, start
		cfg.BeatMS, cfg.FailMS, cfg.TTL = 500, 1500, c.ttl
	})}
	if c.isBully {
		cfg := bully.Config{
			Nodes: nodes, Start: bully.Start(start), Ordered: true, BeatMS: 500, FailMS: 1500,
			Interpretations: spec.NewSet(c.bully...),
		}.WithDefaults()
		s.bully = &cfg
	}
	return s
}
