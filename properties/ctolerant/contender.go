package ctolerant

import (
	"time"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// contenders are the four elections, as they are compared with others.
func contenders() []compare.Contender {
	var all []compare.Contender
	for _, variant := range words.Variants() {
		all = append(all, compare.Contender{
			Name: "ctolerant-" + string(variant),
			Told: "The last process is told at its boot to begin an election. A membership service tells each who " +
				"else has crashed, never wrongly, and whoever follows that one begins an election then. Of " +
				"a partition it is told nothing. LEADER is a multicast, which is never lost.",
			Times: "QUERY and NOTIFYLEADER wait Reply for their answers, and who yields four times that; c is 1.",
			Group: func(s compare.Setting) (compare.Group, error) {
				cfg := configured(variant, s)
				return compare.Group{
					Cluster: elections(cfg),
					Sees: func(at spec.NodeID, state any) compare.Standing {
						return compare.Follows(at, state.(*implementation.State).Leader)
					},
				}, cfg.Check()
			},
		})
	}
	return all
}

func configured(variant words.Variant, s compare.Setting) words.Config {
	reply := int(s.Reply / time.Millisecond)
	return words.Config{
		Nodes: s.Nodes, Protocol: variant, C: min(1, s.Nodes-2), F: s.Crashes, Initiator: spec.NodeID(s.Nodes - 1),
		CollectTimeoutMS: reply, AwaitTimeoutMS: reply, TakeoverTimeoutMS: 4 * reply,
	}.WithDefaults()
}

// elections are processes that are told who has crashed, and begin an election where that is whom
// they follow: again and again, where the election of an initiator is told once to begin.
func elections(cfg words.Config) network.Cluster {
	return compare.Booting(grouped(protocol{
		Nodes: cfg.Nodes,
		New:   func(id spec.NodeID, _ int) impl.Node { return &elector{*implementation.New(id, cfg)} },
		InputsKnowing: func(_ spec.NodeID, s *implementation.State, down spec.Set) []spec.Body {
			var told []spec.Body
			for _, dead := range down {
				if s.List[dead] {
					told = append(told, words.Purge{Node: dead})
				}
			}
			if bereft(s) { // the one that it follows was dead when it began to
				told = append(told, words.Start{})
			}
			return told
		},
	}), func(id spec.NodeID) spec.Body {
		if id == cfg.Initiator {
			return words.Start{}
		}
		return nil
	})
}

// bereft reports whether a process follows one that it knows to have crashed, and waits for no
// election.
func bereft(s *implementation.State) bool {
	return s.Leader != spec.None && !s.List[s.Leader] && s.Election == nil && s.Rival.Number == 0
}

// elector is a process that begins an election when it is told that its leader has crashed.
type elector struct{ implementation.Node }

// Step handles one event.
func (n *elector) Step(ev impl.Event, out *impl.Effects) {
	n.Node.Step(ev, out)
	if _, purged := ev.Body.(words.Purge); purged && bereft(n.State().(*implementation.State)) {
		n.Node.Step(impl.Event{Kind: impl.Input, From: spec.None, Body: words.Start{}, Now: ev.Now}, out)
	}
}
