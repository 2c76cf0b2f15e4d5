package rsdp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/faults"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
	"github.com/scrutineer-go/scrutineer/verify"
)

// Custom is a reducer that is none of the house. What it aggregates must not depend on the order in
// which messages come: replicas would disagree.
type Custom struct {
	// Reducer is its implementation. Its name must be none of the house's.
	Reducer implementation.Reducer
	// Specification, where set, is what the implementation is held against, by the same name. Without
	// it only the properties of the engine judge.
	Specification *specification.Reducer
	// Wire has a value of each type that stands behind an interface: those that the methods return.
	Wire []any
}

// Extended is the engine with reducers beside those of the house. It is what scrutineer.Check, Main
// and Fuzz take.
type Extended struct{ custom []Custom }

// With returns the engine with these reducers, one or more, and registers the types of their values.
func With(custom ...Custom) Extended {
	for _, c := range custom {
		codec.Register(c.Wire...)
	}
	return Extended{custom}
}

// Registered is the engine with the reducers as the commands know it, by their names. Its corpus is the
// folder testdata/corpus that the test or the program runs in. What is wrong with a reducer is a panic.
func (e Extended) Registered() verify.Protocol {
	if err := e.check(); err != nil {
		panic(spec.Breach{Contract: "Reducer", Why: err.Error()})
	}
	d, own := Definition(e.custom...), namesOf(e.custom)
	return verify.Protocol{
		Name:   strings.Join(own, "-"),
		Models: []verify.Model{d.Model()},
		Runs: d.Runs(campaign.Harness{
			Draw:        e.draw,
			Simpler:     func(config json.RawMessage) []json.RawMessage { return simpler(config, own...) },
			Steps:       stepped(),
			Witnesses:   witnessed(),
			Unseeable:   unseeable,
			Assumptions: []string{assumeWindows},
			Feels:       faults.DrawnKinds(),
			Corpus:      optional{os.DirFS(".")},
			Holds:       true,
			Default:     campaign.Merged(words.Config{Nodes: 2, Reducers: own}.WithDefaults(), nil),
		}),
	}
}

// check says what is wrong with a reducer.
func (e Extended) check() error {
	if len(e.custom) == 0 {
		return errors.New("there is none, name one or more")
	}
	names := namesOf(e.custom)
	for i, name := range names {
		own := e.custom[i].Specification
		switch {
		case name == "" || slices.Contains(names[:i], name) || implementation.House(name, words.Config{}) != nil:
			return fmt.Errorf("its name is %q, give it one of its own", name)
		case own != nil && own.Name != name:
			return errors.New("its implementation is called " + name + ", its specification " + own.Name)
		}
	}
	return nil
}

// draw draws what is drawn of the engine, with the reducers alone, before those of the house or after
// them.
func (e Extended) draw(
	c campaign.Chooser, fixed map[string]json.RawMessage, atBound bool,
) (json.RawMessage, campaign.Shape) {
	reducers := campaign.Given(fixed, "reducers", func() []string {
		own := namesOf(e.custom)
		switch c.Choose("beside", 4) {
		case 2:
			return append(own, drawReducers(c)...)
		case 3:
			return append(drawReducers(c), own...)
		}
		return own
	})
	with := map[string]json.RawMessage{"reducers": campaign.JSON(reducers)}
	for name, value := range fixed {
		with[name] = value
	}
	return draw(c, with, atBound)
}

// unseeable are the witnesses that are seen in elections alone, where no reducer elects.
func unseeable(fixed map[string]json.RawMessage) []string {
	reducers := campaign.Given(fixed, "reducers", func() []string { return []string{words.Latest} })
	if slices.ContainsFunc(reducers, words.Elects) {
		return nil
	}
	return []string{sawElected, sawReplaced, sawForgotten}
}

func namesOf(custom []Custom) (names []string) {
	for _, c := range custom {
		names = append(names, c.Reducer.Name())
	}
	return names
}

func implementations(custom []Custom) (all []implementation.Reducer) {
	for _, c := range custom {
		all = append(all, c.Reducer)
	}
	return all
}

// specified tells whether there is a specification of the engine with these reducers.
func specified(custom []Custom) bool {
	return !slices.ContainsFunc(custom, func(c Custom) bool { return c.Specification == nil })
}

// model is the specification; nil where a reducer has none.
func model(cfg words.Config, custom []Custom) spec.Model[specification.State] {
	if !specified(custom) {
		return nil
	}
	return specification.Model(cfg, specifications(custom)...)
}

// specifications are those of the reducers. Of one that has none it has the beginning, so that a
// process can be shown that is down.
func specifications(custom []Custom) (all []specification.Reducer) {
	for _, c := range custom {
		if c.Specification != nil {
			all = append(all, *c.Specification)
			continue
		}
		nobody := &implementation.Replica{Self: spec.None}
		all = append(all, specification.Reducer{
			Name: c.Reducer.Name(), Beginning: c.Reducer.Beginning(nobody),
			NormalizeState: func(_ specification.Context, own any) any { return c.Reducer.NormalizeState(nobody, own) },
		})
	}
	return all
}

// optional is a file system whose folders need not be there: they are empty then.
type optional struct{ fs.FS }

// ReadDir lists a folder.
func (o optional) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(o.FS, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return list, err
}
