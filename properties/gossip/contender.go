package gossip

import (
	"cmp"
	"math/bits"
	"time"

	implementation "github.com/scrutineer-go/scrutineer/impl/gossip"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// contenders are the election as it is repaired, where everybody beats and where the master alone does,
// and as it is printed, as they are compared with others.
func contenders() []compare.Contender {
	return []compare.Contender{
		contender("gossip", words.Config{}),
		contender("gossip-master-beats", words.Config{Interpretations: []words.Interpretation{words.MasterBeats}}),
		contender("gossip-printed", printed()),
	}
}

// printed is what the paper proposes: techniques 1 and 2, and T_fail = 2 T_hb.
func printed() words.Config {
	return words.Config{Technique: words.Forward, Interpretations: words.AsPrinted()}
}

func contender(name string, as words.Config) compare.Contender {
	return compare.Contender{
		Name: name,
		Told: "It is told nothing. Everybody is linked with everybody; records go to 3 neighbours, " +
			"log2 N + 2 hops at most, and of all processes the metrics are the same.",
		Times: "Beats are Beat apart, and who is silent for Fail is suspected; records are published every 2 Beat, " +
			"each tenth round asks for what is missing, and who begins waits 2 Fail before it claims. As printed " +
			"nothing is asked for, who is silent for 2 Beat is suspected, and who begins claims.",
		Group: func(s compare.Setting) (compare.Group, error) {
			beat, fail := int(s.Beat/time.Millisecond), int(s.Fail/time.Millisecond)
			cfg := words.Config{
				Nodes: s.Nodes, Technique: cmp.Or(as.Technique, words.AntiEntropy),
				Fanout: min(3, s.Nodes-1), TTL: bits.Len(uint(s.Nodes-1)) + 2,
				BeatMS: beat, FailMS: fail, GossipMS: 2 * beat, SettleMS: 2 * fail, Interpretations: as.Interpretations,
			}
			if cfg.Interprets(words.EarlyTimeout) {
				cfg.FailMS = 2 * beat
			}
			return Protocol().Registered().Group(cfg, func(at spec.NodeID, state any) compare.Standing {
				return compare.Follows(at, state.(*implementation.State).Leader)
			})
		},
	}
}
