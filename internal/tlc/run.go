package tlc

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/scrutineer-go/scrutineer/internal/cases"
)

// Options change a single run.
type Options struct {
	// Dump asks for Result.Graph whatever the kind of the case; a case of kind
	// graph is always dumped.
	Dump bool

	// Edit, if not nil, gets each file of the model (its name without a folder) and
	// returns what TLC shall read in its place. Tests use it to break a module on
	// purpose; the files themselves stay as they are.
	Edit func(name string, text []byte) []byte

	// Constants are the values of the modules' constants, all of them.
	Constants map[string]Value

	// Actions are the names of all parts of the next-state relation. Where they are given
	// the dump of a case of kind graph tells which of them happen; otherwise, and for all
	// other kinds, that is asked of TLC's coverage, which costs a third of such a run.
	Actions []string

	// Counted says that the caller holds States and Generated of a graph that is not dumped
	// against another exploration, in which it knows what happens. Coverage is not asked
	// for then, and what never happens not judged.
	Counted bool

	// Bare leaves out what is not the search itself, coverage and dump, for a fair look at
	// TLC's speed. Nothing can be judged by such a run.
	Bare bool

	// Progress, if not nil, gets TLC's line on its progress about once a minute.
	Progress func(line string)
}

// largeRun is the number of generated states above which the JVM's optimising
// compiler and its parallel collector pay for themselves.
const largeRun = 1_000_000

// Run runs TLC on the model of c, whose modules are in the folders of fsys, in a
// private folder. It returns what TLC said; whether that is right is for Judge.
// Errors are bad input (*input.Error), a cancelled context, or a run whose output
// makes no sense; a run in which TLC reports an error is a Result.
func (r Runner) Run(ctx context.Context, fsys fs.FS, folders []string, c cases.Case, opts Options) (Result, error) {
	model, err := NewModel(fsys, folders, c, opts.Constants, opts.Edit)
	if err != nil {
		return Result{}, err
	}
	call := call{module: model.Name, cfg: model.Name + ".cfg", workers: max(1, r.Workers), progress: opts.Progress}
	call.large = c.Kind != cases.Violation && (c.Generated == 0 || c.Generated > largeRun)
	call.dump = (opts.Dump || c.Kind == cases.Graph) && !opts.Bare
	byDump := c.Kind == cases.Graph && call.dump && len(opts.Actions) > 0
	counted := opts.Counted && !call.dump
	call.coverage = c.Kind != cases.Violation && !opts.Bare && !byDump && !counted
	if c.Kind == cases.Violation {
		call.workers = 1
	}
	res, err := r.said(ctx, model, call, opts.Edit == nil)
	res.Counted = counted
	if err == nil && byDump && res.Dump != nil {
		err = res.happened(opts.Actions)
	}
	if err == nil {
		err = checkRun(res, opts.Constants)
	}
	if err != nil {
		return res, fmt.Errorf("case %s: %w", c.ID, err)
	}
	if res.Workers != 0 && res.Workers != call.workers {
		return res, fmt.Errorf("case %s: TLC ran with %d workers, asked for %d", c.ID, res.Workers, call.workers)
	}
	if res.Failed == FailTemporal && res.Violated == "" && len(c.Properties) == 1 {
		res.Violated = c.Properties[0]
	}
	return res, nil
}

// said returns what TLC says of a model, or has said before; keep stores what is new.
func (r Runner) said(ctx context.Context, m Model, c call, keep bool) (Result, error) {
	key := r.key(m, c)
	if res, ok := r.Cache.load(key); ok {
		return res, nil
	}
	res, ok, err := r.inBatch(ctx, m, c)
	if !ok && err == nil {
		res, err = r.alone(ctx, m, c)
	}
	res.Listened = r.Driver.Path == ""
	if err == nil && keep {
		r.Cache.store(key, res)
	}
	return res, err
}
