// Package bus brings the statements of the bus together, the shortest example of a protocol
// over lossy broadcasts. Start reading at [Protocol].
package bus

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/bus"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/bus"
	"github.com/scrutineer-go/scrutineer/spec/bus/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// State is what the properties are judged on; they need no ghost.
type State = verify.Judged[specification.Local, struct{}]

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol returns the bus.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[implementation.State]{
		Name: "bus", NoBoot: true, Lines: words.Lines(),
		Bound: func(_ spec.NodeID, s *implementation.State, topic string) bool {
			return topic == words.Topic && s.Listens()
		},
		Config: scrutineer.Configs[words.Config, implementation.State]{
			Default: words.Config{Nodes: 2, Publishers: spec.AllNodes(2), Items: 1, Listeners: spec.AllNodes(2)},
			Parse:   words.Parse, Apply: apply, DrawShape: draw, Shrink: shrink(),
		},
		Without:    []string{"premature"}, // it has no timers
		CrashAfter: []string{"Join", "Publish", "DeliverNews"},
		Corpus:     corpus, TLA: tla.Of("bus"), Pinned: true,
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[implementation.State]) error {
	p.Nodes, p.Ordered = cfg.Nodes, cfg.Ordered
	p.New = func(spec.NodeID, int) impl.Node { return implementation.New(cfg) }
	p.Inputs = func(at spec.NodeID, s *implementation.State) []spec.Body { return inputs(cfg, at, s) }
	p.Spec = scrutineer.Spec[implementation.State, specification.Local]{
		Module: "MCBus", Handlers: specification.Handlers(cfg), Abstraction: local,
		Properties: properties(cfg), Fairness: map[string][]spec.Fairness{},
		Constants: map[string]any{
			"Publishers": cfg.Publishers, "Items": cfg.Items, "Listeners": cfg.Listeners, "Keeps": cfg.Keeps,
		},
	}
	p.Monitor = &scrutineer.Monitor{
		New:        func() scrutineer.Judge { return &monitor{cfg: cfg} },
		Properties: []string{publisherOrderName, totalOrderName}, Witnesses: []string{sawKept, sawStale},
		Assumptions: assumptions(),
	}
	return nil
}

// inputs are what a process may be told: to join once, to leave when it has kept something, and to
// publish its items.
func inputs(cfg words.Config, at spec.NodeID, s *implementation.State) (told []spec.Body) {
	switch {
	case !s.Joined && cfg.Listeners.Has(at):
		told = append(told, words.Join{})
	case s.Listens() && len(s.Kept) > 0:
		told = append(told, words.Leave{})
	}
	if cfg.Publishers.Has(at) && s.Next < cfg.Items {
		told = append(told, words.Publish{})
	}
	return told
}

// local reads a process of the implementation as the specification sees it.
func local(_ spec.NodeID, s *implementation.State) specification.Local {
	l := specification.Local{Phase: specification.Out}
	switch {
	case s.Gone:
		l.Phase = specification.Left
	case s.Joined:
		l.Phase = specification.In
	}
	l.Said = s.Next
	for id := range s.Friends {
		l.Met = l.Met.With(id)
	}
	for _, item := range s.Kept {
		l.Log = append(l.Log, specification.Item{From: item.By, N: item.N})
	}
	return l
}

// properties returns the properties, by their names in tla/bus/MCBus.tla.
func properties(cfg words.Config) []spec.Property[State] {
	logs := func(check func(logs [][]specification.Item) error) func(State) error {
		return func(st State) error {
			all := make([][]specification.Item, cfg.Nodes)
			for i, p := range st.State.State.Nodes {
				all[i] = p.Log
			}
			return check(all)
		}
	}
	return []spec.Property[State]{
		verify.OfEach("TypeOK", typeOK(cfg)),
		verify.OfEach(publisherOrderName, publisherOrder),
		{Name: totalOrderName, Check: logs(totalOrder)},
		{Name: "SameFirst", Check: logs(sameFirst), WithinBudget: true},
		{Name: "NeverHearsItself", Witness: true, Check: logs(neverHearsItself)},
		{Name: "NeverLacks", Witness: true, Check: logs(neverLacks)},
	}
}

func typeOK(cfg words.Config) func(State, spec.NodeID) error {
	return func(st State, id spec.NodeID) error {
		p := st.State.State.Nodes[id]
		known := slices.Contains([]string{specification.Out, specification.In, specification.Left}, p.Phase)
		if !known || p.Said < 0 || p.Said > cfg.Items || !p.Met.IsAmong(cfg.Listeners) {
			return fmt.Errorf("process %d is %q, has said %d and met %s", id, p.Phase, p.Said, p.Met)
		}
		for _, item := range p.Log {
			if !cfg.Publishers.Has(item.From) || item.N < 1 || item.N > cfg.Items {
				return fmt.Errorf("process %d has kept %v", id, item)
			}
		}
		return nil
	}
}

// publisherOrder: nobody keeps an item after a newer one of its publisher, or twice.
func publisherOrder(st State, id spec.NodeID) error {
	newest := map[spec.NodeID]int{}
	for _, item := range st.State.State.Nodes[id].Log {
		if newest[item.From] >= item.N {
			return fmt.Errorf("%d has kept item %d of %s after item %d", id, item.N, item.From, newest[item.From])
		}
		newest[item.From] = item.N
	}
	return nil
}

// totalOrder: of two items that two listeners have kept both have the same first.
func totalOrder(logs [][]specification.Item) error {
	for i, log := range logs {
		for k, a := range log {
			for _, b := range log[k+1:] {
				for j, other := range logs {
					if at := slices.Index(other, b); a != b && at >= 0 && slices.Contains(other[at+1:], a) {
						return fmt.Errorf("%d has kept %v before %v, and %d the other way round", i, a, b, j)
					}
				}
			}
		}
	}
	return nil
}

// sameFirst: whoever has kept anything has kept the same first. Nothing promises that; the
// broken twin relies on it.
func sameFirst(logs [][]specification.Item) error {
	var first *specification.Item
	for i, log := range logs {
		if len(log) == 0 {
			continue
		}
		if first != nil && *first != log[0] {
			return fmt.Errorf("%d has kept %v first, and another %v", i, log[0], *first)
		}
		first = &log[0]
	}
	return nil
}

// neverHearsItself is a witness, which must fail.
func neverHearsItself(logs [][]specification.Item) error {
	for i, log := range logs {
		for _, item := range log {
			if item.From == spec.NodeID(i) {
				return fmt.Errorf("%d has kept its own item %d", i, item.N)
			}
		}
	}
	return nil
}

// neverLacks is a witness, which must fail.
func neverLacks(logs [][]specification.Item) error {
	for i, log := range logs {
		for _, item := range log {
			if item.N > 1 && !slices.Contains(log, specification.Item{From: item.From, N: 1}) {
				return fmt.Errorf("%d has kept item %d of %s and lacks item 1", i, item.N, item.From)
			}
		}
	}
	return nil
}

// draw draws two to five processes that say up to four items each, now and then more; at times one publisher alone, or
// a network that keeps the order.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int {
		if c.Choose("large", 32) == 31 {
			return 6 + c.Choose("nodes", 11)
		}
		return 2 + c.Choose("nodes", 4)
	}))
	all := spec.AllNodes(n)
	drawn := words.Config{
		Nodes: n,
		Publishers: campaign.Given(fixed, "publishers", func() spec.Set {
			return all[:1+c.Choose("publishers", min(n, max(3, n/2)))]
		}),
		Items: campaign.Given(fixed, "items", func() int {
			if c.Choose("many", 16) == 15 {
				return 5 + c.Choose("items", 36)
			}
			return 1 + c.Choose("items", 4)
		}),
		Listeners: campaign.Given(fixed, "listeners", func() spec.Set { return all[c.Choose("listeners", n):] }),
		Ordered:   campaign.Given(fixed, "ordered", func() bool { return c.Choose("ordered", 2) == 1 }),
		Keeps:     words.KeepsNewer,
	}
	return campaign.Merged(drawn, fixed), campaign.Shape{
		Nodes: n, MayCrash: all, Crashes: n, Timeout: faults.Time(100 * time.Millisecond),
	}
}

// shrink omits a process, an item, a publisher or a listener.
func shrink() []func(*words.Config) {
	return []func(*words.Config){
		func(c *words.Config) {
			c.Nodes--
			last := spec.NodeID(c.Nodes)
			c.Publishers, c.Listeners = c.Publishers.Without(last), c.Listeners.Without(last)
		},
		func(c *words.Config) { c.Items-- },
		func(c *words.Config) { c.Publishers = c.Publishers[:len(c.Publishers)-1] },
		func(c *words.Config) { c.Listeners = c.Listeners[1:] },
	}
}
