// Package words has what the statements of the bus protocol share: its messages and inputs,
// the names of its topics, and its configuration. It has no logic of the protocol, and must
// not import any of them.
package words

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Join is the input that has a process listen.
type Join struct{}

// Leave is the input that has it listen no more, once it has kept something.
type Leave struct{}

// Publish is the input that has a publisher say its next item.
type Publish struct{}

// Hello is what a process broadcasts when it has joined.
type Hello struct{}

// News is an item of a publisher, numbered from 1.
type News struct{ N int }

// The kinds, and the one topic.
const (
	KindJoin    = "Join"
	KindLeave   = "Leave"
	KindPublish = "Publish"
	KindHello   = "Hello"
	KindNews    = "News"
	Topic       = "news"
)

// Kind returns "Join".
func (Join) Kind() string { return KindJoin }

// Kind returns "Leave".
func (Leave) Kind() string { return KindLeave }

// Kind returns "Publish".
func (Publish) Kind() string { return KindPublish }

// Kind returns "Hello".
func (Hello) Kind() string { return KindHello }

// Kind returns "News".
func (News) Kind() string { return KindNews }

func init() { codec.Register(Join{}, Leave{}, Publish{}, Hello{}, News{}) }

// Lines are the lines of a budget.
func Lines() []spec.Line {
	return spec.FaultLines("crash", "crashIn", "duplicate", "loss")
}

// Which items a listener keeps.
const (
	// KeepsNewer: those that are newer than all that it has of their publisher.
	KeepsNewer = "newer"
	// KeepsAll: whatever comes, in the order in which it comes. That relies on the order of
	// the network.
	KeepsAll = "all"
	// KeepsFirst: the first item alone. That is the broken twin, which relies on a total order:
	// as if all heard the same item first.
	KeepsFirst = "first"
)

// Config is one configuration of the protocol.
type Config struct {
	// Nodes is the number of processes, 1 to 64.
	Nodes int `json:"nodes"`
	// Publishers say Items items each, 1 to 1000. Listeners may join, and leave again.
	Publishers spec.Set `json:"publishers"`
	Items      int      `json:"items"`
	Listeners  spec.Set `json:"listeners"`
	// Ordered tells whether the network keeps what one process sends to another in order.
	Ordered bool `json:"ordered,omitempty"`
	// Keeps is which items a listener keeps: "newer", "all", or "first".
	Keeps string `json:"keeps,omitempty"`
}

// Parse reads a Config from JSON and checks it. Errors name the field.
func Parse(data []byte) (Config, error) {
	cfg := Config{Keeps: KeepsNewer}
	if err := input.Decode(data, &cfg); err != nil {
		return Config{}, err
	}
	return cfg, cfg.check()
}

func (c Config) check() error {
	switch {
	case c.Nodes < 1 || c.Nodes > 64:
		return input.Errorf("nodes", "%d, it must be 1 to 64", c.Nodes)
	case c.Items < 1 || c.Items > 1000:
		return input.Errorf("items", "%d, it must be 1 to 1000", c.Items)
	case !slices.Contains([]string{KeepsNewer, KeepsAll, KeepsFirst}, c.Keeps):
		return input.Errorf("keeps", "%q, it must be %s, %s or %s", c.Keeps, KeepsNewer, KeepsAll, KeepsFirst)
	}
	for _, field := range []struct {
		name string
		set  spec.Set
	}{{"publishers", c.Publishers}, {"listeners", c.Listeners}} {
		if len(field.set) == 0 || !field.set.IsAmong(spec.AllNodes(c.Nodes)) {
			return input.Errorf(field.name, "%s, it must hold some of 0 to %d, ascending", field.set, c.Nodes-1)
		}
	}
	return nil
}
