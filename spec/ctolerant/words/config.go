package words

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Config is one configuration of an election. Use Parse, or Check one that you
// built: the protocols rely on what Check says.
type Config struct {
	// Nodes is N, the number of processes, 1 to MaxNodes.
	Nodes int `json:"nodes"`
	// Protocol is which of the elections runs; Base where absent.
	Protocol Variant `json:"protocol,omitempty"`
	// C bounds how many other lists may lack a process (section III-A).
	C int `json:"c"`
	// F bounds how many processes may fail at the same time.
	F int `json:"f"`
	// Rule is what is done with a LEADER; Tagged where absent.
	Rule Rule `json:"rule,omitempty"`
	// Interpretations are those that are taken in place of the recommended ones, in ascending
	// order.
	Interpretations spec.SetOf[Interpretation] `json:"interpretations,omitempty"`
	// X and Y are how many of the lowest and of the unhealthiest processes the first run
	// of Preferred and Hybrid asks for, X 1 to N, Y 0 to N. Where absent each is 5, as in
	// section IV-C, or N if that is less; where only X is given Y is 0. Base and Optimistic have
	// 1 and 0.
	X int `json:"x,omitempty"`
	Y int `json:"y,omitempty"`
	// Suspicions are the unhealthiness metrics: Suspicions[i][j] is how often i suspects
	// j at first, what it says of itself being ignored. Where absent nobody suspects anybody.
	Suspicions [][]int `json:"suspicions,omitempty"`
	// Rises are what the failure detectors find during the run.
	Rises []Rise `json:"rises,omitempty"`
	// Initiator begins the election. Rivals are further processes that begin one each, in
	// ascending order: the paper has the lowest initiator prevail (section III-B).
	Initiator spec.NodeID `json:"initiator"`
	Rivals    spec.Set    `json:"rivals,omitempty"`
	// Lists are the initial membership lists, one for each process, its owner in
	// it. Where absent they are full, but for those that join later.
	Lists []spec.Set `json:"lists,omitempty"`
	// Churn is how the membership changes during the run. The changes at one process
	// happen in this order, each at any time.
	Churn []Change `json:"churn,omitempty"`
	// BreaksC lets the lists lack a process more often than C says, counted over the run: the
	// bound is broken on purpose, to see what depends on it.
	BreaksC bool `json:"breaksC,omitempty"`
	// Held says how c is held all the same while an exploration lets the lists change: a change
	// after which it is not does not happen. Runs are told what their plans say.
	Held Bound `json:"held,omitempty"`
	// Detectors says that failure detectors below the processes keep the lists: a process learns and forgets others at
	// any time, as often as it is told, and one that forgets its leader begins an election. Suspicions are there then.
	// A process that holds both machines sets it.
	Detectors bool `json:"-"`
	// Troubles has explorations remember of each run whether anything has troubled it, for which
	// it may have to be repeated: then a budget excuses no run that nothing has troubled.
	Troubles bool `json:"troubles,omitempty"`
	// CollectTimeoutMS and AwaitTimeoutMS are the paper's TIMEOUT in lines 5 and
	// 13, in milliseconds of virtual time; 500 where absent, as in section VI.
	CollectTimeoutMS int `json:"collectTimeoutMs,omitempty"`
	AwaitTimeoutMS   int `json:"awaitTimeoutMs,omitempty"`
	// TakeoverTimeoutMS is how long an initiator that has yielded to another one waits for
	// a LEADER before it takes over; 2000 where absent.
	TakeoverTimeoutMS int `json:"takeoverTimeoutMs,omitempty"`
}

// Rise is what the failure detector of process At may say at any time: that it suspects
// process Of Count times by now.
type Rise struct {
	At    spec.NodeID `json:"at" input:"required"`
	Of    spec.NodeID `json:"of" input:"required"`
	Count int         `json:"count" input:"required"`
}

// The largest N and the longest TIMEOUT, a day, that are accepted.
const (
	MaxNodes     = 4096
	MaxTimeoutMS = input.MaxMS
)

const (
	defaultTimeoutMS  = 500
	defaultTakeoverMS = 4 * defaultTimeoutMS
	defaultXY         = 5
	maxSuspicions     = 1_000_000
)

// Parse reads a Config from JSON, fills in what is absent and checks it. Errors
// name the field and what would be right.
func Parse(data []byte) (Config, error) {
	var cfg Config
	if err := input.Decode(data, &cfg); err != nil {
		return Config{}, err
	}
	var given struct{ X, Y json.RawMessage }
	if err := json.Unmarshal(data, &given); err != nil {
		return Config{}, err
	}
	if given.X != nil && cfg.X == 0 {
		return Config{}, input.Errorf("x", "0, it must be at least 1")
	}
	y, saysY := cfg.Y, given.Y != nil
	if cfg = cfg.WithDefaults(); saysY {
		cfg.Y = y // 0 is meant
	}
	return cfg, cfg.Check()
}

// WithDefaults returns the Config with what is absent filled in.
func (c Config) WithDefaults() Config {
	if c.Protocol == "" {
		c.Protocol = Base
	}
	if c.Rule == "" {
		c.Rule = Tagged
	}
	if c.CollectTimeoutMS == 0 {
		c.CollectTimeoutMS = defaultTimeoutMS
	}
	if c.AwaitTimeoutMS == 0 {
		c.AwaitTimeoutMS = defaultTimeoutMS
	}
	if c.TakeoverTimeoutMS == 0 {
		c.TakeoverTimeoutMS = defaultTakeoverMS
	}
	switch {
	case c.X != 0:
	case c.Protocol.Prefers():
		c.X = min(defaultXY, c.Nodes)
		if c.Y == 0 {
			c.Y = c.X
		}
	default:
		c.X = 1
	}
	if c.Suspicions == nil && (len(c.Rises) > 0 || c.Detectors) && c.Nodes >= 1 && c.Nodes <= MaxNodes {
		c.Suspicions = make([][]int, c.Nodes)
		for i := range c.Suspicions {
			c.Suspicions[i] = make([]int, c.Nodes)
		}
	}
	if c.Lists == nil && c.Nodes >= 1 && c.Nodes <= MaxNodes {
		c.Lists = make([]spec.Set, c.Nodes)
		there := spec.AllNodes(c.Nodes).Minus(c.Joiners())
		for i := range c.Lists {
			c.Lists[i] = there.With(spec.NodeID(i))
		}
	}
	return c
}

// Check tells what is wrong with the Config, naming the field, or nothing.
func (c Config) Check() error {
	switch {
	case c.Nodes < 1 || c.Nodes > MaxNodes:
		return input.Errorf("nodes", "%d, it must be 1 to %d", c.Nodes, MaxNodes)
	case c.C < 0 || c.C > c.Nodes:
		return input.Errorf("c", "%d, it must be 0 to the number of nodes, %d", c.C, c.Nodes)
	case c.F < 0 || c.F > c.Nodes:
		return input.Errorf("f", "%d, it must be 0 to the number of nodes, %d", c.F, c.Nodes)
	case c.Nodes < c.Quorum():
		return input.Errorf("nodes", "%d, it must be at least c+f+1 = %d", c.Nodes, c.Quorum())
	case !slices.Contains(Variants(), c.Protocol):
		return input.Errorf("protocol", "%q, it must be one of %q", c.Protocol, Variants())
	case !slices.Contains(Rules(), c.Rule):
		return input.Errorf("rule", "%q, it must be one of %q", c.Rule, Rules())
	case !c.knows(c.Initiator):
		return input.Errorf("initiator", "%d, it must be 0 to %d", int(c.Initiator), c.Nodes-1)
	case c.CollectTimeoutMS < 1 || c.CollectTimeoutMS > MaxTimeoutMS:
		return input.Errorf("collectTimeoutMs", "%d, it must be 1 to %d", c.CollectTimeoutMS, MaxTimeoutMS)
	case c.AwaitTimeoutMS < 1 || c.AwaitTimeoutMS > MaxTimeoutMS:
		return input.Errorf("awaitTimeoutMs", "%d, it must be 1 to %d", c.AwaitTimeoutMS, MaxTimeoutMS)
	case c.TakeoverTimeoutMS < 1 || c.TakeoverTimeoutMS > MaxTimeoutMS:
		return input.Errorf("takeoverTimeoutMs", "%d, it must be 1 to %d", c.TakeoverTimeoutMS, MaxTimeoutMS)
	}
	for _, check := range []func() error{
		c.checkInterpretations, c.checkXY, c.checkSuspicions, c.checkRivals, c.checkChurn, c.checkLists,
		c.checkHeld,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (c Config) checkInterpretations() error {
	return input.Readings(c.Interpretations, Interpretations(), nil)
}

func (c Config) checkXY() error {
	switch {
	case !c.Protocol.Prefers() && c.X != 1:
		return input.Errorf("x", "%d, it must be 1 in %s, which asks for the lowest process alone", c.X, c.Protocol)
	case !c.Protocol.Prefers() && c.Y != 0:
		return input.Errorf("y", "%d, it must be 0 in %s, which does not ask for health", c.Y, c.Protocol)
	case c.X < 1 || c.X > c.Nodes:
		return input.Errorf("x", "%d, it must be 1 to the number of nodes, %d", c.X, c.Nodes)
	case c.Y < 0 || c.Y > c.Nodes:
		return input.Errorf("y", "%d, it must be 0 to the number of nodes, %d", c.Y, c.Nodes)
	}
	return nil
}

func (c Config) checkSuspicions() error {
	if c.Suspicions != nil && len(c.Suspicions) != c.Nodes {
		return input.Errorf("suspicions", "%d lists, there must be one for each of the %d nodes",
			len(c.Suspicions), c.Nodes)
	}
	for i, counts := range c.Suspicions {
		if len(counts) != c.Nodes {
			return input.Errorf("suspicions", "list %d has %d counts, there must be one for each of the %d nodes",
				i, len(counts), c.Nodes)
		}
		for _, n := range counts {
			if n < 0 || n > maxSuspicions {
				return input.Errorf("suspicions", "%d in list %d, a count must be 0 to %d", n, i, maxSuspicions)
			}
		}
	}
	for i, r := range c.Rises {
		switch at := fmt.Sprintf("rises[%d]", i); {
		case !c.knows(r.At) || !c.knows(r.Of) || r.At == r.Of:
			return input.Errorf(at, "of %d at %d, they must be two different nodes, 0 to %d",
				int(r.Of), int(r.At), c.Nodes-1)
		case r.Count < 1 || r.Count > maxSuspicions:
			return input.Errorf(at+".count", "%d, it must be 1 to %d", r.Count, maxSuspicions)
		}
	}
	return nil
}

func (c Config) knows(id spec.NodeID) bool { return id >= 0 && int(id) < c.Nodes }

// Quorum is k = c+f+1, how many processes an initiator asks (section IV-A).
func (c Config) Quorum() int { return c.C + c.F + 1 }

// Interprets tells whether the paper is read in that way.
func (c Config) Interprets(r Interpretation) bool { return c.Interpretations.Has(r) }

// CollectTimeout is the TIMEOUT of line 5, in virtual time.
func (c Config) CollectTimeout() time.Duration {
	return spec.Milliseconds(c.CollectTimeoutMS)
}

// AwaitTimeout is the TIMEOUT of line 13, in virtual time.
func (c Config) AwaitTimeout() time.Duration {
	return spec.Milliseconds(c.AwaitTimeoutMS)
}

// TakeoverTimeout is how long whoever has yielded waits, in virtual time.
func (c Config) TakeoverTimeout() time.Duration {
	return spec.Milliseconds(c.TakeoverTimeoutMS)
}

// Initiators are all that begin an election.
func (c Config) Initiators() spec.Set { return c.Rivals.With(c.Initiator) }
