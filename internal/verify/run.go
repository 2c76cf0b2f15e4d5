package verify

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Options say what Run runs.
type Options struct {
	// Only, where set, chooses the cases of which it matches the id or "protocol/id", and those of
	// protocols whose names it matches; see Pattern.
	Only *regexp.Regexp
	// QuickOnly chooses the cases that are marked quick in the table, LongOnly those that
	// are marked long. Without either all but the long ones run, and those whose id Only matches.
	QuickOnly, LongOnly bool
	// Small, where set, reports whether a case is small enough to run.
	Small func(cases.Case) bool
	// TLC runs TLC; nil leaves its column out. MostTLC, where set, leaves it out of cases
	// in which it generates more states, or of which the table does not say how many.
	TLC     *tlc.Runner
	MostTLC int
	// Workers is how many cases run at a time.
	Workers int
	// Edit, where set, changes the files that TLC reads; see tlc.Options.
	Edit func(name string, text []byte) []byte
	// Pinned demands the counts that the table pins. Without it they are ignored,
	// and Measured, where set, gets each case that TLC has run with the counts of
	// that run in place of the pins.
	Pinned   bool
	Measured func(protocol string, c cases.Case)
	// Started and Finished, where set, are told of every case. They and Measured
	// are called from one goroutine at a time.
	Started  func(protocol, id string)
	Finished func(Row)
}

// job is one case of a protocol, ready to run.
type job struct {
	protocol Protocol
	model    Model
	modules  fs.FS
	folders  []string // of the modules
	c        cases.Case
	subject  Subject
	// constants are those of the subject, pinned is what the table pins of the case.
	constants map[string]tlc.Value
	pinned    claims.Searched
}

// Plan is a choice of cases of which nothing has run and in whose tables nothing
// is wrong.
type Plan struct {
	jobs         []job
	explorations []exploring
	long         int
	together     Together
	pinned       map[string]*claims.Results // of each protocol, chosen or not
	o            Options
	named        spec.SetOf[string] // the modules whose names of actions are those of the words
}

// Size is how many cases and explorations are chosen.
func (p Plan) Size() int { return len(p.jobs) + len(p.explorations) }

// Long is how many cases and explorations were left out because they are long.
func (p Plan) Long() int { return p.long }

// Prepare reads all tables and chooses the cases. A mistake in any table is an input error. Prepare checks the
// configurations of a protocol only if it chooses one of its cases; then a mistake in any of them is an input error.
// Prepare writes nothing.
func Prepare(protocols []Protocol, o Options) (Plan, error) {
	plan, err := prepare(protocols, o)
	if err == nil && o.Only != nil && plan.Size() == 0 {
		err = &input.Error{
			File: "command line", Field: "-only",
			Want: "no case matches: its protocol, its id or protocol/id must, as a whole; the command cases lists them",
		}
	}
	return plan, err
}

// Run prepares a plan and runs it.
func Run(ctx context.Context, protocols []Protocol, o Options) ([]Row, error) {
	plan, err := Prepare(protocols, o)
	if err != nil {
		return nil, err
	}
	return plan.Run(ctx), nil
}

// Run runs every chosen case and returns a row for each that came to its end, in the order of
// the tables: for all of them, unless the context ends before.
func (p Plan) Run(ctx context.Context) []Row {
	jobs, o := p.jobs, p.o
	rows, ended := make([]Row, len(jobs)), make([]bool, len(jobs))
	var group sync.WaitGroup
	var talking sync.Mutex
	if measured := o.Measured; measured != nil {
		o.Measured = func(protocol string, c cases.Case) {
			announce(&talking, func() { measured(protocol, c) })
		}
	}
	turns := make(chan int)
	for range max(o.Workers, 1) {
		group.Go(func() {
			for n := range turns {
				announce(&talking, func() { o.started(jobs[n]) })
				if rows[n], ended[n] = jobs[n].run(ctx, o); ended[n] {
					announce(&talking, func() { o.finished(rows[n]) })
				}
			}
		})
	}
	for n := range jobs {
		if ctx.Err() == nil {
			turns <- n
		}
	}
	close(turns)
	group.Wait()
	var ran []Row
	for n, row := range rows {
		if ended[n] {
			ran = append(ran, row)
		}
	}
	return ran
}

func announce(talking *sync.Mutex, say func()) {
	talking.Lock()
	defer talking.Unlock()
	say()
}

func (o Options) started(j job) {
	if o.Started != nil {
		o.Started(j.protocol.Name, j.c.ID)
	}
}

func (o Options) finished(r Row) {
	if o.Finished != nil {
		o.Finished(r)
	}
}

// prepare reads the tables, and opens and checks all cases of the protocols of which one is chosen.
func prepare(protocols []Protocol, o Options) (Plan, error) {
	plan := Plan{o: o, pinned: map[string]*claims.Results{}}
	for _, p := range protocols {
		if !p.HasCases() {
			continue
		}
		table, err := p.Table()
		if err != nil {
			return plan, err
		}
		if err := cases.Unlisted(p.TLA(), table); err != nil {
			return plan, err
		}
		if table.Protocol != p.Name {
			return plan, &input.Error{File: table.File, Field: "protocol", Want: fmt.Sprintf(
				"%q, it must be the folder's name, %q", table.Protocol, p.Name)}
		}
		if !o.choosesOf(p.Name, table) {
			continue
		}
		for i, c := range table.Cases {
			if err := plan.add(p, table, i, c); err != nil {
				return plan, err
			}
		}
	}
	return plan, nil
}

// add checks a case and adds it where it is chosen.
func (p *Plan) add(protocol Protocol, table cases.Table, i int, c cases.Case) error {
	model, err := protocol.model(c)
	var subject Subject
	if err == nil {
		opened := c
		if !p.o.Pinned {
			opened.States = 0 // they are measured, however many there are
		}
		subject, err = model.Open(opened)
	}
	if err == nil {
		err = known(subject, model.Actions, c)
	}
	var constants map[string]tlc.Value
	if err == nil {
		constants, err = subject.Constants()
	}
	if err == nil {
		err = tlc.CheckConstants(constants)
	}
	if err != nil {
		return input.In(table.File, fmt.Sprintf("cases[%d]", i), err)
	}
	if module := path.Join(table.Dir, c.Module+".tla"); !p.named.Has(module) {
		if err := checkNames(protocol.TLA(), module, model.Actions, table.Folders()[1:]...); err != nil {
			return err
		}
		p.named = p.named.With(module)
	}
	if c.Kind != cases.Bound { // which is the campaigns' own
		p.choose(job{protocol, model, protocol.TLA(), table.Folders(), c, subject, constants, pinned(subject, c)})
	}
	return nil
}

// choose adds what the table pins of a case to the plan, and the case itself if it is chosen.
func (p *Plan) choose(j job) {
	name, c, results := j.protocol.Name, j.c, p.pinnedOf(j.protocol.Name)
	if c.Kind == cases.Exploration {
		results.Explorations = append(results.Explorations, j.pinned)
	} else {
		results.Cases = append(results.Cases, j.pinned)
	}
	switch chosen := p.o.chooses(name, c); {
	case chosen && c.Kind == cases.Exploration:
		p.explorations = append(p.explorations, exploring{name, c, j.subject, j.pinned})
	case chosen:
		p.jobs = append(p.jobs, j)
	case c.Long && p.o.allOf(name):
		p.long++
	}
	switch c.Kind {
	case cases.Graph: // they alone are compared edge by edge
		p.together.add(name, j.subject.Met(), func(m *meetings) { count(&m.graphs, &m.longGraphs, c.Long) })
	case cases.Exploration:
		p.together.add(name, j.subject.Met(), func(m *meetings) { count(&m.explored, &m.longExplored, c.Long) })
	}
}

// pinnedOf returns what the table of a protocol pins of all its cases and explorations, chosen or not.
func (p *Plan) pinnedOf(protocol string) *claims.Results {
	r := p.pinned[protocol]
	if r == nil {
		r = new(claims.Results)
		p.pinned[protocol] = r
	}
	return r
}

// runTLC runs the case through TLC and judges what it says. What the budget
// forbids must have been enabled nowhere.
func (j job) runTLC(ctx context.Context, o Options) (tlc.Result, error) {
	c := j.c
	c.Never = spec.NewSet(c.Never...).Union(j.subject.Forbidden())
	r, err := o.TLC.Run(ctx, j.modules, j.folders, c, j.tlcOptions(o))
	if err != nil {
		return r, err
	}
	if o.Pinned {
		return r, tlc.Judge(c, r)
	}
	measured, err := tlc.Measure(c, r)
	if err == nil && o.Measured != nil {
		o.Measured(j.protocol.Name, measured)
	}
	return r, err
}

func (j job) tlcOptions(o Options) tlc.Options {
	return tlc.Options{Constants: j.constants, Actions: j.model.Actions, Counted: true, Edit: o.Edit}
}

// run runs one case in every column, and reports whether it came to its end: where the context
// ends before, TLC does too, and nobody waits for the other columns. What has failed by then
// has failed. A panic in the protocol's code fails the case and no other.
func (j job) run(ctx context.Context, o Options) (row Row, ended bool) {
	row = j.row()
	var result *tlc.Result
	if o.TLC != nil && (o.MostTLC == 0 || 0 < j.c.Generated && j.c.Generated <= o.MostTLC) {
		r, err := j.runTLC(ctx, o)
		if err != nil && ctx.Err() != nil {
			return row, false
		}
		row.seen(r, j.c)
		if err != nil {
			row.fail("TLC: " + err.Error())
		}
		result = &r
	}
	columns := make(chan Row, 1)
	go func() { columns <- j.runGo(row, result, o) }()
	select {
	case row = <-columns:
		return row, true
	case <-ctx.Done():
		row.conclude(j.c)
		return row, row.Failed()
	}
}

// runGo runs the columns in Go of a case that TLC has run, unless its result is nil.
func (j job) runGo(row Row, result *tlc.Result, o Options) (ran Row) {
	ran = row
	defer func() {
		if cause := recover(); cause != nil {
			ran.fail(fmt.Sprintf("panic: %v", cause))
		}
		ran.conclude(j.c)
	}()
	if result != nil {
		if d := j.subject.Follow(result.Trace, result.Lasso); d != nil {
			ran.fail(d.String())
		}
	}
	began := time.Now()
	switch {
	case j.c.Kind == cases.Graph, j.c.Kind == cases.Safety:
		j.explore(&ran, result, o)
	case j.c.Kind == cases.Violation && !isTemporal(j.subject, j.c.Violates):
		j.search(&ran, result, o)
	default:
		j.live(&ran, result, o)
	}
	ran.GoSeconds = time.Since(began).Seconds()
	return ran
}
