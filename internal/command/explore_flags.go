package command

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// exploreFlags are those of explore.
type exploreFlags struct {
	protocol, id  string
	fixed         settings
	budget        amounts
	mayCrash      ids
	names         nameList
	fair          string
	workers       int
	maxStates     int
	memory        memorySize
	untilViolated bool
	out           string
	reports
}

// fairDefault is the specification whose fairness counts where no flag says otherwise.
const fairDefault = "MCFairSpec"

func (f *exploreFlags) define(set *flag.FlagSet) {
	f.fixed, f.budget = settings{}, amounts{}
	set.StringVar(&f.protocol, "p", firstProtocol(), "the `protocol`")
	set.StringVar(&f.id, "case", "", "take configuration, budget and who may crash from this `case`, "+
		"as the command cases lists them;\n-set, -budget and -may-crash then change single fields")
	set.Var(f.fixed, "set", "a field of the configuration: `field=value`, such as nodes=3; "+
		"may be given for several fields")
	set.Var(f.budget, "budget", "how often what may go wrong: `line=n`,…, such as crash=1,loss=2; "+
		"what is not named cannot happen")
	set.Var(&f.mayCrash, "may-crash", "the `processes` that may crash, such as 0,1, or none (default every one)")
	set.Var(&f.names, "property", "judge the properties of these `names`, such as Agreement,RunEnds "+
		"(default all but witnesses)")
	set.StringVar(&f.fair, "fair", "", "the `specification` whose fairness temporal properties are judged under "+
		"(default the case's, or "+fairDefault+")")
	set.IntVar(&f.workers, "workers", runtime.NumCPU(), "how many `goroutines` search; "+
		"the result does not depend on it")
	set.IntVar(&f.maxStates, "max-states", 0, "end the search after so many `states`, 0 for no bound")
	set.Var(&f.memory, "memory", "the most memory that states may take, a `size` such as 4GiB or 500MB\n"+
		"(default three quarters of what is available)")
	set.BoolVar(&f.untilViolated, "until-violated", false, "end the search at the first violation; "+
		"a temporal property is then judged\nonly where there is none")
	set.StringVar(&f.out, "out", "", "the `folder` for the result and the plans "+
		"(default one below build/explore, named by the flags)")
	f.reports.define(set, jsonWith("result of an exploration", "judged", "ended", "properties"),
		"the result, "+exploredFile+",")
	f.defineJUnit(set)
}

// mostWorkers bounds -workers: more would only take memory.
const mostWorkers = 1024

// check tells which number cannot be right.
func (f *exploreFlags) check() error {
	if f.workers < 1 || f.workers > mostWorkers {
		return usageError("-workers", fmt.Sprintf("%d, it must be 1 to %d", f.workers, mostWorkers))
	}
	if f.maxStates < 0 || f.maxStates > math.MaxInt32 {
		return usageError("-max-states", fmt.Sprintf("%d, it must be 0, for no bound, or up to %d",
			f.maxStates, math.MaxInt32))
	}
	return nil
}

// amounts is a flag: lines of a budget.
type amounts map[string]int

// mostOfLine bounds a line of a budget.
const mostOfLine = 1_000_000

// String is for the flag package.
func (a amounts) String() string { return "" }

// Set reads "line=n,line=n".
func (a amounts) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(part, "=")
		n, err := strconv.Atoi(value)
		switch _, twice := a[name]; {
		case !ok || name == "" || strings.Map(wordsOnly, name) != name:
			return fmt.Errorf("%q must be of the form line=n, such as crash=1", part)
		case twice:
			return fmt.Errorf("%s is given twice, keep one", name)
		case err != nil || n < 0 || n > mostOfLine:
			return fmt.Errorf("%s must be a whole number, 0 to %d", name, mostOfLine)
		}
		a[name] = n
	}
	return nil
}

// ids is a flag: processes.
type ids struct {
	given bool
	list  []int
}

// String is for the flag package.
func (p *ids) String() string { return "" }

// Set reads "0,1", or "none".
func (p *ids) Set(text string) error {
	if p.given {
		return errors.New("it is given twice, keep one")
	}
	p.given = true
	if text == "none" {
		return nil
	}
	for part := range strings.SplitSeq(text, ",") {
		id, err := strconv.Atoi(part)
		switch {
		case err != nil || id < 0:
			return fmt.Errorf("%q is no process, they are numbered from 0; write 0,1 or none", part)
		case slices.Contains(p.list, id):
			return fmt.Errorf("%d is named twice, keep one", id)
		}
		p.list = append(p.list, id)
	}
	slices.Sort(p.list)
	return nil
}

// of returns the processes that are named, every one where the flag is not given.
func (p *ids) of(nodes int) []int {
	if p.given {
		return p.list
	}
	var all []int
	for id := range nodes {
		all = append(all, id)
	}
	return all
}

// nameList is a flag: names.
type nameList []string

// String is for the flag package.
func (n *nameList) String() string { return "" }

// Set reads "Name,Name".
func (n *nameList) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		switch {
		case part == "":
			return errors.New("a name is empty, write names such as Agreement,RunEnds")
		case slices.Contains(*n, part):
			return fmt.Errorf("%s is named twice, keep one", part)
		}
		*n = append(*n, part)
	}
	return nil
}

// folder names an exploration's folder by all that makes it another one.
func (f *exploreFlags) folder() string {
	whole := f.protocol
	add := func(format string, args ...any) { whole += "-" + fmt.Sprintf(format, args...) }
	if f.id != "" {
		add("%s", strings.TrimPrefix(f.id, f.protocol+"/"))
	}
	for _, field := range slices.Sorted(maps.Keys(f.fixed)) {
		add("%s%s", field, strings.Trim(string(f.fixed[field]), `"`))
	}
	for _, line := range slices.Sorted(maps.Keys(f.budget)) {
		add("%s%d", line, f.budget[line])
	}
	if f.mayCrash.given {
		add("mayCrash")
		for _, id := range f.mayCrash.list {
			add("%d", id)
		}
	}
	for _, name := range f.names {
		add("property%s", name)
	}
	if f.fair != "" {
		add("fair%s", f.fair)
	}
	if f.maxStates > 0 {
		add("states%d", f.maxStates)
	}
	if f.memory > 0 {
		add("bytes%d", f.memory)
	}
	if f.untilViolated {
		add("untilViolated")
	}
	name := strings.Map(func(r rune) rune {
		if r == '-' {
			return r
		}
		return wordsOnly(r)
	}, whole)
	return filepath.Join("build", "explore", fitting(name, whole))
}
