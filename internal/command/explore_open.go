package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// target is what is to be explored.
type target struct {
	protocol string
	c        cases.Case // its configuration, its budget, and who may crash
	judged   []verify.Stated
	left     []left // what is not judged
	fair     string // "" where no temporal property is judged
	subject  verify.Subject
	campaign campaign.Harness
	cluster  network.Cluster // the zero one of a model that does not run in worlds
}

// judgedNames are the names of the properties that are judged.
func (x *target) judgedNames() []string {
	var names []string
	for _, p := range x.judged {
		names = append(names, p.Name)
	}
	return names
}

// open makes what the flags describe. Errors name the flag.
func (f *exploreFlags) open() (x target, err error) {
	x.protocol = f.protocol
	p, err := protocolOf(f.protocol, "command line", "-p")
	if err != nil {
		return x, err
	}
	if len(p.Models) == 0 {
		return x, usageError("-p", p.Name+" has no model to explore, as where processes read "+
			"their clocks; "+called()+" campaign runs it")
	}
	x.campaign = p.Campaigns()
	if x.c, err = f.begin(p); err != nil {
		return x, err
	}
	if x.c.Config, err = overridden(x.c.Config, f.fixed); err != nil {
		return x, err
	}
	x.c.Budget = maps.Clone(x.c.Budget)
	if x.c.Budget == nil {
		x.c.Budget = map[string]int{}
	}
	maps.Copy(x.c.Budget, f.budget)
	nodes := 0
	runs, err := f.runs(p, x)
	if err != nil {
		return x, flagged(err)
	}
	if runs.New != nil {
		x.cluster, nodes = runs, runs.Nodes
	} else if f.id == "" { // it does not run in worlds
		alone, err := p.Open(cases.Case{Config: x.c.Config})
		if err != nil {
			return x, flagged(err)
		}
		nodes = alone.Met().Nodes
	}
	if f.mayCrash.given || f.id == "" {
		x.c.MayCrash = f.mayCrash.of(nodes)
	}
	if x.subject, err = p.Open(x.c); err != nil {
		return x, flagged(err)
	}
	if n := x.subject.Met().Nodes; n > explore.MostProcesses {
		return x, usageError("-set nodes", fmt.Sprintf(
			"%d processes are too many to be explored, it must be at most %d", n, explore.MostProcesses))
	}
	return x, f.choose(&x)
}

// runs returns the cluster as worlds run it, the zero value if they do not. A further model of a protocol runs in
// worlds if campaigns open its configurations.
func (f *exploreFlags) runs(p verify.Protocol, x target) (network.Cluster, error) {
	if x.campaign.Open == nil {
		return network.Cluster{}, nil
	}
	opened, err := x.campaign.Open(x.c.Config)
	if err != nil && x.c.Module != "" && x.c.Module != p.Models[0].Module {
		return network.Cluster{}, nil
	}
	return opened.Cluster, err
}

// begin returns the case that the flags begin with, an empty one where they name none.
func (f *exploreFlags) begin(p verify.Protocol) (cases.Case, error) {
	if f.id == "" && p.Runs.Default != nil {
		return cases.Case{Config: p.Runs.Default}, nil
	}
	if f.id == "" && len(f.fixed) == 0 {
		return cases.Case{}, usageError("-set", "nothing says which configuration to explore, give -case ID, or -set "+
			"for its fields such as nodes=3")
	}
	if f.id == "" {
		return cases.Case{Config: json.RawMessage("{}")}, nil
	}
	if !p.HasCases() {
		return cases.Case{}, usageError("-case", p.Name+" has no cases, give -set for the fields of its configuration")
	}
	table, err := p.Table()
	if err != nil {
		return cases.Case{}, err
	}
	id := strings.TrimPrefix(f.id, p.Name+"/")
	if c, ok := table.Case(id); ok {
		return cases.Case{
			Module: c.Module, Specification: c.Specification,
			Config: c.Config, Budget: c.Budget, MayCrash: c.MayCrash,
			Invariants: c.Invariants, Properties: c.Properties,
		}, nil
	}
	if other, _, ok := strings.Cut(f.id, "/"); ok && other != p.Name && isProtocol(other) {
		return cases.Case{}, usageError("-case", fmt.Sprintf("%s is a case of another protocol, say -p %s",
			f.id, other))
	}
	return cases.Case{}, usageError("-case", fmt.Sprintf("%s has no case %q, %s cases lists them",
		p.Name, f.id, called()))
}

// overridden returns a configuration in which fields have other values.
func overridden(config json.RawMessage, with settings) (json.RawMessage, error) {
	var fields settings
	if err := json.Unmarshal(config, &fields); err != nil {
		return nil, err
	}
	maps.Copy(fields, with)
	return json.Marshal(fields)
}

// flagged says an input error in terms of the flags.
func flagged(err error) error {
	var bad *input.Error
	if !errors.As(err, &bad) {
		return err
	}
	first, rest, _ := strings.Cut(bad.Field, ".")
	names := map[string]string{"config": "-set", "budget": "-budget", "mayCrash": "-may-crash"}
	name, ok := names[first]
	if !ok {
		return err
	}
	field := strconv.Quote(rest) // whatever was typed, it is one line
	return usageError(strings.TrimSpace(name+" "+field[1:len(field)-1]), bad.Want)
}

// choose chooses the properties and the fairness.
func (f *exploreFlags) choose(x *target) error {
	specifications := x.subject.Specifications()
	switch {
	case f.fair == "" && slices.Contains(specifications, x.c.Specification): // of the case
		x.fair = x.c.Specification
	case f.fair == "" && slices.Contains(specifications, fairDefault):
		x.fair = fairDefault
	case f.fair == "":
	case len(specifications) == 0:
		return usageError("-fair", x.protocol+" states no fairness, omit it")
	case !slices.Contains(specifications, f.fair):
		return usageError("-fair", fmt.Sprintf("what is fair under %q is not stated, it must be one of %s",
			f.fair, strings.Join(specifications, ", ")))
	default:
		x.fair = f.fair
	}
	var all []string
	ofCase := slices.Concat(x.c.Invariants, x.c.Properties)
	for _, p := range x.subject.Stated() {
		all = append(all, p.Name)
		named := slices.Contains(f.names, p.Name)
		wanted := !p.Witness || slices.Contains(ofCase, p.Name)
		byDefault := len(f.names) == 0 && wanted && (x.fair != "" || !p.Kind.Temporal())
		switch {
		case named && p.Kind.Temporal() && x.fair == "":
			return usageError("-fair", p.Name+" is temporal, say which specification's fairness it is judged under: "+
				list(specifications))
		case named || byDefault:
			x.judged = append(x.judged, p)
		case len(f.names) > 0:
			x.left = append(x.left, left{p.Name, "-property does not name it"})
		case !wanted:
			x.left = append(x.left, left{p.Name, "a witness, which must fail somewhere; -property names it"})
		default:
			x.left = append(x.left, left{p.Name, "temporal, and " + x.protocol + " states no fairness"})
		}
	}
	for _, name := range x.ofRuns() {
		if !slices.Contains(all, name) {
			x.left = append(x.left, left{name, "not stated of explored states; runs are judged by it"})
		}
	}
	for _, name := range f.names {
		if !slices.Contains(all, name) {
			return usageError("-property", fmt.Sprintf("%q is no property of %s, they are %s",
				name, x.protocol, strings.Join(all, ", ")))
		}
	}
	if !slices.ContainsFunc(x.judged, isTemporal) {
		x.fair = ""
	}
	return nil
}

// ofRuns names the properties by which runs of the explored model are judged.
func (x *target) ofRuns() []string {
	if x.cluster.New == nil {
		return nil
	}
	return x.campaign.Properties
}

func isTemporal(p verify.Stated) bool { return p.Kind.Temporal() }
