package properties

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/tla"
)

// Options say what Run runs.
type Options struct {
	// Modules is the folder with the TLA+ modules and the tables of cases.
	Modules fs.FS
	// Only, where set, chooses the cases whose "protocol/id" it matches.
	Only *regexp.Regexp
	// QuickOnly chooses the cases that are marked quick in the table.
	QuickOnly bool
	// TLC runs TLC; nil leaves its column out.
	TLC *tla.Runner
	// Workers is how many cases run at a time.
	Workers int
	// Edit, where set, changes the files that TLC reads; see tla.Options.
	Edit func(name string, text []byte) []byte
	// Pinned demands the counts that the table pins. It is false only while a
	// case is measured for the first time.
	Pinned bool
	// Started and Finished, where set, are told of every case, from one
	// goroutine at a time.
	Started  func(protocol, id string)
	Finished func(Row)
}

// job is one case of a protocol, ready to run.
type job struct {
	protocol Protocol
	dir      string
	c        tla.Case
	subject  Subject
}

// Run runs every chosen case and returns a row for each, in the order of the
// tables. Whatever the tables, the configurations or the cfgs get wrong is an
// input error, found before anything runs.
func Run(ctx context.Context, protocols []Protocol, o Options) ([]Row, error) {
	jobs, err := prepare(protocols, o)
	if err != nil {
		return nil, err
	}
	rows := make([]Row, len(jobs))
	var group sync.WaitGroup
	var talking sync.Mutex
	turns := make(chan int)
	for range max(o.Workers, 1) {
		group.Go(func() {
			for n := range turns {
				tell(&talking, func() { o.started(jobs[n]) })
				rows[n] = jobs[n].run(ctx, o)
				tell(&talking, func() { o.finished(rows[n]) })
			}
		})
	}
	for n := range jobs {
		if ctx.Err() != nil {
			rows[n] = jobs[n].row()
			rows[n].fail("not run: " + ctx.Err().Error())
			continue
		}
		turns <- n
	}
	close(turns)
	group.Wait()
	return rows, nil
}

func tell(talking *sync.Mutex, say func()) {
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

// prepare reads the tables and opens the chosen cases; all cases are checked,
// chosen or not.
func prepare(protocols []Protocol, o Options) ([]job, error) {
	var jobs []job
	for _, p := range protocols {
		file := p.Name + "/cases.json"
		table, err := tla.ReadTable(o.Modules, file)
		if err != nil {
			return nil, err
		}
		if err := tla.Unlisted(o.Modules, table); err != nil {
			return nil, err
		}
		if table.Protocol != p.Name {
			return nil, &input.Error{File: file, Field: "protocol", Want: fmt.Sprintf(
				"%q, it must be the folder's name, %q", table.Protocol, p.Name)}
		}
		for i, c := range table.Cases {
			subject, err := p.Open(c)
			if err != nil {
				return nil, input.In(file, fmt.Sprintf("cases[%d]", i), err)
			}
			if err := tla.Lint(o.Modules, table.Dir, c, subject.Constants()); err != nil {
				return nil, err
			}
			module := path.Join(table.Dir, c.Module+".tla")
			if err := checkNames(o.Modules, module, p.Actions); err != nil {
				return nil, err
			}
			chosen := o.Only == nil || o.Only.MatchString(p.Name+"/"+c.ID)
			if chosen && (c.Quick || !o.QuickOnly) {
				jobs = append(jobs, job{p, table.Dir, c, subject})
			}
		}
	}
	if len(jobs) == 0 {
		return nil, &input.Error{
			File: "command line", Field: "-only", Want: "no case matches, scrutineer cases lists them",
		}
	}
	return jobs, nil
}

// Cases returns the names "protocol/id" of all cases.
func Cases(protocols []Protocol, modules fs.FS) ([]string, error) {
	jobs, err := prepare(protocols, Options{Modules: modules})
	var names []string
	for _, j := range jobs {
		names = append(names, fmt.Sprintf("%-40s %-10s %s", j.protocol.Name+"/"+j.c.ID, j.c.Kind, j.c.Why))
	}
	return names, err
}

// runTLC runs the case through TLC and judges what it says. What the budget
// forbids must have been enabled nowhere.
func (j job) runTLC(ctx context.Context, o Options) (tla.Result, error) {
	c := j.c
	c.Never = spec.NewSet(c.Never...).Union(j.subject.Forbidden())
	r, err := o.TLC.Run(ctx, o.Modules, j.dir, c, tla.Options{
		Constants: j.subject.Constants(), Edit: o.Edit,
	})
	if err != nil {
		return r, err
	}
	if o.Pinned {
		return r, tla.Judge(c, r)
	}
	_, err = tla.Measure(c, r)
	return r, err
}

// run runs one case in every column. A panic in the protocol's code fails the
// case and no other.
func (j job) run(ctx context.Context, o Options) (row Row) {
	row = j.row()
	defer func() {
		if cause := recover(); cause != nil {
			row.fail(fmt.Sprintf("panic: %v", cause))
		}
	}()
	var result *tla.Result
	if o.TLC != nil {
		r, err := j.runTLC(ctx, o)
		row.seen(r, j.c)
		if err != nil {
			row.fail("TLC: " + err.Error())
		}
		result = &r
	}
	began := time.Now()
	switch {
	case j.c.Kind == tla.KindGraph, j.c.Kind == tla.KindSafety:
		j.explore(&row, result, o)
	case j.c.Kind == tla.KindViolation && slices.Contains(j.c.Invariants, j.c.Violates):
		j.search(&row)
	default:
		row.Note = "temporal, TLC only"
	}
	row.GoSeconds = time.Since(began).Seconds()
	row.conclude(j.c)
	return row
}
