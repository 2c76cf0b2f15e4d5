package swim

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// The reasons of the picks of a process that joins or leaves.
const (
	pickContact   = "contact"
	pickFarewells = "farewells"
)

// strangers returns a table in which all processes are unknown.
func strangers(cfg words.Config) []words.Entry {
	known := make([]words.Entry, cfg.Nodes)
	for i := range known {
		known[i] = words.Entry{Member: spec.NodeID(i), Status: words.Unknown}
	}
	return known
}

// acquainted returns the table of a process that is in the group from the beginning.
func acquainted(cfg words.Config) []words.Entry {
	known := strangers(cfg)
	for _, id := range cfg.Contacts() {
		known[id].Status = words.Alive
	}
	return known
}

// Inputs returns the inputs that a process in this state may get.
func Inputs(cfg words.Config, id spec.NodeID, s *State) []spec.Body {
	switch own := s.Known[id].Status; {
	case own == words.Unknown:
		return []spec.Body{words.Enter{}}
	case own == words.Alive && cfg.Leavers.Has(id):
		return []spec.Body{words.Leave{}}
	}
	return nil
}

// told carries out an input.
func (n *Node) told(input spec.Body, out *impl.Effects) {
	switch input.(type) {
	case words.Enter:
		n.set(n.id, words.Alive)
		n.start(out)
		n.join(out)
	case words.Leave:
		n.leave(out)
	}
}

// join asks a process that was in the group from the beginning for its table.
func (n *Node) join(out *impl.Effects) {
	contact := out.Pick(pickContact, n.cfg.Contacts(), 1)[0]
	out.Send(contact, words.Join{News: n.own()})
	out.SetTimer(words.TimerJoin, n.cfg.JoinTime())
}

// leave tells members that the process has left, and forgets everything but that.
func (n *Node) leave(out *impl.Effects) {
	list := n.list(spec.None, false)
	n.set(n.id, words.Dead)
	farewell := n.own()
	for _, to := range out.Pick(pickFarewells, list, n.cfg.Farewells()) {
		out.Send(to, words.Left{News: farewell})
	}
	for _, timer := range []spec.Timer{words.ClockPeriod, words.TimerReply, words.TimerEnd, words.TimerJoin} {
		out.StopTimer(timer)
	}
	for _, e := range n.state.Known {
		if e.Status == words.Suspect {
			out.StopTimer(words.Suspicion(e.Member))
		}
	}
	n.state = State{Known: strangers(n.cfg), Bag: n.fullBag()}
	n.state.Known[n.id] = farewell[0]
}

// own returns the entry of the process as news.
func (n *Node) own() words.News { return words.News{n.state.Known[n.id]} }
