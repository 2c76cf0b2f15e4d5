package ring

import (
	"time"

	implementation "github.com/scrutineer-go/scrutineer/impl/ring"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ring/words"
)

// contenders are the election as it is repaired and as it is printed, as they are compared with others.
func contenders() []compare.Contender {
	return []compare.Contender{
		contender("ring"), contender("ring-printed", words.FollowsLower, words.NoRounds),
	}
}

func contender(name string, read ...words.Interpretation) compare.Contender {
	return compare.Contender{
		Name: name, Told: "It is told nothing. Each begins an election at its boot.",
		Times: "Each probes its successor each Beat, and waits Fail-Beat for the answer; the end of an election is " +
			"awaited for Fail and half a Reply a process.",
		Group: func(s compare.Setting) (compare.Group, error) {
			retry := s.Fail + s.Reply/2*time.Duration(s.Nodes)
			return Protocol().Registered().Group(words.Config{
				Nodes: s.Nodes, Detector: words.Beats, Interpretations: read,
				ProbeMS: int(s.Beat / time.Millisecond), FailMS: int(s.Patience() / time.Millisecond),
				RetryMS: int(retry / time.Millisecond),
			}, func(_ spec.NodeID, state any) compare.Standing {
				s := state.(*implementation.State)
				return compare.Standing{Follows: s.Leader(), Acts: s.Acts()}
			})
		},
	}
}
