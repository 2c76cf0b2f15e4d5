package queue

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// jobVersion is the version of what coordinators and workers tell each other.
const jobVersion = 2

// Job describes a campaign to workers.
type Job struct {
	Version  int    `json:"version"`
	Program  string `json:"program"` // as in campaign.Options
	Protocol string `json:"protocol"`

	Runs   int                        `json:"runs"`
	Seed   uint64                     `json:"seed"`
	Fixed  map[string]json.RawMessage `json:"fixed,omitempty"`
	Refine bool                       `json:"refine"`
	Edges  bool                       `json:"edges"`
	Keep   int                        `json:"keep"`
	Tries  int                        `json:"tries"`
	Until  string                     `json:"until,omitempty"`

	// Silence is how long a worker may be silent before the server gives its span to another.
	Silence time.Duration `json:"silence"`
	// Message is the size of the largest result, in bytes, that is a message. The object store has the larger ones.
	Message int `json:"message"`
	// Coordinator is the random name of the coordinator that has claimed the job.
	Coordinator string `json:"coordinator"`
	// Ended reports whether the campaign has ended.
	Ended bool `json:"ended"`
}

// JobOf returns the job of a campaign.
func JobOf(protocol string, o campaign.Options, silence time.Duration) Job {
	return Job{
		Version: jobVersion, Program: o.Program, Protocol: protocol, Runs: o.Runs, Seed: o.Seed, Fixed: o.Fixed,
		Refine: o.Refine, Edges: o.Edges, Keep: o.Keep, Tries: o.Tries, Until: o.Until,
		Silence: silence, Message: mostMessage,
	}
}

// mostMessage is below what servers accept by default, a megabyte.
const mostMessage = 512 << 10

// keptFor is how long a server keeps the data of an abandoned job.
const keptFor = 7 * 24 * time.Hour

// answersWithin is for how long a request waits for the server.
const answersWithin = 5 * time.Second

// options returns the options with which a worker runs it.
func (j Job) options() campaign.Options {
	return campaign.Options{
		Program: j.Program, Runs: j.Runs, Seed: j.Seed, Fixed: j.Fixed, Refine: j.Refine, Edges: j.Edges,
		Keep: j.Keep, Tries: j.Tries, Until: j.Until,
	}
}

// id is the same for all coordinators of a campaign.
func (j Job) id() string {
	j.Silence, j.Message, j.Coordinator, j.Ended = 0, 0, "", false
	text, err := json.Marshal(j)
	if err != nil {
		text = fmt.Append(nil, j)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
