package swim

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

type (
	view   = scrutineer.View[specification.Local]
	judged = scrutineer.Judged[specification.Local, struct{}]
)

// group is the processes that are up and have joined and not left, without what the network holds.
type group struct {
	members spec.Set
	local   func(spec.NodeID) *specification.Local
}

// isIn reports whether a process, nil if it is down, is in the group.
func isIn(p *specification.Local, id spec.NodeID) bool {
	return p != nil && p.Table[id].Status == words.Alive
}

// inView returns the group of a view.
func inView(v view) group {
	g := group{local: v.State}
	for id, p := range v.All() {
		if isIn(p, id) {
			g.members = append(g.members, id)
		}
	}
	return g
}

// inState returns the group of a state.
func inState(st judged) group {
	s := &st.State.State
	g := group{local: func(id spec.NodeID) *specification.Local { return &s.Nodes[id] }}
	for _, id := range s.Alive {
		if isIn(&s.Nodes[id], id) {
			g.members = append(g.members, id)
		}
	}
	return g
}
