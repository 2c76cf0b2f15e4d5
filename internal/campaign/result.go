package campaign

import (
	"encoding/json"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/gauge"
)

// ResultVersion is the version of the format of results.
const ResultVersion = 5

// Result is what came of a campaign so far.
type Result struct {
	Version  int                        `json:"version" input:"required"`
	Protocol string                     `json:"protocol" input:"required"`
	Seed     uint64                     `json:"seed" input:"required"`
	Fixed    map[string]json.RawMessage `json:"fixed,omitempty"`
	Refine   bool                       `json:"refine"`
	Keep     int                        `json:"keep"`
	Tries    int                        `json:"tries"`
	// Program is what ran it, as Options.Program says.
	Program string `json:"program,omitempty"`
	// Asked and Run are how many runs were asked for and run.
	Asked int `json:"asked" input:"required"`
	Run   int `json:"run" input:"required"`
	// Failed counts runs by the first property that failed. Outside counts runs in
	// which properties failed only outside of their assumptions.
	Failed  map[string]int `json:"failed"`
	Outside int            `json:"outside"`
	// Causes counts, for each property, those of its failing runs that were shrunk, the
	// first ones, by what is left in their small plans.
	Causes map[string]map[string]int `json:"causes"`
	// Broken counts the runs that broke an assumption, Faults those in which a kind
	// of fault took effect, Seen those that were a witness's witness.
	Broken map[string]int `json:"broken"`
	Faults map[string]int `json:"faults"`
	Seen   map[string]int `json:"seen"`
	// Hits counts, for each kind of fault, the runs in which it took effect on each kind of message, timer or step.
	Hits map[string]map[string]int `json:"struck"`
	// Labels counts the runs that a property has labelled so.
	Labels map[string]int `json:"labels,omitempty"`
	// Actions are what was seen of each action, and Unchanging those that have changed nothing.
	Actions    map[string]*Acted `json:"actions,omitempty"`
	Unchanging []string          `json:"unchanging,omitempty"`
	// Edges are those of the protocol's bound that were visited; nil in a campaign
	// that does not count them.
	Edges *Edges `json:"edges,omitempty"`
	// Events and Delivered are sums over the runs.
	Events    int `json:"events"`
	Delivered int `json:"delivered"`
	// Traffic sums up the messages by kind.
	Traffic []world.Traffic `json:"traffic"`
	// Ranges are the least and the greatest of each number that was met, in the order of their names.
	Ranges []gauge.Range `json:"ranges"`
	// Digest is over the digests of the runs.
	Digest string `json:"digest"`
	// Failures are those that were kept.
	Failures []FailureSummary `json:"failures"`

	states  map[uint64]struct{} // of single processes, as hashes, if they are counted
	lastNew int                 // the run that was the last to have a new one
}

// FailureSummary is a kept failure in a result.
type FailureSummary struct {
	Run      int    `json:"run"`
	Property string `json:"property"`
	Why      string `json:"why"`
	// Elements are the faults and pins of the small plan, Tries the runs that it
	// took to find it.
	Elements int `json:"elements"`
	// Cause names what the small plan injects; no other kept failure of the property has it.
	Cause string `json:"cause"`
	Tries int    `json:"tries"`
	// Digest is that of the small plan's run.
	Digest string `json:"digest"`
	// Dir is the folder with its files, below the campaign's.
	Dir string `json:"dir"`
	// Needs are the assumptions without which the property is not claimed, all of
	// which held; Broken those that the small plan's run breaks all the same.
	Needs  []string `json:"needs,omitempty"`
	Broken []string `json:"broken,omitempty"`
}

// Passed counts the runs that neither failed nor were outside.
func (r *Result) Passed() int {
	n := r.Run - r.Outside
	for _, failed := range r.Failed {
		n -= failed
	}
	return n
}

// Unseen lists the witnesses that have none, of those that there can be.
func (r *Result) Unseen(p Harness) []string {
	return slices.DeleteFunc(slices.Clone(p.demanded(r.Fixed)), func(name string) bool { return r.Seen[name] > 0 })
}
