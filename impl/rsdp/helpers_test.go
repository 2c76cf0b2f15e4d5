package rsdp

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// ids are processes, in an order that means something.
type ids = spec.Sequence[spec.NodeID]

// list makes ids of numbers.
func list(numbers ...int) ids {
	var list ids
	for _, n := range numbers {
		list = append(list, spec.NodeID(n))
	}
	return list
}

// seen is the view of a leader and members.
func seen(leader spec.NodeID, members ...int) words.View {
	return words.View{Leader: leader, Members: list(members...)}
}

func roster(members ...int) words.Roster { return words.Roster{Members: list(members...)} }

var nobody = words.View{Leader: spec.None}

// said is what senders have said, one after the other.
func said(from []int, data ...Value) []Entry {
	var entries []Entry
	for i, id := range from {
		entries = append(entries, Entry{spec.NodeID(id), data[i%len(data)]})
	}
	return entries
}

// config is a checked configuration of replicas under interpretations.
func config(t testing.TB, cfg words.Config, interpretations ...words.Interpretation) words.Config {
	t.Helper()
	cfg.Interpretations = append(cfg.Interpretations, interpretations...)
	slices.Sort(cfg.Interpretations)
	cfg = cfg.WithDefaults()
	if err := cfg.Check("sum"); err != nil {
		t.Fatal(err)
	}
	return cfg
}

// settled are replicas of n that know each other, but for those without members.
func settled(n int, without ...int) []words.View {
	views := make([]words.View, n)
	here := spec.AllNodes(n).Minus(spec.NewSet(list(without...)...))
	for _, id := range here {
		views[id] = words.View{Members: ids(here), Leader: here[len(here)-1]}
	}
	return views
}

// same compares values as the codec does, for which nil is empty.
func same(t testing.TB, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// handled is one event and the effects that it should have.
type handled struct {
	name string
	ev   impl.Event
	want []impl.Effect
}

// handle steps the process with each event in turn. Between two it is written and read again.
func handle(t *testing.T, n impl.Node, events ...handled) {
	t.Helper()
	for _, h := range events {
		out := impl.NewEffects(nil)
		n.Step(h.ev, out)
		same(t, h.name, h.want, out.List)
		if err := codec.Decode(codec.Encode(n.State()), n.State()); err != nil {
			t.Fatalf("%s: %v", h.name, err)
		}
	}
}

// Words of the tests.
var (
	booted    = impltest.Booted
	recovered = impltest.Recovered
	fired     = impltest.Fired
	told      = impltest.Told
	delivered = impltest.Delivered
	set       = impltest.Set
	stop      = impltest.Stop
	send      = impltest.Send
)

func broadcast(body spec.Body) impl.Effect {
	return impl.Effect{Kind: impl.Broadcast, To: spec.None, Topic: words.TopicReplicas, Body: body}
}

func save(life int) impl.Effect {
	return impltest.Save(words.Record{Life: life})
}

// effects lists them.
func effects(list ...impl.Effect) []impl.Effect { return list }

func hello(life, number int) words.Hello {
	return words.Hello{Session: words.Session{Life: life, Number: number}}
}

// status is what a replica with one derived reducer answers.
func status(life, number, own int) words.Status {
	return words.Status{
		Session: words.Session{Life: life, Number: number}, Life: own, Data: spec.Sequence[any]{words.Nothing},
	}
}

// share is what a replica in its first life shares.
func share(data ...any) words.Share { return words.Share{Data: data} }

// debate is what a replica does that begins a session.
func debate(life, number int) []impl.Effect {
	return effects(broadcast(hello(life, number)), set(words.TimerStatus, time.Second))
}

// window is what it does when the first SHARE of a batch comes.
func window() []impl.Effect { return effects(set(words.TimerShare, time.Second/2)) }
