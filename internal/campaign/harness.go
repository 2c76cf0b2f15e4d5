package campaign

import (
	"encoding/json"
	"io/fs"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
)

// Harness is what campaigns know of a protocol, without the types of its states. The root package makes it of a
// Protocol.
type Harness struct {
	// Name is the protocol's name in plans and in every output.
	Name string
	// Open reads a configuration. Errors in it are input errors that name the field.
	Open func(config json.RawMessage) (Subject, error)
	// Draw draws a configuration for a run. fixed are fields that are given; atBound tells
	// that they are the bound's, to which nothing is to be added. With every field given it
	// says the shape of that configuration.
	Draw func(c Chooser, fixed map[string]json.RawMessage, atBound bool) (json.RawMessage, Shape)
	// Reading, where set, says how a configuration has the paper read, such as rule=last; the
	// error says what is wrong with it.
	Reading func(config json.RawMessage) ([]string, error)
	// Shrink returns simpler configurations than that one, the simplest first; nil
	// where the protocol has no idea of that. No chain of them leads back to where it began.
	Shrink func(config json.RawMessage) []json.RawMessage
	// Kinds are those of the protocol's messages and inputs.
	Kinds []string
	// Steps are the actions after which a crash is drawn. If Habits is set, it returns the actions of a configuration
	// in place of Steps, and the processes at which each was seen: a crash is drawn after an action of such a process,
	// the first or a later one, or inside it.
	Steps  []string
	Habits func(config json.RawMessage) Habits
	// Witnesses name what must have been seen in a campaign for its passes to mean
	// anything: something was elected, something did crash.
	Witnesses []string
	// Unreachable, where set, names the witnesses that no run with these fixed fields is one of:
	// they are not demanded then.
	Unreachable func(fixed map[string]json.RawMessage) []string
	// Assumptions are those that a run may break, by the names of the facts sheet.
	Assumptions []string
	// Properties are those that runs are judged by.
	Properties []string
	// OfStates are those that are judged beside, where a run is held against the specification.
	OfStates []string
	// Corpus holds the regression corpus in its folder testdata/corpus, one plan a file.
	Corpus fs.FS
	// Default is the configuration that explorations begin with where none is named; nil for none.
	Default json.RawMessage
	// Holds tells that plans of the corpus need not say what is to come of them: without that every
	// property must hold.
	Holds bool
	// Unspecified reports whether there is no specification to compare the steps of runs with. Then the
	// monitor alone judges runs.
	Unspecified bool
	// FaultKinds are the kinds of faults that the protocol can feel.
	FaultKinds []string
	// MustHit are the kinds of faults that must be seen in a campaign, each with what it must have taken effect on.
	MustHit []world.Hit
	// Bound, where set, returns the bound whose edges a campaign with these fixed
	// fields counts. Its runs need not all be of the bound's configuration.
	Bound func(fixed map[string]json.RawMessage) Bound
	// AtBound, where set, returns the fields of the bound with those that are fixed; false
	// where these are others than its own. One run of eight is drawn there.
	AtBound func(fixed map[string]json.RawMessage) (map[string]json.RawMessage, bool)
}

// demanded are the witnesses that a campaign with these fixed fields must see.
func (p Harness) demanded(fixed map[string]json.RawMessage) []string {
	if p.Unreachable == nil {
		return p.Witnesses
	}
	cannot := p.Unreachable(fixed)
	return slices.DeleteFunc(slices.Clone(p.Witnesses), func(name string) bool { return slices.Contains(cannot, name) })
}

// Subject is one configuration of a protocol, ready to run.
type Subject struct {
	Cluster network.Cluster
	// Config, where set, is the configuration as it was read, of which a campaign tells the numbers.
	Config any
	// NewJudge returns a judge for one run. With refine it also holds every step
	// against the specification, if there is one.
	NewJudge func(refine bool) Judge
	// NewTracer, where set, returns a judge that does what one that refines does, and
	// tells the edges of the protocol's bound that the run visits; nil where the
	// configuration is not that of the bound.
	NewTracer func() Judge
	// Interrupted, where set, is asked while a run goes on whether to give it up.
	Interrupted func() bool
	// Going, where set, is told now and then how many events a run has had so far.
	Going func(events int)
}
