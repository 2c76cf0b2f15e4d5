package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

const compareCommand = "compare"

// comparedName is in the place of a protocol's name in the tables of all.
const comparedName = "elections"

// compareFlags are those of compare.
type compareFlags struct {
	nodes, elections string
	seeds            int
	only, dir        string
	list             bool
	reports
}

func (f *compareFlags) define(set *flag.FlagSet) {
	whole := compare.Whole()
	set.StringVar(&f.nodes, "nodes", strings.Trim(strings.ReplaceAll(fmt.Sprint(whole.Nodes), " ", ","), "[]"),
		"the `sizes` of the groups")
	set.IntVar(&f.seeds, "seeds", whole.Seeds, "how many `runs` of each election in each group and scenario")
	set.StringVar(&f.elections, "elections", "", "choose elections by this `pattern`, "+
		"which must match the whole of a name")
	set.StringVar(&f.only, "only", "", "choose the tables of this `pattern`")
	set.BoolVar(&f.list, "list", false, "list the tables, and run nothing")
	set.StringVar(&f.dir, "out", "", "the `folder` for the tables (default build/reproduce/elections)")
	f.reports.define(set, jsonOf(compareCommand), "the tables")
	f.defineJUnit(set)
}

// runCompare measures the elections of all protocols in the same worlds.
func runCompare(ctx context.Context, args []string, out, errs io.Writer) error {
	var f compareFlags
	err := parse(compareCommand, args, errs, f.define)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	extent, err := f.extent()
	if err != nil {
		return err
	}
	contenders, err := f.contenders()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(contenders, func(c compare.Contender) bool { return c.FitsSome(extent.Nodes) }) {
		return usageError("-nodes", fmt.Sprintf("%q, the groups of %s must be %s",
			f.nodes, contenders[0].Name, contenders[0].Sizes))
	}
	r := newReproducing(compareCommand, out, errs)
	r.reproduceFlags = reproduceFlags{named: comparedName, only: f.only, list: f.list, dir: f.dir, reports: f.reports}
	r.title = "Elections in the same worlds"
	r.protocol = verify.Protocol{Name: comparedName, Experiments: compare.Experiments(contenders, extent)}
	return r.begin(ctx)
}

// extent is how much is asked for.
func (f *compareFlags) extent() (compare.Extent, error) {
	e := compare.Extent{Seeds: f.seeds}
	if f.seeds < 1 || f.seeds > compare.MostSeeds {
		return e, usageError("-seeds", fmt.Sprintf("%d, it must be 1 to %d", f.seeds, compare.MostSeeds))
	}
	for text := range strings.SplitSeq(f.nodes, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < compare.LeastNodes || n > compare.MostNodes || slices.Contains(e.Nodes, n) {
			return e, usageError("-nodes", fmt.Sprintf("%q, it must be numbers like 5,10, each %d to %d and none twice",
				f.nodes, compare.LeastNodes, compare.MostNodes))
		}
		e.Nodes = append(e.Nodes, n)
	}
	slices.Sort(e.Nodes)
	return e, nil
}

// contenders are those that are asked for.
func (f *compareFlags) contenders() ([]compare.Contender, error) {
	all := verify.Contenders(protocols())
	if len(all) == 0 {
		return nil, usageError("", "no protocol has an election to compare")
	}
	if f.elections == "" {
		return all, nil
	}
	re, err := verify.Pattern(f.elections)
	if err != nil {
		return nil, usageError("-elections", "not a regular expression: "+err.Error())
	}
	chosen := slices.DeleteFunc(slices.Clone(all), func(c compare.Contender) bool { return !re.MatchString(c.Name) })
	if len(chosen) > 0 {
		return chosen, nil
	}
	var names []string
	for _, c := range all {
		names = append(names, c.Name)
	}
	return nil, usageError("-elections", fmt.Sprintf("%q matches none of %s", f.elections, strings.Join(names, ", ")))
}
