package words

import (
	"cmp"
	"time"

	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Object is what the storage's value is to clients.
type Object string

// The objects.
const (
	Register Object = "register" // Read, Write and CompareAndSwap
	Lock     Object = "lock"     // Acquire and Release
)

// Config is one configuration of the store.
type Config struct {
	// Nodes is how many processes elect, 2 to 64. One more is the storage.
	Nodes int `json:"nodes"`
	// Protocol is which election they run: "base" or "hybrid".
	Protocol election.Variant `json:"protocol"`
	// Object is what clients use: "register" or "lock".
	Object Object `json:"object"`
	// Fenced has the storage refuse a token that is earlier than one that it has heard.
	Fenced bool `json:"fenced"`
	// C and F are those of the election.
	C int `json:"c"`
	F int `json:"f"`
	// Elections is up to which number of an election the environment has somebody begin another
	// one, Runs how many runs of them a process begins before it waits no more, and Calls how
	// often a client calls, 1 to 100 each: so there is an end to what can happen.
	Elections int `json:"elections"`
	Runs      int `json:"runs"`
	Calls     int `json:"calls"`
	// TimeoutMS is how long the election waits, AnswerMS how long a leader waits for the storage.
	TimeoutMS int `json:"timeoutMs"`
	AnswerMS  int `json:"answerMs"`
}

// Default is two processes of which one is elected after the other, and clients that call twice.
func Default() Config {
	return Config{
		Nodes: 2, Protocol: election.Base, Object: Register, Fenced: true, Elections: 2, Runs: 3, Calls: 2,
		TimeoutMS: 500, AnswerMS: 500,
	}
}

// Storage is the process that is the storage.
func (c Config) Storage() spec.NodeID { return spec.NodeID(c.Nodes) }

// Initiator is the process that begins the first election.
func (c Config) Initiator() spec.NodeID { return spec.NodeID(c.Nodes - 1) }

// AnswerTimeout is how long a leader waits for the storage.
func (c Config) AnswerTimeout() time.Duration { return spec.Milliseconds(c.AnswerMS) }

// Election is the configuration of the election. Hybrid is asked for the lowest process, and for
// the unhealthiest, which is passed over.
func (c Config) Election() election.Config {
	e := election.Config{
		Nodes: c.Nodes, Protocol: c.Protocol, C: c.C, F: c.F, Initiator: c.Initiator(),
		CollectTimeoutMS: c.TimeoutMS, AwaitTimeoutMS: c.TimeoutMS, TakeoverTimeoutMS: 4 * c.TimeoutMS,
	}
	if c.Protocol.Prefers() {
		e.X, e.Y = 1, 1
	}
	return e.WithDefaults()
}

// Check tells what is wrong with the Config, naming the field, or nothing.
func (c Config) Check() error {
	switch {
	case c.Protocol != election.Base && c.Protocol != election.Hybrid:
		return input.Errorf("protocol", "%q, it must be %q or %q", c.Protocol, election.Base, election.Hybrid)
	case c.Object != Register && c.Object != Lock:
		return input.Errorf("object", "%q, it must be %q or %q", c.Object, Register, Lock)
	}
	const longest = election.MaxTimeoutMS / 4
	if err := cmp.Or(
		input.Between("nodes", c.Nodes, 2, 64),
		input.Between("elections", c.Elections, 1, 100),
		input.Between("runs", c.Runs, 1, 100),
		input.Between("calls", c.Calls, 1, 100),
		input.Between("timeoutMs", c.TimeoutMS, 1, longest),
		input.Between("answerMs", c.AnswerMS, 1, longest),
	); err != nil {
		return err
	}
	return c.Election().Check()
}
