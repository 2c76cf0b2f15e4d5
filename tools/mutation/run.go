package mutation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/mut"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
)

// keep takes from a run before what it has noticed of a sample, and returns what is left of it, by number.
func (r *Result) keep(before *Result, sample []*Site) (left []int) {
	noticed := map[string]*Mutant{}
	if before != nil {
		r.CPU = before.CPU
		for i := range before.Mutants {
			if m := &before.Mutants[i]; m.Killed() {
				noticed[m.Key()] = m
			}
		}
	}
	for _, n := range mixed(sample) {
		m := noticed[sample[n].Key()]
		if m == nil {
			left = append(left, n)
			continue
		}
		r.Mutants = append(r.Mutants, Mutant{Site: sample[n], Number: n, Columns: m.Columns, Late: m.Late})
	}
	r.Kept = len(r.Mutants)
	return left
}

// A runner runs mutants.
type runner struct {
	*builder
	checks []*measured // the shallow ones in front
	java   string
	first  bool
}

// Run samples mutants, builds all of them into one program and each unit test, and runs each through the checks
// that reach it.
func Run(ctx context.Context, o Options) (*Result, error) {
	o.Tell("reading the packages")
	m, err := Load(o.Root)
	if err != nil {
		return nil, err
	}
	if err := m.find(slices.Concat(o.Patterns, o.Beside)); err != nil {
		return nil, err
	}
	sample, sites, err := m.Sample(o.Patterns, o.N, o.Seed)
	if err != nil {
		return nil, err
	}
	o.Tell(fmt.Sprintf("%d mutants of %d sites", len(sample), sites))
	b := &builder{module: m, dir: o.Dir, command: o.Command, tests: map[string]string{}}
	r := &runner{builder: b, first: o.First}
	if err := errors.Join(os.RemoveAll(o.Dir), os.MkdirAll(filepath.Join(o.Dir, "sources"), 0o755)); err != nil {
		return nil, err
	}
	checks, err := m.checks(r.builder, o)
	if err != nil {
		return nil, err
	}
	if err := r.build(ctx, sample, o.Tell); err != nil {
		return nil, err
	}
	if r.java, err = r.refusing(); err != nil {
		r.java = "" // there is no TLC, and checks that need it do not reach anything
		checks = slices.DeleteFunc(checks, func(c check) bool { return c.words })
	}
	if err := r.measureAll(ctx, checks, sample, o.Tell); err != nil {
		return nil, err
	}
	return r.runAll(ctx, sample, sites, o)
}

// measureAll runs each check without a mutant; a deep one not before some mutant lives until there.
func (r *runner) measureAll(ctx context.Context, checks []check, sample []*Site, tell func(string)) error {
	r.checks = make([]*measured, len(checks))
	var lock sync.Mutex
	_, err := parallel.Each(ctx, func(int, int) {}, len(checks), func(i int) (none struct{}, err error) {
		c := &measured{check: checks[i]}
		r.checks[i] = c
		c.measure = sync.OnceValue(func() error { return r.measure(ctx, c, sample) })
		if c.deep {
			return none, nil
		}
		err = c.measure()
		lock.Lock()
		defer lock.Unlock()
		tell(fmt.Sprintf("without a mutant: %s, %s: %.1f s, reaches %d", c.column, c.name, c.cpu.Seconds(), c.covers()))
		return none, err
	})
	return err
}

// runAll runs all mutants, in an order that mixes packages, so that what is seen of a run that is interrupted says
// something of all.
func (r *runner) runAll(ctx context.Context, sample []*Site, sites int, o Options) (*Result, error) {
	result := &Result{Seed: o.Seed, Sites: sites, Drawn: len(sample)}
	var lock sync.Mutex
	var cpu time.Duration
	lives, left := 0, result.keep(o.Before, sample)
	_, err := parallel.Each(ctx, func(int, int) {}, len(left), func(i int) (none struct{}, err error) {
		m, used, err := r.runOne(ctx, left[i], sample[left[i]])
		if err != nil {
			return none, err
		}
		lock.Lock()
		defer lock.Unlock()
		result.Mutants = append(result.Mutants, m)
		cpu += used
		if !m.Killed() {
			lives++
			o.Tell("lives: " + m.Key() + " => " + m.After)
		}
		if done := len(result.Mutants); done%10 == 0 || done == len(sample) {
			o.Tell(fmt.Sprintf("%d of %d mutants, %d live", done, len(sample), lives))
		}
		return none, nil
	})
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	lock.Lock()
	defer lock.Unlock()
	slices.SortFunc(result.Mutants, func(a, b Mutant) int { return cmp.Compare(a.Number, b.Number) })
	for _, c := range r.checks {
		cpu += c.cpu // none of a deep check that nobody needed
	}
	result.CPU += cpu.Seconds()
	return result, nil
}

// runOne runs one mutant: first a few shallow checks of every column, so that the matrix says of each whether it
// notices; where none has, others that reach it, the deep ones last, until one does.
func (r *runner) runOne(ctx context.Context, n int, s *Site) (Mutant, time.Duration, error) {
	m := Mutant{Site: s, Number: n, Columns: map[string]string{}}
	var some, left []*measured
	for _, column := range Columns {
		chosen, rest := r.choose(column, n, s)
		some, left = append(some, chosen...), append(left, rest...)
	}
	slices.SortStableFunc(left, func(a, b *measured) int { return compareBool(a.deep, b.deep) })
	var all time.Duration
	late, more := 0, map[string]int{}
	for i, c := range slices.Concat(some, left) {
		by := m.Columns[c.column]
		if by != "" && by != Lived || m.Killed() && (r.first || i >= len(some)) {
			continue
		}
		if i >= len(some) && more[c.column] == mostMore {
			continue
		}
		if err := c.measure(); err != nil {
			return m, all, err
		}
		if c.deep && !c.reached[n] {
			continue
		}
		if i >= len(some) {
			more[c.column]++
		}
		cpu, tooLong, err := r.notice(ctx, &m, c)
		if err != nil {
			return m, all, err
		}
		all += cpu
		if tooLong {
			late++
		}
	}
	m.Late = m.Killed() && late == m.kills()
	return m, all, nil
}

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// notice runs one check of a mutant and writes down what it says.
func (r *runner) notice(ctx context.Context, m *Mutant, c *measured) (time.Duration, bool, error) {
	env := []string{mut.On + "=" + strconv.Itoa(m.Number)}
	if r.java != "" {
		env = append(env, "JAVA="+r.java, "TLC_REQUIRED=")
	}
	o, err := r.execute(ctx, c.check, m.Number, c.cpu, env...)
	if err != nil {
		return 0, false, err
	}
	if ctx.Err() != nil {
		return 0, false, ctx.Err()
	}
	killed := o.failed
	if c.words {
		killed = slices.ContainsFunc(o.refused, func(why string) bool {
			return (strings.Contains(why, "TLC") || strings.Contains(why, "TLA+")) && !strings.Contains(why, notAsked)
		})
	}
	switch {
	case killed:
		m.Columns[c.column] = c.name
	case m.Columns[c.column] == "":
		m.Columns[c.column] = Lived
	}
	return o.cpu, killed && o.late, nil
}

// mostChecks is how many checks of a column are run with each mutant, mostMore how many others with one that lives.
const (
	mostChecks = 2
	mostMore   = 4
)

// seenByTLC are the rooms of which TLC's word can be another one: it is held against specifications, and read
// and compared by the judges.
var seenByTLC = []string{"spec/...", "checker"}

// choose divides the checks of a column that reach a mutant: those that are run with it, and those that are left.
// A package's own tests go first, then what reaches most. Which mutants a deep check reaches is not known before it is
// needed: it may be any in a package of which others of its protocol reach some.
func (r *runner) choose(column string, n int, s *Site) (some, left []*measured) {
	for _, c := range r.checks {
		if c.column != column || c.words && !matches(seenByTLC, s.Package) {
			continue
		}
		switch {
		case c.deep && column == Unit, c.deep && slices.ContainsFunc(r.checks, func(d *measured) bool {
			return !d.deep && d.of == c.of && d.column != Unit && d.packages[s.Package]
		}):
			left = append(left, c)
		case !c.deep && c.reached[n]:
			some = append(some, c)
		}
	}
	slices.SortStableFunc(some, func(a, b *measured) int {
		return cmp.Or(-compareBool(a.of == s.Package, b.of == s.Package), cmp.Compare(b.covers(), a.covers()))
	})
	rest := min(mostChecks, len(some))
	return some[:rest:rest], append(slices.Clone(some[rest:]), left...)
}

// covers is how many mutants a check reaches.
func (c *measured) covers() (n int) {
	for _, reached := range c.reached {
		if reached {
			n++
		}
	}
	return n
}
