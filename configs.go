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
	// apply reads a configuration, nil for the default one, and says in the protocol what
	// depends on it.
	apply(config json.RawMessage, p *Protocol[State]) error
	// initial is the default configuration.
	initial() json.RawMessage
	// whole is a configuration with all of its fields.
	whole(config json.RawMessage) json.RawMessage
	// value is a configuration as its struct.
	value(config json.RawMessage) any
	// draw draws a configuration, and changes those fields of it that are fixed.
	draw(c Chooser, fixed map[string]json.RawMessage) json.RawMessage
	// simpler returns simpler configurations than that one.
	simpler(config json.RawMessage) []json.RawMessage
}

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
	// Simpler are changes that make one simpler, such as a process less, the best first. They are
	// tried on what fails; one that Apply refuses is not.
	Simpler []func(*C)
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

// Bad is an error in a field of a configuration, and says what would be right.
func Bad(field, format string, args ...any) error { return input.Errorf(field, format, args...) }

// apply reads a configuration.
func (c Configs[C, State]) apply(config json.RawMessage, p *Protocol[State]) error {
	cfg, err := c.parse(config)
	if err != nil {
		return err
	}
	err = c.Apply(cfg, p)
	var bad *input.Error
	if err != nil && !errors.As(err, &bad) {
		err = input.Errorf("", "%v", err)
	}
	return err
}

// initial is the default configuration.
func (c Configs[C, State]) initial() json.RawMessage { return campaign.JSON(c.Default) }

// whole is a configuration with all of its fields.
func (c Configs[C, State]) whole(config json.RawMessage) json.RawMessage {
	cfg, err := c.parse(config)
	if err != nil { // whoever opens it says so
		return config
	}
	return campaign.JSON(cfg)
}

// value is a configuration as its struct.
func (c Configs[C, State]) value(config json.RawMessage) any {
	cfg, err := c.parse(config)
	if err != nil { // whoever opens it says so
		return nil
	}
	return cfg
}

func (c Configs[C, State]) parse(config json.RawMessage) (C, error) {
	if t := reflect.TypeFor[C](); t.Kind() != reflect.Struct {
		return c.Default, input.Errorf("Config", "is of type %s, it must be a struct", t)
	} else if name := hiddenPointer(t); name != "" {
		return c.Default, input.Errorf("Config", "embeds *%s, which is not exported, embed it without the *", name)
	}
	cfg := clone(c.Default)
	if config == nil {
		return cfg, nil
	}
	return cfg, input.Decode(config, &cfg)
}

// draw draws a configuration.
func (c Configs[C, State]) draw(from Chooser, fixed map[string]json.RawMessage) json.RawMessage {
	cfg := clone(c.Default)
	if c.Draw != nil {
		cfg = c.Draw(from)
	}
	return campaign.Merged(cfg, fixed)
}

// simpler returns simpler configurations.
func (c Configs[C, State]) simpler(config json.RawMessage) []json.RawMessage {
	parse := func(text []byte) (C, error) {
		cfg, err := c.parse(text)
		if err == nil {
			var p Protocol[State]
			err = c.Apply(cfg, &p)
		}
		return cfg, err
	}
	return campaign.Simplified(config, parse, c.Simpler, func(*C) {})
}
