package scrutineer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/halves"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// judgedNames are the properties that runs are judged by.
func (i *instance) judgedNames() []string {
	if i.Monitor != nil {
		return i.Monitor.Properties
	}
	names := slices.Concat(sortedNames(i.Always), sortedNames(i.Eventually), sortedNames(i.steps))
	if i.Client != nil {
		names = append(names, linearizableName, decidedName)
	}
	return names
}

// lines are those that a budget of it may have.
func (i *instance) lines() []spec.Line {
	if i.Lines != nil {
		return i.Lines
	}
	return spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature")
}

// parse reads a configuration. A run is drawn and opened in the same one: it is read once.
func (f *family) parse(config []byte) (*instance, error) {
	if i := f.last.Load(); i != nil && bytes.Equal(i.config, config) {
		return i, nil
	}
	i, err := f.open(config)
	if err == nil {
		f.last.Store(i)
	}
	return i, err
}

// engine returns what opens the configurations of the protocol for the commands.
func (i *instance) engine() verify.Engine {
	e := verify.Engine{
		Unspecified: len(i.Halves) == 0, Lines: i.lines(), Reading: i.reading(), Judges: i.judgedNames(),
		Instance: func(config []byte) (verify.Instance, error) { return i.family.parse(config) },
	}
	if i.Spec != nil {
		i.Spec.complete(&e, i)
	}
	return e
}

// Subject returns the instance under a budget, ready to be explored.
func (i *instance) Subject(b spec.Budget) verify.Subject {
	i = i.under(b)
	if i.Spec != nil {
		return i.Spec.subject(i, b)
	}
	return columnsOf(i, b).Subject()
}

// Judge returns the judge of one run.
func (i *instance) Judge() campaign.Judge {
	if i.Monitor != nil {
		return i.Monitor.New()
	}
	return newJudge(i)
}

// Halved returns the halves of each process, none if it is one machine.
func (i *instance) Halved() (all []halves.Any) {
	for _, half := range i.Halves {
		all = append(all, half.of(i.cluster()))
	}
	return all
}

// reading names the fields of its configuration that say how a paper is read.
func (i *instance) reading() []string {
	if i.Config == nil {
		return nil
	}
	return i.Config.reading()
}

// columnsOf returns the implementation under a budget, without a specification.
func columnsOf(i *instance, b spec.Budget) verify.Columns[any, past] {
	s := verify.Columns[any, past]{
		Cluster: i.cluster(), Budget: b, Ghost: ghostOf(i), Properties: propertiesOf(i),
		Local:    func(_ NodeID, state any) any { return i.unboxed(state) },
		Fairness: i.fairness(b),
	}
	if i.sees() {
		s.Shows = func(at NodeID, state any) any { return i.shows(at, state) }
	}
	return s
}

// fairSpec names the fairness of explorations, as commands ask for it.
const fairSpec = "MCFairSpec"

// fairness is what goes on at last: each link, each timer and clock, each boot, each input, and
// recoveries, each by itself; and that timers run. Runs ask for none, and there are many: without a budget nothing is
// explored.
func (i *instance) fairness(b spec.Budget) map[string][]spec.Fairness {
	if len(b.Lines) == 0 {
		return nil
	}
	each := spec.Each{Nodes: i.Nodes, Boots: true, Kinds: i.kinds()}
	weak := each.Weak()
	timers := i.timers()
	for n := range i.Nodes {
		at := NodeID(n)
		for _, timer := range timers {
			weak = append(weak, weakAt(at, timer, func(a spec.Action) bool {
				return a.IsFair() && a.Timer != "" && a.Timer.Name() == timer
			}))
		}
		weak = append(weak, weakAt(at, "inputs", func(a spec.Action) bool {
			return a.Msg.From == spec.Environment && a.Msg.Body != nil && !a.IsFault()
		}), weakAt(at, "recovery", func(a spec.Action) bool { return a.Name == spec.Recover }))
	}
	if i.Discrete != nil { // timers have a deadline, which time comes to
		return map[string][]spec.Fairness{fairSpec: append(weak, spec.TicksPass())}
	}
	return map[string][]spec.Fairness{fairSpec: append(weak, spec.TimersRun())}
}

// weakAt is weak fairness of some actions at a process.
func weakAt(at NodeID, name string, of func(spec.Action) bool) spec.Fairness {
	return spec.Fairness{
		Name: fmt.Sprintf("%s at %s", name, at), Of: func(a spec.Action) bool { return a.At == at && of(a) },
	}
}

// kinds are the kinds of what stands in Wire as messages.
func (i *instance) kinds() []string {
	var kinds spec.SetOf[string]
	for _, value := range i.Wire {
		if body, ok := value.(Body); ok {
			kinds = kinds.With(body.Kind())
		}
	}
	return kinds
}

// registered is the protocol as the commands know it, with its further models and what papers say of it.
func (i *instance) registered() verify.Protocol {
	p := i.alone()
	for n, more := range i.More {
		models := more.Registered().Models
		if err := checkMore(p.Models, models); err != nil {
			panic(spec.Breach{Contract: "Protocol", Why: input.In("", fmt.Sprintf("More[%d]", n), err).Error()})
		}
		p.Models = append(p.Models, models...)
	}
	p.Contenders, p.Claims, p.Experiments, p.Among = i.Contenders, i.Claims, i.Experiments, i.Among
	if i.RunsOnly {
		p.Models = nil
	}
	return p
}

// checkMore returns an error if a case could not name one of the further models.
func checkMore(before, more []verify.Model) error {
	if len(more) == 0 {
		return input.Errorf("Spec", "is missing, or RunsOnly is set: a further model is what a case can name")
	}
	for _, m := range more {
		if m.Module == "" || slices.ContainsFunc(before, func(b verify.Model) bool { return b.Module == m.Module }) {
			return input.Errorf("Spec.Module", "%q, each model needs a module of its own", m.Module)
		}
	}
	return nil
}

// alone returns the protocol without its further models and what papers claim of it.
func (i *instance) alone() verify.Protocol {
	e := i.engine()
	harness := campaign.Harness{
		Kinds: i.kinds(), Draw: i.drawConfig, Shrink: i.shrink, Steps: i.CrashAfter,
		Witnesses:   append(append(sortedNames(i.Sometimes), sortedNames(i.SometimesAtEnd)...), i.Watched...),
		Unreachable: i.unreachable, Assumptions: i.assumed(),
		FaultKinds: slices.DeleteFunc(i.drawnKinds(), func(kind string) bool {
			return slices.Contains(i.Without, kind)
		}),
		Corpus: i.corpus(), Holds: !i.Pinned, Default: i.initial(),
	}
	if i.Config != nil && !i.Config.named() {
		harness.Default = nil
	}
	if i.CrashAfter == nil {
		harness.Habits = i.habits(i.family.parse, func(c Chooser) json.RawMessage {
			config, _ := i.Config.draw(c, nil, false)
			return config
		})
	}
	if m := i.Monitor; m != nil {
		harness.Witnesses, harness.Unreachable, harness.Assumptions = m.Witnesses, m.Unreachable, m.Assumptions
	}
	if i.Spec != nil {
		harness.OfStates = i.Spec.ofStates(e.Judges)
	}
	p := verify.Protocol{Name: i.Name, Runs: i.covered(e.Runs(harness))}
	if i.Spec != nil || i.explored() {
		p.Models = []verify.Model{e.Model()}
	}
	if i.Spec != nil {
		p.Engine = &e
		p = p.WithModules(i.modules())
	}
	return p
}

// covered leaves out of what a campaign must see that timers fire early which await nothing.
func (i *instance) covered(runs campaign.Harness) campaign.Harness {
	var early []string
	runs.MustHit = slices.DeleteFunc(runs.MustHit, func(s world.Hit) bool {
		if s.Fault != "premature" {
			return false
		}
		early = append(early, s.On)
		return slices.Contains(i.NeverEarly, s.On)
	})
	for _, name := range i.NeverEarly {
		if len(early) > 0 && !slices.Contains(early, name) { // else the timers are not known
			panic(spec.Breach{Contract: "Protocol", Why: Bad("NeverEarly",
				"names %q, and the timers that may fire early are %q", name, early).Error()})
		}
	}
	return runs
}

// modules is the folder with the TLA+ modules: that of the name tla in what was given, or else
// all of it.
func (i *instance) modules() fs.FS {
	if i.TLA == nil {
		return nil
	}
	if below, err := fs.Sub(i.TLA, "tla"); err == nil {
		if _, err := fs.Stat(below, "cases.json"); err == nil {
			return below
		}
	}
	return i.TLA
}

// explored reports whether explorations see all there is to see, and have something to judge.
func (i *instance) explored() bool {
	return (!i.ReadsClocks || i.Discrete != nil) && !i.Projection && i.Monitor == nil
}

// drawnKinds are the kinds of faults that campaigns draw.
func (i *instance) drawnKinds() []string {
	kinds := faults.DrawnKinds()
	if i.Skew > 0 {
		kinds = append(kinds, faults.KindsOfClocks()...)
	}
	return append(kinds, i.Beside...)
}

// corpus is a file system with the folder testdata/corpus.
func (i *instance) corpus() fs.FS {
	if i.Corpus != nil {
		return i.Corpus
	}
	return optional{os.DirFS(".")}
}

// drawConfig draws a configuration, and says what the drawing of faults must know of it.
func (i *instance) drawConfig(
	c campaign.Chooser, fixed map[string]json.RawMessage, atBound bool,
) (json.RawMessage, campaign.Shape) {
	config := campaign.Merged(size{i.family.base.Nodes}, fixed)
	if i.Config != nil {
		var shape *Shape
		if config, shape = i.Config.draw(c, fixed, atBound); shape != nil && shape.Nodes > 0 {
			return config, *shape
		}
	}
	drawn, err := i.family.parse(config)
	if err != nil { // whoever opens it says so
		return config, campaign.Shape{Nodes: max(1, i.Nodes), Timeout: faults.Time(timeoutDefault)}
	}
	return config, drawn.shape()
}

// shape is what the drawing of faults must know.
func (i *instance) shape() campaign.Shape {
	s := campaign.Shape{
		Nodes: i.Nodes, Failures: i.Recovers, MayCrash: spec.AllNodes(i.Nodes), Crashes: i.mayBeDown(),
		Skew: i.Skew, Timeout: i.timeout(), Without: i.Without, SettleTime: i.settle(),
	}
	if i.Recovers.Recovers() {
		s.Crashes, s.Lasting = i.Nodes, i.mayBeDown()
	}
	if slices.Contains(i.Beside, new(faults.Flap).Name()) {
		s.MayFlap = s.MayCrash
	}
	if len(i.Ticks) > 0 || i.ReadsClocks {
		s.Round, s.Rounds = i.timeout(), 6
		s.Settle = int(max(1, i.settle()/s.Round))
	}
	return s
}

// unreachable are what must be seen sometimes, but not with these fields: Apply omits them then.
func (i *instance) unreachable(fixed map[string]json.RawMessage) []string {
	var own map[string]json.RawMessage
	if json.Unmarshal(i.initial(), &own) != nil {
		return nil
	}
	with, err := i.family.parse(campaign.Merged(own, fixed))
	if err != nil { // whoever opens it says so
		return nil
	}
	return slices.DeleteFunc(sortedNames(i.Sometimes), func(name string) bool { return with.Sometimes[name] != nil })
}

// initial is the protocol's own configuration.
func (i *instance) initial() json.RawMessage {
	if i.Config != nil {
		return i.Config.initial()
	}
	return campaign.Merged(size{i.family.base.Nodes})
}

// shrink returns simpler configurations.
func (i *instance) shrink(config json.RawMessage) []json.RawMessage {
	if i.Config == nil {
		return nil
	}
	return i.Config.shrink(config)
}

// optional is a file system whose folders need not be there: they are empty then.
type optional struct{ fs.FS }

// OfFolder marks what is there by the folder that a program runs in, and not by what it was made of.
func (optional) OfFolder() {}

// ReadDir lists a folder.
func (o optional) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(o.FS, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return list, err
}
