package faultstest

import (
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Scene is a group of three in which process 0, when it is kicked, saves, sends two
// pings, multicasts and sets a timer. Nobody answers.
func Scene(failures spec.Failures, steps ...func(*Talker, impl.Event, *impl.Effects)) network.Cluster {
	step := func(n *Talker, _ impl.Event, out *impl.Effects) {
		n.Holds.N = 1
		out.Save(Saved{7})
		out.Send(1, Ping{1})
		out.Send(1, Ping{2})
		out.Multicast(News{})
		out.SetTimer("T", 10*time.Millisecond)
	}
	for _, other := range steps {
		step = other
	}
	return network.Cluster{
		Nodes:    3,
		Failures: failures,
		New:      func(id spec.NodeID) impl.Node { return &Talker{ID: id, Kicked: step} },
		Inputs: func(at spec.NodeID, state any, _ spec.Set) []spec.Body {
			if at == 0 && state.(*TalkerState).N == 0 {
				return []spec.Body{Kick{}}
			}
			return nil
		},
	}
}

// ScenePlan reads a plan in which everything takes 1 ms, with what is added to it.
func ScenePlan(t *testing.T, more string) faults.Plan {
	t.Helper()
	text := `{"version": 1, "protocol": "scene", "config": {}, "settle": "20ms"`
	if !strings.Contains(more, `"stop"`) {
		text += `, "stop": "20ms"`
	}
	if more != "" {
		text += ", " + more
	}
	var p faults.Plan
	if err := input.Decode([]byte(text+"}"), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// aPing names the first ping of a scene, as the field of a fault.
const APing = `"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 1}`
