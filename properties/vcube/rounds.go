package vcube

import (
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/vcube"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// RoundsJudged is what the properties of the model with atomic tests are judged on.
type RoundsJudged = verify.Judged[specification.RoundsLocal, struct{}]

// rounds is the model with atomic tests, without messages: one process, which is the whole group. It has no runs.
// What may go wrong is bounded by the configuration, not by a budget: see words.RoundsConfig.
func rounds() scrutineer.Protocol[groupNodeState] {
	return scrutineer.Protocol[groupNodeState]{
		Name: "vcube", Nodes: 1, NoBoot: true, CrashAfter: []string{}, Lines: []spec.Line{}, TLA: tla.Of("vcube"),
		Config: scrutineer.Configs[words.RoundsConfig, groupNodeState]{
			Default: words.RoundsConfig{Members: 2, Grain: words.ByRound}, Reading: []string{"interpretations"},
			Parse: words.ParseRounds, Apply: applyRounds,
		},
	}
}

// applyRounds says what depends on a configuration.
func applyRounds(cfg words.RoundsConfig, p *scrutineer.Protocol[groupNodeState]) error {
	p.New = func(spec.NodeID, int) impl.Node { return newGroupNode(cfg) }
	p.Inputs = func(_ spec.NodeID, s *groupNodeState) []spec.Body { return happenings(cfg, s) }
	p.Spec = scrutineer.Spec[groupNodeState, specification.RoundsLocal]{
		Module: "MCVCubeRounds", Handlers: specification.RoundsHandlers(cfg), Within: within(cfg),
		Abstraction: func(_ spec.NodeID, s *groupNodeState) specification.RoundsLocal { return groupOf(cfg, s) },
		Cannot:      cfg.Cannot(), Properties: roundsProperties(cfg),
		Fairness: map[string][]spec.Fairness{"MCFairSpec": roundsFairness(cfg)},
		Constants: map[string]any{
			"Size": cfg.Members, "Grain": string(cfg.Grain), "Barrier": cfg.Barrier,
			"Fails": cfg.Fails, "Returns": cfg.Returns, "Suspicions": cfg.Suspicions,
			"MayFail": cfg.MayFail, "Flapping": cfg.Flapping, "Cap": cfg.Cap,
			"Threshold": cfg.Threshold, "Incarnations": cfg.Incarnations, "Interpretations": cfg.Interpretations,
		},
	}
	return nil
}

// within says what is searched: how many members, and what may happen how often.
func within(cfg words.RoundsConfig) string {
	text := phrase.Plural(cfg.Members, "member", "members") + " by " + string(cfg.Grain)
	happens := phrase.Amounts(map[string]int{
		"fails": cfg.Fails, "returns": cfg.Returns, "suspicions": cfg.Suspicions, "flapping": len(cfg.Flapping),
	})
	if len(happens) > 0 {
		text += ", " + strings.Join(happens, " ")
	}
	return text
}

// roundsFairness: rounds go on, those of each member by themselves. Who is flapping goes on, too, or
// fails again.
func roundsFairness(cfg words.RoundsConfig) []spec.Fairness {
	if cfg.Grain == words.ByRound {
		isRound := func(a spec.Action) bool { return a.Name == words.KindRound }
		return []spec.Fairness{{Name: "rounds go on", Of: isRound}}
	}
	var all []spec.Fairness
	for p := range spec.NodeID(cfg.Members) {
		all = append(all, spec.Fairness{Name: "the round of " + p.String() + " goes on", Of: func(a spec.Action) bool {
			return a.Msg.Body == spec.Body(words.Go{Who: p}) || a.Msg.Body == spec.Body(words.Flap{Who: p})
		}})
	}
	return all
}

// groupNode is the one process of the model: a Group of real processes that is told what happens.
type groupNode struct {
	cfg     words.RoundsConfig
	members words.Config
	state   groupNodeState
}

// groupNodeState is all of a groupNode that changes.
type groupNodeState struct {
	// Members are what the members that are up know; there is nothing in those that are down.
	Members []implementation.State
	Down    []bool
	GroupState
	// Unended are those who have not ended the present testing round, where there is a barrier.
	Unended []bool
	// Tests counts those of the testing round, Calm the rounds since something happened.
	Tests, Calm int
	// Failures are how often each has failed as the leader in sequence, Penalties who paid the
	// last three.
	Failures  []int
	Penalties []spec.NodeID
	// Fails, Returns and Suspicions are how many there have been.
	Fails, Returns, Suspicions int
}

func newGroupNode(cfg words.RoundsConfig) *groupNode {
	n := &groupNode{cfg, cfg.Process(), groupNodeState{
		Members: make([]implementation.State, cfg.Members), Down: make([]bool, cfg.Members),
		Unended: make([]bool, cfg.Members), Failures: make([]int, cfg.Members),
	}}
	n.keep(NewGroup(n.members))
	return n
}

// State returns the state of the whole group.
func (n *groupNode) State() any { return &n.state }

// Step has something happen.
func (n *groupNode) Step(ev impl.Event, _ *impl.Effects) {
	g, s := n.group(), &n.state
	switch event := ev.Body.(type) {
	case words.Fail:
		n.upset()
		s.Fails++
		n.fail(g, event.Who)
	case words.Return:
		n.upset()
		s.Returns++
		n.comeBack(g, event.Who)
	case words.Flap:
		n.upset()
		n.fail(g, event.Who)
		n.comeBack(g, event.Who)
	case words.Suspect:
		n.upset()
		s.Suspicions++
		g.Suspect(event.Who, event.Whom)
	case words.Round:
		if s.Calm++; s.Calm > n.cfg.Dimension()+1 {
			s.Calm--
		}
		for _, doubts := range g.Doubts {
			if len(doubts) > 0 {
				s.Calm = 0
			}
		}
		s.Tests = len(g.Round(true))
		for _, p := range g.Up() {
			n.elected(g, p)
		}
	case words.Go:
		n.goOn(g, event.Who)
	}
	n.keep(g)
}

// group returns the group as the state says. What is written to is its own.
func (n *groupNode) group() *Group {
	s := &n.state
	g := &Group{cfg: n.members, live: make([]*implementation.Node, n.cfg.Members), GroupState: GroupState{
		Disks: slices.Clone(s.Disks), Open: slices.Clone(s.Open), Doubts: slices.Clone(s.Doubts),
	}}
	for i, down := range s.Down {
		if !down {
			g.live[i] = inState(spec.NodeID(i), n.members, s.Members[i])
		}
	}
	return g
}

// keep has the state say what the group is.
func (n *groupNode) keep(g *Group) {
	n.state.GroupState = g.GroupState
	for i := range n.state.Members {
		p := spec.NodeID(i)
		if n.state.Down[i] = g.live[p] == nil; n.state.Down[i] {
			n.state.Members[i] = implementation.State{}
		} else {
			n.state.Members[i] = *stateOf(g.live[p])
		}
	}
}

// upset notes that something has gone wrong, or is well again.
func (n *groupNode) upset() {
	n.state.Calm = 0
	if !n.state.inRound() {
		n.state.Tests = 0
	}
}

// inRound reports whether somebody has not ended the present testing round.
func (s *groupNodeState) inRound() bool { return slices.Contains(s.Unended, true) }

func (n *groupNode) fail(g *Group, p spec.NodeID) {
	s := &n.state
	if g.Disks[p].Leader == p && s.Failures[p] < n.cfg.Threshold {
		s.Failures[p]++
	}
	s.Unended[p] = false
	g.Fail(p)
}

func (n *groupNode) comeBack(g *Group, p spec.NodeID) {
	if n.cfg.Flapping.Has(p) && g.Disks[p].Incarnation == n.cfg.Cap {
		g.Disks[p].Incarnation--
	}
	g.Return(p)
}

func (n *groupNode) goOn(g *Group, p spec.NodeID) {
	s := &n.state
	if n.cfg.Barrier && !n.state.inRound() {
		s.Tests = 0
		for i, down := range s.Down {
			s.Unended[i] = !down
		}
	}
	step := g.Next
	if n.cfg.Grain == words.ByProcess {
		step = g.Go
	}
	tests := len(step(p))
	if n.cfg.Barrier {
		s.Tests += tests
	}
	if g.Open[p].Of == spec.None {
		s.Unended[p] = false
		n.elected(g, p)
	}
}

// elected notes what has come of an election: p's sequence of failures is over where it follows
// another, or was penalised, which shows in its incarnation.
func (n *groupNode) elected(g *Group, p spec.NodeID) {
	s := &n.state
	penalised := g.Disks[p].Incarnation > s.Disks[p].Incarnation
	if penalised || g.Leader(p) != p {
		s.Failures[p] = 0
	}
	if penalised {
		if s.Penalties = append(s.Penalties, p); len(s.Penalties) > 3 {
			s.Penalties = s.Penalties[1:]
		}
	}
}

// happenings are what may happen to the group next.
func happenings(cfg words.RoundsConfig, s *groupNodeState) []spec.Body {
	var may []spec.Body
	somebody, inRound := false, s.inRound()
	for i, down := range s.Down {
		p := spec.NodeID(i)
		if down {
			if s.Returns < cfg.Returns {
				may = append(may, words.Return{Who: p})
			}
			continue
		}
		somebody = true
		if cfg.MayFail.Has(p) && s.Fails < cfg.Fails {
			may = append(may, words.Fail{Who: p})
		}
		if cfg.Flapping.Has(p) {
			may = append(may, words.Flap{Who: p})
		}
		if cfg.Grain != words.ByRound && (s.Unended[i] || !inRound) {
			may = append(may, words.Go{Who: p})
		}
		for j := range s.Down {
			q := spec.NodeID(j)
			if s.Suspicions < cfg.Suspicions && p != q && !s.Down[j] && !s.Doubts[p].Has(q) {
				may = append(may, words.Suspect{Who: p, Whom: q})
			}
		}
	}
	if somebody && cfg.Grain == words.ByRound {
		may = append(may, words.Round{})
	}
	return may
}

// groupOf reads the state of a groupNode as the specification sees it.
func groupOf(cfg words.RoundsConfig, s *groupNodeState) specification.RoundsLocal {
	g := specification.Group{
		Disks: s.Disks, Doubts: s.Doubts, Todo: spec.Members(s.Unended), Tests: s.Tests, Since: s.Calm,
		Failed: s.Failures, Paid: s.Penalties,
		Left: specification.Left{
			Fails: cfg.Fails - s.Fails, Returns: cfg.Returns - s.Returns, Suspicions: cfg.Suspicions - s.Suspicions,
		},
	}
	for i, down := range s.Down {
		p := spec.NodeID(i)
		if down {
			fresh := specification.Fresh(p, cfg.Process())
			g.Members = append(g.Members, specification.MemberOf(fresh))
			continue
		}
		g.Up = append(g.Up, p)
		g.Members = append(g.Members, memberOf(&s.Members[i]))
	}
	return specification.RoundsLocal{Group: g}
}

// memberOf reads one process of the implementation as a member in the specification.
func memberOf(s *implementation.State) specification.Member {
	return specification.Member{
		Correct: spec.Members(s.Correct), Timestamps: s.Timestamps, Incarnations: s.Incarnations,
		Leader: s.Leader, Recovering: s.Recovering, Count: s.Count,
		Testing: s.Testing, Ahead: spec.NewSet(s.Left...),
	}
}
