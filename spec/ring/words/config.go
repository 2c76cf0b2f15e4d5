package words

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Detector says how a process learns that its successor is down.
type Detector string

// The detectors.
const (
	// Told: the environment says so, by Suspect, and falsely by Alarm; and by Found that it was wrong.
	Told Detector = "told"
	// Beats: a process probes its successor, and those that it has skipped, again and again. Who
	// does not answer for too long is skipped, and who answers is taken back.
	Beats Detector = "beats"
)

// Direction says in which order the processes stand in the ring.
type Direction string

// The directions.
const (
	// Up: the successor of a process has the next number, so that most tokens end at once: there are 2N-1 where all
	// begin.
	Up Direction = "up"
	// Down: it has the number before, so that tokens go as far as can be: N(N+1)/2 where all begin.
	Down Direction = "down"
)

// Interpretation is a way to read the paper that is taken in place of the repaired one.
type Interpretation string

// The interpretations: each is what is printed, for a ring without faults, and what stands in its place without
// it is a repair.
const (
	// FollowsLower: a process follows whoever is said to be elected. Repaired: one that is higher, and
	// was skipped, begins a round.
	FollowsLower Interpretation = "follows-lower"
	// NoRounds: there are no rounds, and a token whose candidate is down goes round for ever. Repaired: it ends
	// at whoever knows of a later round, or has passed it on, or a higher one, in this round.
	NoRounds Interpretation = "no-rounds"
)

// Interpretations lists them, in ascending order.
func Interpretations() []Interpretation { return []Interpretation{FollowsLower, NoRounds} }

// Config is one configuration of the election. Processes that go down stay down.
type Config struct {
	// Nodes is N, the number of processes, 1 to MaxNodes. The highest number that is up is to lead.
	Nodes int `json:"nodes"`
	// Direction is Up where absent.
	Direction Direction `json:"direction,omitempty"`
	// Initiators begin an election at their boot; all where absent.
	Initiators spec.Set `json:"initiators,omitempty"`
	// Detector is Beats where absent.
	Detector Detector `json:"detector,omitempty"`
	// Alarms tells whether the environment may raise a false alarm. Only explorations bound how often.
	Alarms bool `json:"alarms,omitempty"`
	// Most is how many times a process probes, at most; 0 where there is no end to it, in which no
	// exploration ends.
	Most int `json:"most,omitempty"`
	// Interpretations are those that are taken in place of the repaired readings, in ascending order.
	Interpretations spec.SetOf[Interpretation] `json:"interpretations,omitempty"`
	// ProbeMS is the time between two probes, FailMS how long one waits for an answer, and RetryMS for
	// the end of an election. They are milliseconds of virtual time; 1,000, 3,000 and 5,000 where absent.
	ProbeMS int `json:"probeMs,omitempty"`
	FailMS  int `json:"failMs,omitempty"`
	RetryMS int `json:"retryMs,omitempty"`
}

// The largest numbers that are accepted.
const (
	MaxNodes = 1024
	MaxMost  = 1000
)

// Parse reads a Config from JSON, fills in what is absent and checks it. Errors name the field.
func Parse(data []byte) (Config, error) {
	cfg := Config{Direction: Up, Detector: Beats, ProbeMS: 1000, FailMS: 3000, RetryMS: 5000}
	if err := input.Decode(data, &cfg); err != nil {
		return Config{}, err
	}
	if cfg.Initiators == nil && cfg.Nodes >= 1 && cfg.Nodes <= MaxNodes {
		cfg.Initiators = spec.AllNodes(cfg.Nodes)
	}
	return cfg, cfg.check()
}

func (c Config) check() error {
	switch {
	case c.Nodes < 1 || c.Nodes > MaxNodes:
		return input.Errorf("nodes", "%d, it must be 1 to %d", c.Nodes, MaxNodes)
	case c.Direction != Up && c.Direction != Down:
		return input.Errorf("direction", "%q, it must be %q or %q", c.Direction, Up, Down)
	case len(c.Initiators) == 0 || !c.Initiators.IsAmong(spec.AllNodes(c.Nodes)):
		return input.Errorf("initiators", "%s, it must hold some of 0 to %d, ascending", c.Initiators, c.Nodes-1)
	case c.Detector != Told && c.Detector != Beats:
		return input.Errorf("detector", "%q, it must be %q or %q", c.Detector, Told, Beats)
	case c.Alarms && c.Detector != Told:
		return input.Errorf("alarms", "there are none where the detector is %q", c.Detector)
	case c.Most < 0 || c.Most > MaxMost:
		return input.Errorf("most", "%d, it must be 0 to %d", c.Most, MaxMost)
	case !c.Interpretations.IsAmong(Interpretations()):
		return input.Errorf("interpretations", "%q, they must be some of %q, ascending",
			[]Interpretation(c.Interpretations), Interpretations())
	}
	return cmp.Or(input.Milliseconds("probeMs", c.ProbeMS), input.Milliseconds("failMs", c.FailMS),
		input.Milliseconds("retryMs", c.RetryMS))
}

// Reads tells whether the paper is read in that way.
func (c Config) Reads(i Interpretation) bool { return slices.Contains(c.Interpretations, i) }

// Cannot are the actions that the configuration rules out.
func (c Config) Cannot() spec.SetOf[string] {
	none := spec.NewSet[string]()
	rule := func(handlers ...string) {
		none = none.Union(spec.AndCrashIn(handlers...))
	}
	if c.Detector == Told {
		rule(spec.Tick(ClockProbe), spec.Deliver(KindProbe), spec.Deliver(KindBeat),
			spec.Timeout(TimerFail), spec.Premature(TimerFail))
		none = none.Union(spec.DropOrDuplicate(KindProbe, KindBeat))
	} else {
		rule(KindSuspect)
	}
	if !c.Alarms {
		rule(KindAlarm, KindFound)
	}
	return none
}
