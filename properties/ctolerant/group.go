package ctolerant

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
)

// protocol is what a configuration, a budget and a change complete.
type protocol = scrutineer.Protocol[implementation.State]

// grouped returns the processes of elections and their environment.
func grouped(p protocol) network.Cluster {
	return network.Cluster{
		Nodes: p.Nodes, New: func(id spec.NodeID) impl.Node { return p.New(id, p.Nodes) },
		Inputs: func(at spec.NodeID, state any, down spec.Set) []spec.Body {
			return p.InputsKnowing(at, state.(*implementation.State), down)
		},
	}
}
