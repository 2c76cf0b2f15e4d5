package words

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Detector says how a process learns that its leader is down.
type Detector string

// The detectors.
const (
	// Told: the environment says so, by Suspect, and falsely by Alarm.
	Told Detector = "told"
	// Beats: the leader sends a Beat again and again, and who misses it for too long takes it for down.
	Beats Detector = "beats"
)

// Start says what a group begins with.
type Start string

// The starts.
const (
	// Cold: nobody leads, and each process begins an election at its boot.
	Cold Start = "cold"
	// Warm: each process follows the highest, in its first epoch.
	Warm Start = "warm"
)

// Interpretation is a way to read the papers that is taken in place of the repaired one.
type Interpretation string

// The interpretations: each is what is printed, and what stands in its place without it is a repair.
const (
	// IgnoresLower: a process does nothing where a lower one says that it leads. Printed: a Coordinator
	// goes to the lower ones, and so no higher one hears it. Repaired: it goes to all, as a Beat does, and a
	// higher one that hears either begins an election.
	IgnoresLower Interpretation = "ignores-lower"
	// JobDone: who was answered has done its job, and waits for a Coordinator as long as it takes, as
	// textbooks print it. Repaired, and as Garcia-Molina has it: it begins anew after a time.
	JobDone Interpretation = "job-done"
	// NoEpochs: a Coordinator says nothing but that its sender leads, as printed. Repaired: it carries an
	// epoch, and who hears an earlier one than it knows of does not follow it.
	NoEpochs Interpretation = "no-epochs"
)

// Interpretations lists them, in ascending order.
func Interpretations() []Interpretation { return []Interpretation{IgnoresLower, JobDone, NoEpochs} }

// Config is one configuration of the election.
type Config struct {
	// Nodes is N, the number of processes, 1 to MaxNodes. The highest number that is up is to lead.
	Nodes int `json:"nodes"`
	// Failures is the failure model, "vanish" where absent, or "stop". Who comes up again begins an
	// election. Copies never wait for who is down.
	Failures spec.Failures `json:"failures"`
	// Detector is Beats where absent.
	Detector Detector `json:"detector,omitempty"`
	// Alarms tells whether the environment may raise a false alarm. Only explorations bound how often.
	Alarms bool `json:"alarms,omitempty"`
	// Start is Cold where absent.
	Start Start `json:"start,omitempty"`
	// Most is how many times a process beats in a life, at most; 0 where there is no end to it, in which no
	// exploration ends.
	Most int `json:"most,omitempty"`
	// Interpretations are those that are taken in place of the repaired readings, in ascending order.
	Interpretations spec.SetOf[Interpretation] `json:"interpretations,omitempty"`
	// AnswerMS and CoordinatorMS are how long one waits for an Answer, and after it for a Coordinator; BeatMS
	// is the time between two beats, and FailMS how long one waits for the next. They are milliseconds of virtual
	// time; 500, 1,500, 1,000 and 3,000 where absent.
	AnswerMS      int `json:"answerMs,omitempty"`
	CoordinatorMS int `json:"coordinatorMs,omitempty"`
	BeatMS        int `json:"beatMs,omitempty"`
	FailMS        int `json:"failMs,omitempty"`
}

// The largest numbers that are accepted.
const (
	MaxNodes = 1024
	MaxMost  = 1000
)

// Parse reads a Config from JSON, fills in what is absent and checks it. Errors name the field.
func Parse(data []byte) (Config, error) {
	cfg := Config{
		Failures: spec.MessagesVanish, Detector: Beats, Start: Cold,
		AnswerMS: 500, CoordinatorMS: 1500, BeatMS: 1000, FailMS: 3000,
	}
	if err := input.Decode(data, &cfg); err != nil {
		return Config{}, err
	}
	return cfg, cfg.Check()
}

// Check returns an error that names the field if the Config is wrong.
func (c Config) Check() error {
	switch {
	case c.Nodes < 1 || c.Nodes > MaxNodes:
		return input.Errorf("nodes", "%d, it must be 1 to %d", c.Nodes, MaxNodes)
	case c.Failures == spec.MessagesWait:
		return input.Errorf("failures", "%q, it must be %q or %q", c.Failures, spec.MessagesVanish, spec.CrashStop)
	case c.Detector != Told && c.Detector != Beats:
		return input.Errorf("detector", "%q, it must be %q or %q", c.Detector, Told, Beats)
	case c.Alarms && c.Detector != Told:
		return input.Errorf("alarms", "there are none where the detector is %q", c.Detector)
	case c.Start != Cold && c.Start != Warm:
		return input.Errorf("start", "%q, it must be %q or %q", c.Start, Cold, Warm)
	case c.Most < 0 || c.Most > MaxMost:
		return input.Errorf("most", "%d, it must be 0 to %d", c.Most, MaxMost)
	case !c.Interpretations.IsAmong(Interpretations()):
		return input.Errorf("interpretations", "%q, they must be some of %q, ascending",
			[]Interpretation(c.Interpretations), Interpretations())
	}
	return cmp.Or(input.Milliseconds("answerMs", c.AnswerMS), input.Milliseconds("coordinatorMs", c.CoordinatorMS),
		input.Milliseconds("beatMs", c.BeatMS), input.Milliseconds("failMs", c.FailMS))
}

// Reads tells whether the papers are read in that way.
func (c Config) Reads(i Interpretation) bool { return slices.Contains(c.Interpretations, i) }

// Cannot are the actions that the configuration rules out.
func (c Config) Cannot() spec.SetOf[string] {
	none := spec.NewSet[string]()
	rule := func(handlers ...string) {
		none = none.Union(spec.AndCrashIn(handlers...))
	}
	if c.Detector == Told {
		rule(spec.Tick(ClockBeat), spec.Deliver(KindBeat), spec.Timeout(TimerFail), spec.Premature(TimerFail))
		none = none.Union(spec.DropOrDuplicate(KindBeat))
	} else {
		rule(KindSuspect)
	}
	if !c.Alarms {
		rule(KindAlarm)
	}
	if c.Reads(JobDone) {
		rule(spec.Timeout(TimerCoordinator), spec.Premature(TimerCoordinator))
	}
	if c.Start == Warm && c.Reads(NoEpochs) {
		none = none.With(spec.CrashIn(spec.Boot))
	}
	return none
}
