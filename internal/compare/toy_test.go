package compare

import (
	"time"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// alive is a heartbeat of the toy election, in which the lowest process leads that is heard.
type alive struct{}

func (alive) Kind() string { return "Alive" }

func init() { codec.Register(alive{}) }

const clock spec.Timer = "Beat"

// toyNode is a process of it: Silent counts how many of its own beats each has been silent.
type toyNode struct {
	id    spec.NodeID
	beat  time.Duration
	most  int
	state toyState
}

type toyState struct{ Silent []int }

func (n *toyNode) State() any { return &n.state }

func (n *toyNode) Step(ev impl.Event, out *impl.Effects) {
	if ev.Kind == impl.Delivered {
		n.state.Silent[ev.From] = 0
		return
	}
	for id := range n.state.Silent {
		if peer := spec.NodeID(id); peer != n.id {
			n.state.Silent[id]++
			out.Send(peer, alive{})
		}
	}
	out.SetTimer(clock, n.beat)
}

// leader is the lowest that is not silent for too long.
func (s *toyState) leader(most int) spec.NodeID {
	for id, silent := range s.Silent {
		if silent <= most {
			return spec.NodeID(id)
		}
	}
	return spec.None
}

// toyOf is the toy election with another way to say what its processes make of it, if there is one.
func toyOf(name string, sees func(spec.NodeID, any) Standing) Contender {
	return Contender{
		Name: name, Told: "It is told nothing.", Times: "It beats each Beat.",
		Group: func(s Setting) (Group, error) {
			most := int(s.Fail / s.Beat)
			g := Group{Sees: sees, Cluster: network.Cluster{
				Nodes: s.Nodes, Boots: true, Clocks: spec.NewSet(clock.Name()), Failures: spec.MessagesVanish,
				New: func(id spec.NodeID) impl.Node {
					return &toyNode{id, s.Beat, most, toyState{make([]int, s.Nodes)}}
				},
				Inputs:           func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
				InputsIgnoreDown: true,
			}}
			if sees == nil {
				g.Sees = func(at spec.NodeID, state any) Standing {
					return Follows(at, state.(*toyState).leader(most))
				}
			}
			return g, nil
		},
	}
}

// quiet is an election that elects nobody again: who is told so at its boot tells all that it leads.
type quiet struct {
	id    spec.NodeID
	state quietState
}

type quietState struct{ Leader spec.NodeID }

func (n *quiet) State() any { return &n.state }

func (n *quiet) Step(ev impl.Event, out *impl.Effects) {
	if ev.Kind == impl.Input {
		out.Multicast(alive{})
		return
	}
	n.state.Leader = ev.From
}

func quietToy() Contender {
	return Contender{
		Name: "quiet", Told: "Process 1 is told to lead.", Times: "It has none.",
		Group: func(s Setting) (Group, error) {
			return Group{
				Cluster: Booting(network.Cluster{
					Nodes: s.Nodes, New: func(id spec.NodeID) impl.Node { return &quiet{id, quietState{spec.None}} },
					Inputs:           func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
					InputsIgnoreDown: true,
				}, func(id spec.NodeID) spec.Body {
					if id == 1 {
						return alive{}
					}
					return nil
				}),
				Sees: func(at spec.NodeID, state any) Standing { return Follows(at, state.(*quietState).Leader) },
			}, nil
		},
	}
}
