package paper

import (
	"context"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// losses draws, for each copy of so many sessions to another replica, whether it is lost: so many of
// 1,000 are. As in the paper a replica's messages to itself are not counted, and none is lost.
func losses(key draw.Key, nodes, sessions, perMille int) []faults.Fault {
	var lost []faults.Fault
	for phase, kind := range phases() {
		for from := range spec.NodeID(nodes) {
			for to := range spec.NodeID(nodes) {
				way := key.With(uint64(phase)).With(uint64(from)).With(uint64(to))
				for nth := 1; from != to && nth <= sessions; nth++ {
					if way.With(uint64(nth)).Hits(perMille) {
						ref := faults.MessageRef{Kind: kind, From: from, To: to, Nth: nth}
						lost = append(lost, faults.Fault{Kind: &faults.Loss{Copy: ref}})
					}
				}
			}
		}
	}
	return lost
}

// lossyNet is a network in which messages are lost.
type lossyNet struct {
	nodes, perMille int
	inOrder         bool // all take d, so that all replicas get what is broadcast in one order
}

// session is one session of all, from a cold start, with windows that are long enough.
func (n lossyNet) session(seed uint64) (scene, error) {
	s, err := n.sessions(seed, 1, words.Config{})
	s.end = 10 * longest
	return s, err
}

// sessions are so many of all replicas, one after another; the first from a cold start.
func (n lossyNet) sessions(seed uint64, many int, cfg words.Config) (scene, error) {
	cfg.Nodes, cfg.Reducers = n.nodes, elections()
	cfg.StatusMS, cfg.ShareMS = milliseconds(3*longest)+1, milliseconds(2*longest)+1
	cluster, err := replicas(cfg)
	s := scene{cluster: cluster, delay: anyDelay(), spread: longest, seed: seed}
	if n.inOrder {
		s.delay = oneDelay()
	}
	s.faults = losses(draw.New(seed).Named("losses"), n.nodes, many, n.perMille)
	return s, err
}

// outcome is how one election of a session ends.
type outcome struct {
	disagree, leadersDiffer, twoLead bool
}

func outcomeOf(views held) outcome {
	return outcome{!views.agree(), !views.followOne(), views.leaders() > 1}
}

// outcomes are those of the elections of one session.
func (n lossyNet) outcomes(ctx context.Context, seed uint64) ([]outcome, error) {
	s, err := n.session(seed)
	if err != nil {
		return nil, err
	}
	w, err := s.run(ctx)
	if err != nil {
		return nil, err
	}
	return outcomesOf(w), nil
}

func outcomesOf(w *world.World) []outcome {
	var all []outcome
	for i := range elections() {
		all = append(all, outcomeOf(viewsOf(w, i)))
	}
	return all
}
