package scrutineer

import (
	"fmt"
	"io/fs"
	"reflect"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Protocol is a protocol and what must be true of it. Name, Nodes, New and one property are
// enough; all else adds to that. State is what the State method of its processes points to.
type Protocol[State any] struct {
	// Name is its name in plans and in every output.
	Name string
	// Nodes is how many processes there are, 1 to 4,096, unless Config says otherwise.
	Nodes int
	// New makes the process of that id, in a group of so many.
	New func(id NodeID, nodes int) Node

	// Always must be true after every event, and Eventually from some time on when the faults have
	// stopped. Sometimes must be seen true in some run, else what always holds means little.
	Always, Eventually, Sometimes Properties[State]
	// Announces is what a process announces in its state, such as that it leads in a term; nil
	// for nothing. The [View] remembers all that was ever announced. It is a value of a type in Wire.
	// A process that crashes inside a step has announced nothing by it.
	Announces func(at NodeID, state *State) any
	// Client has clients call and be answered, and has their histories judged.
	Client *Client[State]

	// Wire has a value of each type that stands in a message, an input, a record on disk or an
	// announcement. They may have no func, chan, float or unexported field.
	Wire []any
	// Recovers says whether processes that crash come up again, and what becomes of the copies
	// that are addressed to them meanwhile.
	Recovers Failures
	// Crashes is how many processes may be down for good before nothing is demanded Eventually
	// any more. Where it is 0 it is what leaves a majority.
	Crashes int
	// Inputs is what the environment may tell a process now, in this state.
	Inputs func(at NodeID, state *State) []Body
	// Ticks are the names of the timers that are clocks: they fire whatever is in flight.
	Ticks []string
	// Ordered has what one process sends to another arrive in the order of its sending.
	Ordered bool
	// Awaits tells whether a copy in flight would still answer what a timer of the process waits
	// for: a timer that fires before is premature, which is a fault. Where it is nil any would.
	Awaits func(timer Timer, at NodeID, state *State, m *Message) bool
	// Bound tells whether a process hears what is broadcast to a topic.
	Bound func(at NodeID, state *State, topic string) bool
	// ReadsClocks says that more depends on Event.Now than the lengths of timers, and Skew by how
	// many parts per million clocks may be off that it must stand: campaigns draw some that are. A
	// run in which one is further off, or jumps, is outside, and neither passes nor fails.
	ReadsClocks bool
	Skew        int
	// Projection says that State does not show all that changes, as where somebody else's code
	// runs behind an adapter. Then, as where clocks are read, nothing is explored.
	Projection bool
	// Without are kinds of faults that campaigns are not to draw, such as loss; see faults.Kinds.
	Without []string
	// Timeout is the length of a typical timer, and Settle how long, after the faults have
	// stopped, it may take until what is Eventually true is. Where they are 0 they are the longest
	// that a process sets in a run without faults, and forty of it. A run ends sooner once
	// everything was Eventually true for a quarter of Settle.
	Timeout, Settle time.Duration

	// Config has it run in more than one configuration; see [Configs].
	Config Configuration[State]
	// Spec is its executable specification, which every step is held against; see [Spec]. TLA
	// holds, in its folder tla, its TLA+ modules and their table, cases.json, beside the
	// specification.
	Spec Specification[State]
	TLA  fs.FS
	// Corpus holds, in its folder testdata/corpus, plans to replay. Where it is nil it is the folder
	// that the test or the program runs in.
	Corpus fs.FS

	// Contenders are the elections of this protocol that the command compare measures beside those of
	// the program's other protocols; nil for none.
	Contenders []Contender
}

// Properties are predicates by their names. One returns nil where it is true of what it sees, and
// else says in a few words why not.
type Properties[State any] map[string]func(View[State]) error

// Registration is what [Check], [Verify], [Fuzz] and [Main] take: a [Protocol], or what makes a
// verify.Protocol otherwise.
type Registration interface {
	// Registered is the protocol as the commands know it.
	Registered() verify.Protocol
}

// Registered is the protocol as the commands know it. What is missing in it is a panic that says
// what to write.
func (p Protocol[State]) Registered() verify.Protocol {
	i, err := p.open()
	if err != nil {
		panic(spec.Breach{Contract: "Protocol", Why: err.Error()})
	}
	return i.registered()
}

// open returns the protocol in its own configuration.
func (p Protocol[State]) open() (*instance[State], error) {
	for n, value := range p.Wire {
		if t := reflect.TypeOf(value); t == nil || t.Kind() == reflect.Pointer {
			return nil, input.Errorf(fmt.Sprintf("Wire[%d]", n), "is %T, give a value of the type, such as Ask{}",
				value)
		}
	}
	codec.Register(p.Wire...)
	i, err := (&family[State]{base: p}).open(nil)
	if err != nil {
		return nil, err
	}
	if lacks := i.rhythm().unwired; len(lacks) > 0 {
		return nil, unwired(lacks)
	}
	return i, nil
}
