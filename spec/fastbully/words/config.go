package words

import (
	"cmp"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Config is one configuration of a cluster. Use Parse: the statements rely on what it checks.
type Config struct {
	// Nodes is the number of processes, 1 to MaxNodes.
	Nodes int `json:"nodes"`
	// Scores are the processes' scores, 0 to MaxScore, the smaller the better; all 0 where absent, so
	// that numbers decide.
	Scores []int `json:"scores,omitempty"`
	// Start says what is known at the beginning; Cold where absent.
	Start Start `json:"start,omitempty"`
	// Detector says how failures are noticed; Beats where absent.
	Detector Detector `json:"detector,omitempty"`
	// Ordered has what one process sends to another arrive in the order of its sending, which the
	// paper demands.
	Ordered bool `json:"ordered,omitempty"`
	// Interpretations are those that are taken in place of the recommended ones, in ascending order.
	Interpretations spec.SetOf[Interpretation] `json:"interpretations,omitempty"`
	// GatherMS is how long scores are gathered, BeatMS the time between two beats, FailMS how long the
	// first substitute waits for one, and StepMS how much longer each further one does, in
	// milliseconds of virtual time, 1 to a day; 2,000, 500, three beats and 200 ms more, and 300 where
	// absent.
	GatherMS int `json:"gatherMs,omitempty"`
	BeatMS   int `json:"beatMs,omitempty"`
	FailMS   int `json:"failMs,omitempty"`
	StepMS   int `json:"stepMs,omitempty"`
}

// Start says what is known at the beginning.
type Start string

// The starts.
const (
	// Cold: nobody knows anything, and everybody sends its score.
	Cold Start = "cold"
	// Warm: the best leads under its first epoch, and all know its list.
	Warm Start = "warm"
)

// Detector says how failures are noticed.
type Detector string

// The detectors.
const (
	// Beats: by heartbeats that do not come.
	Beats Detector = "beats"
	// Calm is Beats for explorations, which know no time: the next beat comes where nothing is in
	// flight, so that there are not ever more.
	Calm Detector = "calm"
	// Told: the environment tells it, and there are no heartbeats.
	Told Detector = "told"
)

// Interpretation is a way to read the paper that is taken in place of the recommended one.
type Interpretation string

// The interpretations.
const (
	// AcceptsWorse: whoever says that it leads is followed, as printed ("only by sending a message to
	// all others"). Recommended: a better process claims again.
	AcceptsWorse Interpretation = "accepts-worse"
	// NoEpochs: a Coordinator has no epoch, as printed. Recommended: epochs of each process's own, and
	// what is older than what is known is ignored.
	NoEpochs Interpretation = "no-epochs"
	// Regathers: who would take over gathers scores first ("gathering of scores, only when using
	// scores"), and leaves it where a better process answers. Recommended: the list is as it is.
	Regathers Interpretation = "regathers"
	// SharedEpochs: a claim takes the next epoch, whoever else takes it too.
	SharedEpochs Interpretation = "shared-epochs"
)

// Interpretations lists them, in ascending order.
func Interpretations() []Interpretation {
	return []Interpretation{AcceptsWorse, NoEpochs, Regathers, SharedEpochs}
}

// AsPrinted are those under which the paper is read to the letter.
func AsPrinted() []Interpretation { return []Interpretation{AcceptsWorse, NoEpochs} }

// The largest numbers that are accepted.
const (
	MaxNodes = 512
	MaxScore = 1_000_000_000
)

// Parse reads a Config from JSON, fills in what is absent and checks it. Errors name the field.
func Parse(data []byte) (Config, error) {
	var cfg Config
	if err := input.Decode(data, &cfg); err != nil {
		return Config{}, err
	}
	cfg = cfg.WithDefaults()
	return cfg, cfg.check()
}

// WithDefaults returns the Config with what is absent filled in.
func (c Config) WithDefaults() Config {
	if c.Scores == nil && c.Nodes >= 1 && c.Nodes <= MaxNodes {
		c.Scores = make([]int, c.Nodes)
	}
	c.Start, c.Detector = cmp.Or(c.Start, Cold), cmp.Or(c.Detector, Beats)
	c.GatherMS, c.BeatMS = cmp.Or(c.GatherMS, 2_000), cmp.Or(c.BeatMS, 500)
	c.FailMS, c.StepMS = cmp.Or(c.FailMS, 3*c.BeatMS+200), cmp.Or(c.StepMS, 300)
	return c
}

func (c Config) check() error {
	if c.Nodes < 1 || c.Nodes > MaxNodes {
		return input.Errorf("nodes", "%d, it must be 1 to %d", c.Nodes, MaxNodes)
	}
	if len(c.Scores) != c.Nodes {
		return input.Errorf("scores", "%d of them, there must be one for each of the %d nodes", len(c.Scores), c.Nodes)
	}
	for i, score := range c.Scores {
		if score < 0 || score > MaxScore {
			return input.Errorf("scores", "%d is that of %d, each must be 0 to %d", score, i, MaxScore)
		}
	}
	switch {
	case c.Start != Cold && c.Start != Warm:
		return input.Errorf("start", "%q, it must be %q or %q", c.Start, Cold, Warm)
	case !slices.Contains([]Detector{Beats, Calm, Told}, c.Detector):
		return input.Errorf("detector", "%q, it must be %q, %q or %q", c.Detector, Beats, Calm, Told)
	}
	return cmp.Or(input.Milliseconds("gatherMs", c.GatherMS), input.Milliseconds("beatMs", c.BeatMS),
		input.Milliseconds("failMs", c.FailMS), input.Milliseconds("stepMs", c.StepMS),
		input.Readings(c.Interpretations, Interpretations(), [][2]Interpretation{{NoEpochs, SharedEpochs}}))
}

// Interprets tells whether the paper is read in that way.
func (c Config) Interprets(i Interpretation) bool { return c.Interpretations.Has(i) }

// Boots tells whether processes have a first event: where the best leads already and nobody beats
// there is nothing to begin.
func (c Config) Boots() bool { return c.Start == Cold || c.Detector != Told }

// GatherTime is how long scores are gathered.
func (c Config) GatherTime() time.Duration { return spec.Milliseconds(c.GatherMS) }

// BeatTime is the time between two beats.
func (c Config) BeatTime() time.Duration { return spec.Milliseconds(c.BeatMS) }

// FailTime is how long the first substitute waits for a beat.
func (c Config) FailTime() time.Duration { return spec.Milliseconds(c.FailMS) }

// StepTime is how much longer each further substitute does.
func (c Config) StepTime() time.Duration { return spec.Milliseconds(c.StepMS) }
