package scrutineer

import (
	"io/fs"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Protocol is a protocol and what must be true of it. Name, Nodes, New and one property are enough. State is what
// the State method of its processes points to. Fields stand in the order in which one needs them: the processes,
// the properties, the world, time, and more.
type Protocol[State any] struct {
	// Name is the protocol's name in plans and in every output.
	Name string
	// Nodes is the number of processes, 1 to 4,096. [Configs].Apply may set it.
	Nodes int
	// New returns process id of a group of n processes.
	New func(id NodeID, n int) Node
	// Wire has a value of each type that stands in a message, an input, a record on disk or an
	// announcement. These types may have no func, chan, float or unexported field.
	Wire []any

	// Always must be true after every event. Eventually must be true from some time on after the faults have
	// stopped. Sometimes must be seen true in some run: else the properties of Always may hold vacuously.
	Always, Eventually, Sometimes Properties[State]
	// SometimesAtEnd must be seen true at the end of some run.
	SometimesAtEnd Properties[State]
	// Watch returns a function that is called after each step of one run, for what no state shows. Watched lists the
	// names that it passes to [Step].Saw. A campaign must see each.
	Watch   func() func(Step[State])
	Watched []string
	// GoesOn reports whether a run goes on after a property of Always was not true, to find what else fails.
	GoesOn bool
	// Assumptions are what a run may break that the protocol cannot be blamed for, and Needs are, by property, those
	// without which it is not claimed. If both are nil, clocks stay within Skew, and at most Crashes processes stay
	// down.
	Assumptions []Assumption[State]
	Needs       map[string][]string
	// Says is what a process thinks in a state, in a few words, for diagrams; nil for what it Announces.
	Says func(at NodeID, state *State) string
	// Announces returns what a process announces in its state, such as that it leads in a term; nil
	// for nothing. The [View] remembers all announcements. One is a value of a type in Wire.
	// A process that crashes inside a step has announced nothing by it.
	Announces func(at NodeID, state *State) any
	// Client has clients call operations and be answered, and has their histories judged.
	Client *Client[State]

	// Recovers says whether a process that crashes comes up again, and what becomes of the messages
	// addressed to it meanwhile.
	Recovers Failures
	// Crashes is how many processes may be down for good before nothing is demanded Eventually
	// any more. 0 means as many as leave a majority, -1 none.
	Crashes int
	// Ordered has the messages from one process to another arrive in the order of their sending.
	Ordered bool
	// NoBoot says that processes have no first event: nothing happens at one before a message or an input.
	NoBoot bool
	// Inputs returns what the environment may tell a process in this state. InputsKnowing, in its place, returns
	// what may depend on which processes are down too.
	Inputs        func(at NodeID, state *State) []Body
	InputsKnowing func(at NodeID, state *State, down Set) []Body
	// Awaits reports whether a message in flight would still answer what a timer of the process waits
	// for: a timer that fires before that is premature, which is a fault. If Awaits is nil, any message would.
	Awaits func(timer Timer, at NodeID, state *State, m *Message) bool
	// Repeats reports whether a timer's peer, up and in this state, keeps sending what the timer of process at awaits.
	// Processes do not send these messages; the timer waits as if one were in flight. It needs Awaits.
	Repeats func(timer Timer, at NodeID, peer *State) bool
	// Bound reports whether a process hears what is broadcast to a topic; nil means that all do.
	Bound func(at NodeID, state *State, topic string) bool
	// Without are kinds of faults that campaigns do not draw, such as loss, and Beside are kinds that they draw
	// beside the usual ones, such as flap; see faults.Kinds.
	Without, Beside []string

	// Ticks are the names of the timers that are clocks: they fire whatever is in flight.
	Ticks []string
	// ReadsClocks says that more depends on Event.Now than the lengths of timers. Skew is by how
	// many parts per million clocks may be off; campaigns draw some that are. A
	// run in which a clock is further off, or jumps, is outside, and neither passes nor fails.
	ReadsClocks bool
	Skew        int
	// Discrete is the time of explorations. If it is nil, explorations are untimed: a timer may fire at any time, and a
	// protocol that ReadsClocks is not explored. In discrete time clocks run exactly, and messages take at most
	// Discrete.Delay. Runs ignore Discrete, and draw drifts and delays.
	Discrete *DiscreteTime
	// Timeout is the length of a typical timer. Settle is how long, after the faults have
	// stopped, it may take until the properties of Eventually are true. If they are 0 they are the longest
	// timer that a process sets in a run without faults, and forty times that. A run ends sooner if
	// all of Eventually was true for a quarter of Settle. A timer that awaits messages which never cease
	// fires after half of Settle, or after twenty times its length if that is longer: a run of a Settle
	// of less than forty times that length may end before.
	Timeout, Settle time.Duration
	// Enough is for how long all of Eventually must have been true for a run to end, in place of a quarter of Settle.
	// If it is negative, a run goes on to the end of its time.
	Enough time.Duration

	// Config has the protocol run in more than one configuration; see [Configs].
	Config Configuration[State]
	// Spec is its executable specification, which every step is held against; see [Spec]. TLA
	// holds, in its folder tla, its TLA+ modules and their table, cases.json, beside the
	// specification.
	Spec Specification[State]
	TLA  fs.FS
	// Halves, in place of Spec, are the specifications of several machines that each process holds, those that tell
	// something before those that are told; see [HalfSpec]. Only runs are compared with them.
	Halves []Half[State]
	// Corpus holds, in its folder testdata/corpus, plans to replay. If it is nil, it is the folder
	// that the test or the program runs in.
	Corpus fs.FS
	// Pinned says that a plan of the corpus must say what is to come of it. Without it every property must hold
	// in a plan that does not say.
	Pinned bool
	// Projection says that State does not show all that changes, as for somebody else's code
	// behind an adapter. Then nothing is explored, as if clocks were read.
	Projection bool
	// Monitor judges runs in place of the properties above; see [Monitor].
	Monitor *Monitor
	// Lines are those that a budget of faults may have, in explorations and in cases. If they are nil they are
	// crash, crashIn, duplicate, loss and premature.
	Lines []spec.Line
	// Budgeted sets what depends on the budget of faults, such as Spec or InputsKnowing. It is called after Apply
	// of [Configs]: with the budget of a case, or with one that has no lines, under which runs are judged.
	Budgeted func(b spec.Budget, p *Protocol[State])
	// CrashAfter are the names of the actions after which a campaign crashes a process. If it is nil, a run without
	// faults finds them, and what Wire lacks.
	CrashAfter []string
	// NeverEarly names timers that a campaign need not see fire early, as they await nothing.
	NeverEarly []string
	// Contenders are the elections of this protocol that the command compare measures, in this order and after those of
	// the protocols that Main was given before; nil for none.
	Contenders []Contender
	// More are further models, such as of a part of this protocol. A case names one by its Module; a case without one
	// is about Spec. Campaigns run this protocol only.
	More []Registration
	// RunsOnly reports whether another protocol has this one's Spec among its More, and the cases. Then this one only
	// runs, and each step is compared with Spec.
	RunsOnly bool
	// Ledger holds the claims and the experiments of papers.
	Ledger
}

// Registration is what [Check], [Verify], [Fuzz] and [Main] take: a [Protocol], whatever its State. A package that
// returns its protocol as a Registration compiles the generic code of its State once. If it returns a Protocol, each
// package that registers it compiles that code again.
type Registration interface {
	verify.Registration
	// WithLedger returns the protocol with a ledger in place of its own.
	WithLedger(Ledger) Registration
	typed
}
