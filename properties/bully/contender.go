package bully

import (
	"time"

	implementation "github.com/scrutineer-go/scrutineer/impl/bully"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/bully/words"
)

// contenders are the election as it is repaired and as it is printed, as they are compared with others.
func contenders() []compare.Contender {
	return []compare.Contender{
		contender("bully"), contender("bully-printed", words.Interpretations()...),
	}
}

func contender(name string, read ...words.Interpretation) compare.Contender {
	return compare.Contender{
		Name: name, Told: "It is told nothing. Each begins an election at its boot.",
		Times: "The leader's beats are Beat apart, and who hears none for Fail begins an election; an Answer is " +
			"awaited for Reply, and a Coordinator after it for twice that.",
		Group: func(s compare.Setting) (compare.Group, error) {
			reply := int(s.Reply / time.Millisecond)
			cfg, err := words.Parse(campaign.JSON(words.Config{
				Nodes: s.Nodes, Failures: spec.CopiesVanish, Detector: words.Beats, Start: words.Cold,
				Interpretations: read, AnswerMS: reply, CoordinatorMS: 2 * reply,
				BeatMS: int(s.Beat / time.Millisecond), FailMS: int(s.Fail / time.Millisecond),
			}))
			return compare.Group{
				Cluster: System(cfg, spec.Budget{}).Cluster,
				Sees: func(_ spec.NodeID, state any) compare.Standing {
					s := state.(*implementation.State)
					return compare.Standing{Follows: s.Leader(), Acts: s.Acts()}
				},
			}, err
		},
	}
}
