package rsdp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// Custom is a reducer that is none of the house. What it aggregates must not depend on the order in
// which messages come: replicas would disagree, and a specification of the engine keeps no order.
type Custom struct {
	// Reducer is its implementation. Its name must be none of the house's.
	Reducer implementation.Reducer
	// Specification, where set, is what the implementation is held against, by the same name. Without
	// it only the properties of the engine judge: all replicas hold the same after a session without
	// faults.
	Specification *specification.Reducer
	// Wire has a value of each type that its methods return: of values, and of what clients are told.
	// They are plain: no pointer, func, chan, float or unexported field.
	Wire []any
}

// Extended is the engine with reducers beside those of the house. It is what scrutineer.Check, Main
// and Fuzz take.
type Extended struct{ custom []Custom }

// With returns the engine with these reducers, one or more.
func With(custom ...Custom) Extended { return Extended{custom} }

// Registered is the engine with the reducers as the commands know it, by their names; the types of their
// values are registered. Its corpus is the folder testdata/corpus that the test or the program runs in.
// What is wrong with a reducer is a panic that says what to write.
func (e Extended) Registered() verify.Protocol {
	if err := e.check(); err != nil {
		panic(spec.Breach{Contract: "Reducer", Why: err.Error()})
	}
	for _, c := range e.custom {
		codec.Register(c.Wire...)
	}
	d, own := Definition(e.custom...), namesOf(e.custom)
	return verify.Protocol{
		Name:   strings.Join(own, "-"),
		Models: []verify.Model{d.Model()},
		Runs: d.Runs(campaign.Harness{
			Draw:        e.draw,
			Simpler:     func(config json.RawMessage) []json.RawMessage { return simpler(config, own...) },
			OfStates:    []string{"TypeOK"},
			Steps:       stepped(),
			Witnesses:   witnessed(),
			Unseeable:   unseeable,
			Assumptions: assumptions(),
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
	for _, c := range e.custom {
		if c.Reducer == nil {
			return errors.New("its implementation is missing, give a Reducer")
		}
	}
	names := namesOf(e.custom)
	for i, c := range e.custom {
		switch name := names[i]; {
		case !plainName.MatchString(name):
			return fmt.Errorf("its name is %q, it must be of letters, digits, - and _, as in names of files", name)
		case slices.Contains(names[:i], name) || implementation.House(name, words.Config{}) != nil:
			return fmt.Errorf("its name is %q, which another has, give it one of its own", name)
		case c.Specification != nil && c.Specification.Name != name:
			return fmt.Errorf("its implementation is called %q and its specification %q, give both one name",
				name, c.Specification.Name)
		}
		for _, value := range c.Wire {
			if t := reflect.TypeOf(value); t == nil || t.Kind() == reflect.Pointer {
				return fmt.Errorf("its Wire has %T, give a value of the type, such as Limit{}", value)
			}
		}
	}
	return nil
}

// plainName is what a reducer may be called.
var plainName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// mostCustom is the largest cluster that is drawn with custom reducers.
const mostCustom = 5

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
	with := map[string]json.RawMessage{
		"reducers": campaign.JSON(reducers), "nodes": campaign.JSON(mostCustom - c.Choose("nodes", mostCustom)),
	}
	maps.Copy(with, fixed)
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

// specified reports whether there is a specification of the engine with these reducers.
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
