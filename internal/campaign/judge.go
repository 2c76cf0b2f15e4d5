package campaign

import (
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
)

// Judge watches one run and says what it thinks of it. It may end the run early, by a [Goal].
type Judge interface {
	world.Observer
	// End judges the end of the run.
	End(w *world.World) Finding
}

// Silent is a Judge that says nothing.
type Silent struct{}

// Observe does nothing.
func (Silent) Observe(*world.World, *world.Event) {}

// End returns no finding.
func (Silent) End(*world.World) Finding { return Finding{} }

// Assumer is a Judge that returns the assumptions without which a property is not claimed.
type Assumer interface {
	Assumes(property string) []string
}

// Finding is what a judge says of a run.
type Finding struct {
	// Violations are the properties that failed, in the order of events.
	Violations []Violation
	// Broken are the assumptions that the run has broken.
	Broken []string
	// Seen are the witnesses that the run was a witness of, and Labels what its properties call it.
	Seen   []string
	Labels []string `json:",omitempty"`
	// Ends, where set, says for each process in a few words how it ended.
	Ends func() []string `json:"-"`
	// Edges are, of a run that was looked at, the numbers of the edges of the bound
	// that it visited, each once; else nil.
	Edges []int32 `json:",omitempty"`
	// Pages, where set, are further files for the folder of a run that failed, such as what its
	// clients saw. Its diagram has links to them.
	Pages func() []Page `json:"-"`
	// Lost, where set, says why the edges could not be told. The run may be in order
	// all the same; those who count edges are not.
	Lost error `json:"-"`
}

// Page is a file that stands beside the diagram of a run.
type Page struct {
	// Name is the file's, Title what the diagram calls it.
	Name, Title string
	Text        []byte
}

// Violation is a property that failed in a run.
type Violation struct {
	Property string
	// Why says in a sentence what is wrong.
	Why string
	// Event is the number of the event after which it failed.
	Event int
	// Needs are the assumptions without which the property is not claimed.
	Needs []string
}

// The contracts that a run may break beside a protocol's own properties.
const (
	// Refines: every step is one of the specification.
	Refines = "Refines"
	// MonitorAgrees: a protocol's monitor and its properties say the same of a run.
	MonitorAgrees = "MonitorAgrees"
	// WatchNames: Watch records only names that the protocol lists.
	WatchNames = "WatchNames"
)

// RunIsFinite is the contract that a run has an end: its processes rest, or its time is over, before too much has
// happened.
const RunIsFinite = "RunIsFinite"

// Contracts are what every run of every protocol is held to, beside the protocol's
// own properties. A plan may expect that one fails, as it may of a property.
func Contracts() []string {
	return []string{
		Refines, MonitorAgrees, WatchNames, "NoPanic", impl.EffectsCanBeDone, world.TimeGoesOn, RunIsFinite,
		"PickOnce", "InputNames", "StateShowsAll", "Codec", "Trace", "PairOwnsAll",
	}
}
