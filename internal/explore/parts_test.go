package explore

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

func TestParts(t *testing.T) {
	type inner struct{ list []int }
	type outer struct {
		any   any
		names map[string]*inner
		self  *outer
		f     func()
		none  *inner // nil
	}
	value := &outer{any: 3, names: map[string]*inner{"b": {list: []int{1}}, "a": {}}, f: func() {}, none: nil}
	value.self = value
	got := strings.Join(parts(value), "; ")
	want := "any.(int): 3; names: 2 entries; names[a].list: 0 elements; names[b].list: 1 elements; " +
		"names[b].list[0]: 1; self: false; f: func; none: true"
	if got != want {
		t.Errorf("parts\n%s, want\n%s", got, want)
	}
}

// blank is a process that does nothing.
type blank struct{ state struct{} }

func (b *blank) State() any { return &b.state }

func (*blank) Step(impl.Event, *impl.Effects) {}

// Of a function and of a channel there is no more to see than that they are there: a
// constructor that gives each process its own is fresh, but for what else it gives.
func TestConstructorsMayGiveFunctionsAndChannels(t *testing.T) {
	type wired struct {
		blank
		wire  chan int
		count int
	}
	count := 0
	m := newModel(network.Cluster{Nodes: 2, New: func(spec.NodeID) impl.Node {
		return &wired{wire: make(chan int), count: count}
	}})
	m.constructed("before any step")
	m.constructed("after a step")
	defer func() {
		const want = "after a count a new process 0 has count: 1, the first one had count: 0"
		if b, _ := recover().(spec.Breach); !strings.Contains(b.Why, want) {
			t.Errorf("breach %+v, want %q", b, want)
		}
	}()
	count++
	m.constructed("after a count")
}
