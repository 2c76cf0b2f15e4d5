package words

import (
	"cmp"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Config is one configuration of a cluster. Use Parse, or Check one that you built: the statements
// rely on what Check says.
type Config struct {
	// Nodes is the number of processes, 1 to MaxNodes. A run of hundreds, each step of which is held against the
	// specification, takes minutes, as does one of beats an hour apart; a campaign says how far it has got.
	Nodes int `json:"nodes"`
	// Edges are the links over which records go, each both ways and named once, the lower end first.
	// Where absent everybody is linked with everybody. The graph must be connected.
	Edges [][2]spec.NodeID `json:"edges,omitempty"`
	// Fanout is F, the number of neighbours that a record is sent to, 1 to MaxNodes; 0, all of
	// them, where absent.
	Fanout int `json:"fanout,omitempty"`
	// TTL is H, how many hops a record goes at most, 1 to MaxTTL; Nodes - 1 where absent.
	TTL int `json:"ttl,omitempty"`
	// Technique is how records spread; Forward where absent.
	Technique Technique `json:"technique,omitempty"`
	// Every is the number of rounds from one Digest to the next under AntiEntropy, 1 to 1,000; 10
	// where absent.
	Every int `json:"every,omitempty"`
	// Start says what is known at the beginning; Cold where absent.
	Start Start `json:"start,omitempty"`
	// Detector says how failures are noticed; Beats where absent.
	Detector Detector `json:"detector,omitempty"`
	// Origins are those who publish records of their own, everybody where absent; Versions is how
	// many versions each of them publishes, up to a million; 0, without end, where absent.
	Origins  spec.Set `json:"origins,omitempty"`
	Versions int      `json:"versions,omitempty"`
	// Beats is how often the clock of each process ticks at most, up to a million; 0, without end,
	// where absent. An exploration with Beats as its detector must have an end.
	Beats int `json:"beats,omitempty"`
	// Latencies are the processes' mean latencies in microseconds, 0 to MaxLatency, and Powers their
	// powers, 0 to MaxPower, as they measure them at first; all 0 where absent. Measures are what they
	// may measure later.
	Latencies []int         `json:"latencies,omitempty"`
	Powers    []int         `json:"powers,omitempty"`
	Measures  []Measurement `json:"measures,omitempty"`
	// Weights are w1, w2, w3 in thousandths, together 1,000. [500, 500, 0] where absent, and under
	// id-summand [400, 400, 200]; elsewhere w3 must be 0.
	Weights []int `json:"weights,omitempty"`
	// LatencyScale and PowerScale are what the criteria are divided by, 1 to MaxLatency and to
	// MaxPower; the largest of the lists and of the measures, at least 1, where absent. What is
	// larger has a term above its weight.
	LatencyScale int `json:"latencyScale,omitempty"`
	PowerScale   int `json:"powerScale,omitempty"`
	// Quorum is how many must be known under claim-when-known, 1 to Nodes, which it is where absent.
	Quorum int `json:"quorum,omitempty"`
	// Interpretations are those that are taken in place of the recommended ones, in ascending
	// order.
	Interpretations spec.SetOf[Interpretation] `json:"interpretations,omitempty"`
	// GossipMS is T_gossip, BeatMS T_hb, FailMS T_fail, RefreshMS T_refresh, in milliseconds of
	// virtual time, each 1 to a day; 1,000, 500, 3 beats and 200 ms more (under early-timeout 2 beats),
	// and 10,000 where absent. FailMS must be at least 3 beats, but under early-timeout.
	GossipMS  int `json:"gossipMs,omitempty"`
	BeatMS    int `json:"beatMs,omitempty"`
	FailMS    int `json:"failMs,omitempty"`
	RefreshMS int `json:"refreshMs,omitempty"`
	// SettleMS is how long after its beginning nobody claims, 1 to a day; 6,000 where absent.
	SettleMS int `json:"settleMs,omitempty"`
}

// Measurement is what a process may measure at some time: scores follow from it.
type Measurement struct {
	Who     spec.NodeID `json:"who" input:"required"`
	Latency int         `json:"latency" input:"required"`
	Power   int         `json:"power" input:"required"`
}

// Technique says how records spread.
type Technique string

// The techniques.
const (
	// Forward: a record is passed on at once when its version is new (techniques 1 and 2).
	Forward Technique = "forward"
	// Rounds: it is passed on in the next round, as T_conv supposes.
	Rounds Technique = "rounds"
	// Push: each round sends all that is known, again and again.
	Push Technique = "push"
	// AntiEntropy: as Forward, and every so many rounds peers ask for what they lack (technique 3).
	AntiEntropy Technique = "anti-entropy"
	// PushPull: as Push, and whoever is sent to answers with all that it knows (technique 4).
	PushPull Technique = "push-pull"
)

// Start says what is known at the beginning.
type Start string

// The starts.
const (
	// Cold: everybody knows itself alone, and has published one version at its boot.
	Cold Start = "cold"
	// Warm: everybody knows everybody's first version, and follows the best.
	Warm Start = "warm"
)

// Detector says how failures are noticed.
type Detector string

// The detectors.
const (
	// Beats: by heartbeats that do not come.
	Beats Detector = "beats"
	// Told: the environment tells it, and heartbeats after the first are not sent, though a master that
	// is up repeats them for all that its followers' timers know. An exploration, which knows no time,
	// could not tell a silent process from one that will beat soon.
	Told Detector = "told"
)

// The largest numbers that are accepted.
const (
	MaxNodes    = 512
	MaxTTL      = 512
	MaxVersions = 1_000_000
	MaxBeats    = 1_000_000
	MaxLatency  = 10_000_000
	MaxPower    = 1_000_000
)

// Parse reads a Config from JSON, fills in what is absent and checks it. Errors name the field
// and what would be right.
func Parse(data []byte) (Config, error) {
	var cfg Config
	if err := input.Decode(data, &cfg); err != nil {
		return Config{}, err
	}
	cfg = cfg.WithDefaults()
	return cfg, cfg.Check()
}

// WithDefaults returns the Config with what is absent filled in, but for Edges.
func (c Config) WithDefaults() Config {
	c.TTL = cmp.Or(c.TTL, max(c.Nodes-1, 1))
	c.Technique = cmp.Or(c.Technique, Forward)
	c.Every = cmp.Or(c.Every, 10)
	c.Start = cmp.Or(c.Start, Cold)
	c.Detector = cmp.Or(c.Detector, Beats)
	c.Quorum = cmp.Or(c.Quorum, c.Nodes)
	if c.Nodes >= 1 && c.Nodes <= MaxNodes {
		if c.Origins == nil {
			c.Origins = spec.AllNodes(c.Nodes)
		}
		if c.Latencies == nil {
			c.Latencies = make([]int, c.Nodes)
		}
		if c.Powers == nil {
			c.Powers = make([]int, c.Nodes)
		}
	}
	if c.Weights == nil {
		c.Weights = []int{500, 500, 0}
		if c.Interprets(IDSummand) {
			c.Weights = []int{400, 400, 200}
		}
	}
	latency, power := c.largest()
	c.LatencyScale, c.PowerScale = cmp.Or(c.LatencyScale, latency), cmp.Or(c.PowerScale, power)
	c.GossipMS = cmp.Or(c.GossipMS, 1_000)
	c.BeatMS = cmp.Or(c.BeatMS, 500)
	fail := 3*c.BeatMS + 200
	if c.Interprets(EarlyTimeout) {
		fail = 2 * c.BeatMS
	}
	c.FailMS = cmp.Or(c.FailMS, fail)
	c.RefreshMS, c.SettleMS = cmp.Or(c.RefreshMS, 10_000), cmp.Or(c.SettleMS, 6_000)
	return c
}

// largest are the largest latency and power that are configured, each at least 1.
func (c Config) largest() (latency, power int) {
	latency, power = 1, 1
	for _, l := range c.Latencies {
		latency = max(latency, l)
	}
	for _, p := range c.Powers {
		power = max(power, p)
	}
	for _, m := range c.Measures {
		latency, power = max(latency, m.Latency), max(power, m.Power)
	}
	return latency, power
}

// Interprets tells whether the paper is read in that way.
func (c Config) Interprets(i Interpretation) bool { return c.Interpretations.Has(i) }

// Clocks are the names of the timers that are clocks.
func (c Config) Clocks() spec.SetOf[string] { return spec.NewSet(ClockBeat.Name()) }

// Linked tells whether records go between two processes.
func (c Config) Linked(i, j spec.NodeID) bool {
	return i != j && (c.Edges == nil || slices.Contains(c.Edges, [2]spec.NodeID{min(i, j), max(i, j)}))
}

// GossipTime is T_gossip.
func (c Config) GossipTime() time.Duration { return spec.Milliseconds(c.GossipMS) }

// BeatTime is T_hb.
func (c Config) BeatTime() time.Duration { return spec.Milliseconds(c.BeatMS) }

// FailTime is T_fail.
func (c Config) FailTime() time.Duration { return spec.Milliseconds(c.FailMS) }

// RefreshTime is T_refresh.
func (c Config) RefreshTime() time.Duration { return spec.Milliseconds(c.RefreshMS) }

// SettleTime is how long after its beginning a process does not claim.
func (c Config) SettleTime() time.Duration { return spec.Milliseconds(c.SettleMS) }
