package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/gauge"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// ResultVersion is the version of the format of results.
const ResultVersion = 4

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
	// Causes counts, for each property, those of its failing runs that were minimised, the
	// first ones, by what is left in their small plans.
	Causes map[string]map[string]int `json:"causes"`
	// Broken counts the runs that broke an assumption, Faults those in which a kind
	// of fault took effect, Seen those that were a witness's witness.
	Broken map[string]int `json:"broken"`
	Faults map[string]int `json:"faults"`
	Seen   map[string]int `json:"seen"`
	// Struck counts, for each kind of fault, the runs in which it took effect on each kind of message, timer or step.
	Struck map[string]map[string]int `json:"struck"`
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

func newResult(p Harness, o Options) *Result {
	return &Result{
		Version: ResultVersion, Protocol: p.Name, Seed: o.Seed, Fixed: o.Fixed, Asked: o.Runs,
		Refine: o.Refine && !p.Unspecified,
		Keep:   o.Keep, Tries: o.Tries, Program: o.Program,
		Failed: map[string]int{}, Causes: map[string]map[string]int{}, Broken: map[string]int{},
		Faults: map[string]int{}, Seen: map[string]int{}, Struck: map[string]map[string]int{},
		Edges: newEdges(p, o),
	}
}

// add counts one run.
func (r *Result) add(o Outcome) {
	if o.Outside() {
		r.Outside++
	}
	for _, name := range o.Broken {
		r.Broken[name]++
	}
	for kind := range o.Report.Happened {
		r.Faults[kind]++
	}
	for strike := range o.Report.Struck {
		if r.Struck[strike.Fault] == nil {
			r.Struck[strike.Fault] = map[string]int{}
		}
		r.Struck[strike.Fault][strike.On]++
	}
	for _, name := range o.Seen {
		r.Seen[name]++
	}
	r.Events += o.Report.Events
	r.Delivered += o.Report.Delivered
	for _, c := range o.Report.Traffic {
		r.addTraffic(c)
	}
	sum := sha256.Sum256([]byte(r.Digest + o.Report.Digest))
	r.Digest = hex.EncodeToString(sum[:])
}

func (r *Result) addTraffic(c world.Traffic) {
	i, found := slices.BinarySearchFunc(r.Traffic, c.Kind, func(c world.Traffic, kind string) int {
		return strings.Compare(c.Kind, kind)
	})
	if !found {
		r.Traffic = slices.Insert(r.Traffic, i, world.Traffic{Kind: c.Kind})
	}
	r.Traffic[i].Add(c)
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

func (f Failure) summary() FailureSummary {
	return FailureSummary{
		Run: f.Run, Property: f.Violation.Property, Why: phrase.FirstLine(f.Violation.Why),
		Elements: f.Minimal.Elements, Cause: causeOf(f.Minimal.Plan), Tries: f.Minimal.Tries, Dir: f.Dir(),
		Digest: f.Replayed.Outcome.Report.Digest,
		Needs:  f.Violation.Needs, Broken: f.Replayed.Outcome.Broken,
	}
}

// Dir names the failure's folder.
func (f Failure) Dir() string { return fmt.Sprintf("%s-run%d", f.Violation.Property, f.Run) }

// Write prints the result as a few tables.
func (r *Result) Write(out io.Writer, p Harness) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "runs\t%d asked, %d run: %d passed, %d failed, %d outside the assumptions\n",
		r.Asked, r.Run, r.Passed(), r.Run-r.Passed()-r.Outside, r.Outside)
	if p.Unspecified {
		fmt.Fprintf(t, "judged\tby the monitor alone: %s has no specification\n", p.Name)
	}
	fmt.Fprintf(t, "events\t%d, %d of them deliveries\n", r.Events, r.Delivered)
	fmt.Fprintf(t, "failed\t%s\n", phrase.Counts(r.Failed))
	fmt.Fprintf(t, "faults took effect in\t%s\n", phrase.Counts(r.Faults, p.Feels...))
	for _, fault := range slices.Sorted(maps.Keys(r.Struck)) {
		fmt.Fprintf(t, "  %s of\t%s\n", fault, phrase.Counts(r.Struck[fault], p.struckBy(fault)...))
	}
	fmt.Fprintf(t, "assumptions broken in\t%s\n", phrase.Counts(r.Broken, p.Assumptions...))
	fmt.Fprintf(t, "witnesses\t%s\n", phrase.Counts(r.Seen, p.demanded(r.Fixed)...))
	if r.Edges != nil {
		r.Edges.write(t, p.Bound(r.Fixed))
	}
	for _, c := range r.Traffic {
		fmt.Fprintf(t, "%s\t%d unicasts, %d multicasts, %d broadcasts, %d copies, %d delivered, %d dropped, "+
			"%d duplicated, %d bytes\n",
			c.Kind, c.Unicasts, c.Multicasts, c.Broadcasts, c.Copies, c.Delivered, c.Dropped, c.Duplicated, c.Bytes)
	}
	writeRanges(t, r.Ranges)
	fmt.Fprintf(t, "digest\t%s\n", r.Digest)
	return t.Flush()
}
