package scrutineer

import (
	"encoding/json"
	"errors"
	"reflect"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Configuration has a protocol run in more than one configuration: see [Configs].
type Configuration[State any] interface {
	configuration
	// apply reads a configuration, nil for the default one, and says in the protocol what
	// depends on it. It returns the struct.
	apply(config json.RawMessage, p *Protocol[State]) (any, error)
}

// configuration is the part of a Configuration that does not need the type State.
type configuration interface {
	// initial is the default configuration. named reports whether explorations begin with it if none is given.
	initial() json.RawMessage
	named() bool
	// draw draws a configuration, and changes those fields of it that are fixed. The shape is nil
	// where the protocol's fields say it.
	draw(c Chooser, fixed map[string]json.RawMessage, atBound bool) (json.RawMessage, *Shape)
	// shrink returns simpler configurations than that one.
	shrink(config json.RawMessage) []json.RawMessage
	// reading names the fields that say how a paper is read.
	reading() []string
}

// Shape is what the drawing of faults must know of a configuration.
type Shape = campaign.Shape

// Configs are the configurations of a protocol: structs C, whose fields have names in JSON.
type Configs[C, State any] struct {
	// Default is the configuration where nothing else is said.
	Default C
	// Apply says what depends on a configuration: it sets fields of the protocol, such as Nodes
	// and New, and Sometimes without what cannot be seen then. It must not change a map that is
	// there. An error should name the field: see Bad.
	Apply func(C, *Protocol[State]) error
	// Draw draws one for a run; where it is nil all run in the default one.
	Draw func(c Chooser) C
	// DrawShape, in place of Draw, draws a configuration that keeps the fields in fixed, and returns its Shape. atBound
	// reports whether the fixed fields are those of the case of kind bound. If the Shape has no Nodes,
	// the protocol's fields say it.
	DrawShape func(c Chooser, fixed map[string]json.RawMessage, atBound bool) (json.RawMessage, Shape)
	// Parse, if set, reads and checks a configuration in place of decoding it into Default. The command explore must
	// then be given a configuration, unless Explored is set.
	Parse    func(text []byte) (C, error)
	Explored bool
	// Shrink are changes that make one simpler, such as one process fewer, the best first. They are
	// tried on what fails; one that Apply refuses is not.
	Shrink []func(*C)
	// ShrinkOf, in place of Shrink, returns the changes for a given configuration, such as one for each element of a
	// list.
	ShrinkOf func(C) []func(*C)
	// Mend, if set, runs after each of these changes and makes the other fields fit.
	Mend func(*C)
	// Reading names the fields, as they are called in JSON, that say how a paper is read and what the environment
	// may do. What decides a claim is told with them.
	Reading []string
}

// hiddenPointer returns an embedded field that no copy of a configuration can have for itself, "" for none.
func hiddenPointer(t reflect.Type) string {
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case !f.Anonymous:
		case f.Type.Kind() == reflect.Pointer && !f.IsExported():
			return f.Name
		case f.Type.Kind() == reflect.Struct:
			if name := hiddenPointer(f.Type); name != "" {
				return name
			}
		}
	}
	return ""
}

// apply reads a configuration.
func (c Configs[C, State]) apply(config json.RawMessage, p *Protocol[State]) (any, error) {
	cfg, err := c.parse(config)
	if err != nil {
		return nil, err
	}
	err = c.Apply(cfg, p)
	var bad *input.Error
	if err != nil && !errors.As(err, &bad) {
		err = input.Errorf("", "%v", err)
	}
	return cfg, err
}

func (c Configs[C, State]) reading() []string { return c.Reading }

// initial is the default configuration.
func (c Configs[C, State]) initial() json.RawMessage { return campaign.JSON(c.Default) }

func (c Configs[C, State]) named() bool { return c.Parse == nil || c.Explored }

func (c Configs[C, State]) parse(config json.RawMessage) (C, error) {
	if t := reflect.TypeFor[C](); t.Kind() != reflect.Struct {
		return c.Default, input.Errorf("Config", "is of type %s, it must be a struct", t)
	} else if name := hiddenPointer(t); name != "" {
		return c.Default, input.Errorf("Config", "embeds *%s, which is not exported, embed it without the *", name)
	} else if c.Shrink != nil && c.ShrinkOf != nil {
		return c.Default, input.Errorf("Config", "has ShrinkOf beside Shrink, set one of them")
	}
	switch {
	case c.Parse != nil && config == nil:
		return c.Parse(c.initial())
	case c.Parse != nil:
		return c.Parse(config)
	}
	cfg := clone(c.Default)
	if config == nil {
		return cfg, nil
	}
	return cfg, input.Decode(config, &cfg)
}

// draw draws a configuration.
func (c Configs[C, State]) draw(
	from Chooser, fixed map[string]json.RawMessage, atBound bool,
) (json.RawMessage, *Shape) {
	if c.DrawShape != nil {
		config, shape := c.DrawShape(from, fixed, atBound)
		return config, &shape
	}
	cfg := clone(c.Default)
	if c.Draw != nil {
		cfg = c.Draw(from)
	}
	return campaign.Merged(cfg, fixed), nil
}

// shrink returns simpler configurations.
func (c Configs[C, State]) shrink(config json.RawMessage) []json.RawMessage {
	parse := func(text []byte) (C, error) {
		cfg, err := c.parse(text)
		if err == nil {
			var p Protocol[State]
			err = c.Apply(cfg, &p)
		}
		return cfg, err
	}
	mend, changes := c.Mend, c.Shrink
	if mend == nil {
		mend = func(*C) {}
	}
	if c.ShrinkOf != nil {
		cfg, err := parse(config)
		if err != nil {
			return nil
		}
		changes = c.ShrinkOf(cfg)
	}
	return campaign.Shrunken(config, parse, changes, mend)
}
