// Package fastbully implements Fast Bully with substitutes: the best process is found once by a storm of
// scores, and whoever comes next on its list takes over when it fails. It is what the enhanced Gossip
// election of Syvolovskyi and Lysechko (2025) is compared with; package words says what it does.
//
// The package must not import spec/fastbully, which it is compared with. Start reading at [New].
package fastbully

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/fastbully/words"
)

// Node is one process.
type Node struct {
	id    spec.NodeID
	cfg   words.Config
	state State
}

// State is all of a Node that changes.
type State struct {
	// Leader is whom the process follows, None where it follows nobody. Acts tells whether it leads.
	Leader spec.NodeID
	Acts   bool
	// Epoch is the highest that it has heard of, or leads under.
	Epoch int
	// Heirs are those who lead one after another: the leader and its substitutes.
	Heirs []spec.NodeID
	// Silent are those before it among the heirs who are said to be down.
	Silent spec.Set
	// Outdated are those who led in an earlier epoch when they said so, and were not told.
	Outdated spec.Set
	// Gathers tells whether the process gathers scores, Scores are those that it has gathered.
	Gathers bool
	Scores  map[spec.NodeID]int
}

// New returns a process of a cluster with that configuration, which words.Parse has checked.
func New(id spec.NodeID, cfg words.Config) *Node {
	n := &Node{id: id, cfg: cfg, state: State{Leader: spec.None}}
	if cfg.Start == words.Warm {
		n.state.Heirs = n.byScore(func(j spec.NodeID) (int, bool) { return cfg.Scores[j], true })
		n.state.Leader = n.state.Heirs[0]
		n.state.Acts = n.state.Leader == id
		n.state.Epoch = n.epochOf(n.state.Leader, 0)
	}
	return n
}

// State returns the process's state.
func (n *Node) State() any { return &n.state }

// Ahead are those who would lead before a process, or lead now.
func (s *State) Ahead(id spec.NodeID) []spec.NodeID {
	if at := slices.Index(s.Heirs, id); at > 0 {
		return s.Heirs[:at]
	}
	return nil
}

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted:
		n.boot(out)
	case impl.Fired:
		n.fired(ev.Timer, out)
	case impl.Input:
		switch body := ev.Body.(type) {
		case words.Suspect:
			n.silent(body.Whom, out)
		case words.Alarm:
			n.silent(body.Whom, out)
		}
	case impl.Delivered:
		n.received(ev.From, ev.Body, out)
	}
}

func (n *Node) boot(out *impl.Effects) {
	switch {
	case n.cfg.Start == words.Cold:
		n.gather(words.Score{Key: n.cfg.Scores[n.id]}, out)
	case n.state.Acts:
		out.SetTimer(words.TimerBeat, n.cfg.BeatTime())
	default:
		n.wait(out)
	}
}

func (n *Node) fired(timer spec.Timer, out *impl.Effects) {
	switch timer {
	case words.TimerGather:
		n.decide(out)
	case words.TimerWait:
		n.takeOver(out)
	case words.TimerBeat:
		out.SetTimer(words.TimerBeat, n.cfg.BeatTime())
		n.tell(words.Beat(n.announcement()), out)
	}
}

func (n *Node) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	switch body := body.(type) {
	case words.Score:
		if n.state.Gathers {
			n.state.Scores[from] = body.Key
		}
	case words.Collect:
		out.Send(from, words.Score{Key: n.cfg.Scores[n.id]})
		n.outlasts(body.Epoch, out)
	case words.Coordinator:
		if body.Epoch < n.state.Epoch && n.cfg.Detector == words.Told && !n.state.Acts && from != n.state.Leader {
			n.state.Outdated = n.state.Outdated.With(from)
			n.correct(out)
			return
		}
		n.announced(from, body, out)
	case words.Newer:
		n.outlasts(body.Epoch, out)
	case words.Beat:
		n.announced(from, words.Coordinator(body), out)
	}
}

// outlasts has a leader lead anew if there was a reign since its own began.
func (n *Node) outlasts(epoch int, out *impl.Effects) {
	if n.state.Acts && epoch > n.state.Epoch {
		n.state.Epoch = epoch
		n.lead(n.state.Heirs, out)
	}
}

// gather begins to gather scores, with what makes the others send theirs.
func (n *Node) gather(asking spec.Body, out *impl.Effects) {
	n.state.Gathers, n.state.Scores = true, map[spec.NodeID]int{n.id: n.cfg.Scores[n.id]}
	n.state.Silent = nil
	out.StopTimer(words.TimerWait)
	out.SetTimer(words.TimerGather, n.cfg.GatherTime())
	n.tell(asking, out)
}

// decide ends the gathering.
func (n *Node) decide(out *impl.Effects) {
	order := n.byScore(func(j spec.NodeID) (int, bool) { score, heard := n.state.Scores[j]; return score, heard })
	if order[0] == n.id {
		n.lead(order, out)
		return
	}
	n.state.Gathers, n.state.Scores = false, nil // a better one is there, and will announce itself
	if len(n.state.Heirs) == 0 {
		n.state.Heirs = order
	}
	n.wait(out)
}

// announced handles what a coordinator says of itself, at first or with a beat.
func (n *Node) announced(from spec.NodeID, c words.Coordinator, out *impl.Effects) {
	if c.Epoch < n.state.Epoch {
		return // of a reign that is over
	}
	n.state.Epoch = c.Epoch
	switch worse := n.isBetterThan(from, c.Key); {
	case !worse || n.cfg.Interprets(words.AcceptsWorse):
		n.follow(from, c.Substitutes, out)
	case !n.state.Gathers:
		n.lead(n.heirsFromMe(), out)
	}
}

func (n *Node) isBetterThan(other spec.NodeID, score int) bool {
	if own := n.cfg.Scores[n.id]; own != score {
		return own < score
	}
	return n.id < other
}

func (n *Node) follow(leader spec.NodeID, substitutes []spec.NodeID, out *impl.Effects) {
	outdated, before := n.state.Outdated, n.state.Leader
	inTurn := slices.Contains(n.state.Ahead(n.id), leader) || before == spec.None || before == n.id
	if n.cfg.Detector == words.Told && !n.cfg.Interprets(words.NoEpochs) && !inTurn {
		outdated = outdated.With(before) // it may be there for longer than the new one
	}
	n.state = State{
		Leader: leader, Epoch: n.state.Epoch, Outdated: outdated.Without(leader),
		Heirs: slices.Concat([]spec.NodeID{leader}, substitutes),
	}
	out.StopTimer(words.TimerGather)
	out.StopTimer(words.TimerBeat)
	n.wait(out)
}

// wait has the process wait for its leader, the longer the more heirs are before it.
func (n *Node) wait(out *impl.Effects) {
	if n.cfg.Detector == words.Told {
		return
	}
	further := len(n.state.Ahead(n.id)) - 1
	out.SetTimer(words.TimerWait, n.cfg.FailTime()+time.Duration(further)*n.cfg.StepTime())
}

// silent notes that one of those before the process is down. With the last one it is its turn.
func (n *Node) silent(who spec.NodeID, out *impl.Effects) {
	n.state.Silent = n.state.Silent.With(who)
	if len(n.state.Silent) == len(n.state.Ahead(n.id)) {
		n.takeOver(out)
		return
	}
	n.correct(out)
}

// correct tells whoever leads in an earlier epoch than that of a leader who is down.
func (n *Node) correct(out *impl.Effects) {
	if len(n.state.Heirs) == 0 || !n.state.Silent.Has(n.state.Heirs[0]) {
		return
	}
	for _, other := range n.state.Outdated {
		out.Send(other, words.Newer{Epoch: n.state.Epoch})
	}
	n.state.Outdated = nil
}

func (n *Node) takeOver(out *impl.Effects) {
	if n.cfg.Interprets(words.Regathers) {
		n.gather(words.Collect{Epoch: n.state.Epoch}, out)
		return
	}
	n.lead(n.heirsFromMe(), out)
}

// heirsFromMe are the heirs without a gap: those before the process come again after the last one.
func (n *Node) heirsFromMe() []spec.NodeID {
	at := len(n.state.Ahead(n.id))
	return slices.Concat(n.state.Heirs[at:], n.state.Heirs[:at])
}

// lead has the process lead, and tells everybody else.
func (n *Node) lead(heirs []spec.NodeID, out *impl.Effects) {
	n.state = State{Leader: n.id, Acts: true, Epoch: n.epochOf(n.id, n.state.Epoch), Heirs: heirs}
	out.StopTimer(words.TimerGather)
	out.StopTimer(words.TimerWait)
	if n.cfg.Detector != words.Told {
		out.SetTimer(words.TimerBeat, n.cfg.BeatTime())
	}
	n.tell(n.announcement(), out)
}

func (n *Node) announcement() words.Coordinator {
	return words.Coordinator{
		Epoch: n.state.Epoch, Key: n.cfg.Scores[n.id], Substitutes: slices.Clone(n.state.Heirs[1:]),
	}
}

// epochOf is the first epoch of a process after the last one that was known.
func (n *Node) epochOf(who spec.NodeID, last int) int {
	switch {
	case n.cfg.Interprets(words.NoEpochs):
		return 0
	case n.cfg.Interprets(words.SharedEpochs):
		return last + 1
	}
	round := last / n.cfg.Nodes * n.cfg.Nodes
	if epoch := round + int(who); epoch > last {
		return epoch
	}
	return round + n.cfg.Nodes + int(who)
}

// byScore are all processes, the best first and those without a score last.
func (n *Node) byScore(scoreOf func(spec.NodeID) (int, bool)) []spec.NodeID {
	order := make([]spec.NodeID, n.cfg.Nodes)
	for i := range order {
		order[i] = spec.NodeID(i)
	}
	slices.SortFunc(order, func(i, j spec.NodeID) int {
		a, heardA := scoreOf(i)
		b, heardB := scoreOf(j)
		switch {
		case heardA && !heardB:
			return -1
		case heardB && !heardA:
			return 1
		case a != b:
			return a - b
		}
		return int(i - j)
	})
	return order
}

// tell sends to all others.
func (n *Node) tell(body spec.Body, out *impl.Effects) {
	for j := range spec.NodeID(n.cfg.Nodes) {
		if j != n.id {
			out.Send(j, body)
		}
	}
}
