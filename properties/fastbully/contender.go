package fastbully

import (
	"time"

	implementation "github.com/scrutineer-go/scrutineer/impl/fastbully"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/fastbully/words"
)

// contenders are the election as it is repaired and as it is printed, as they are compared with others.
func contenders() []compare.Contender {
	return []compare.Contender{
		contender("fastbully"), contender("fastbully-printed", words.AsPrinted()...),
	}
}

func contender(name string, read ...words.Interpretation) compare.Contender {
	return compare.Contender{
		Name: name, Told: "It is told nothing. All scores are the same, so that numbers decide.",
		Times: "The leader's beats are Beat apart; the first substitute waits Fail for one, and each further one " +
			"Reply longer; scores are gathered for Beat and Reply.",
		Group: func(s compare.Setting) (compare.Group, error) {
			reply, beat := int(s.Reply/time.Millisecond), int(s.Beat/time.Millisecond)
			return Protocol().Registered().Group(words.Config{
				Nodes: s.Nodes, Ordered: true, Interpretations: read, GatherMS: beat + reply,
				BeatMS: beat, FailMS: int(s.Fail / time.Millisecond), StepMS: reply,
			}, func(_ spec.NodeID, state any) compare.Standing {
				s := state.(*implementation.State)
				return compare.Standing{Follows: s.Leader, Acts: s.Acts}
			})
		},
	}
}
