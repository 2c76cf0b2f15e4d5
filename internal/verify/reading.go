package verify

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/spec"
)

// reading says how a configuration has the paper read, and what its environment may do, as far
// as the Engine names fields of it: such as `rule=last` and `churn=["1 learns 0"]`. What is
// absent, empty or false is left out.
func (e Engine) reading(of Instance) []string {
	if len(e.Reading) == 0 {
		return nil
	}
	text, err := json.Marshal(of)
	if err != nil {
		panic(err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		panic(err)
	}
	var parts []string
	for _, name := range e.Reading {
		value, there := fields[name]
		if !there && !hasField(reflect.TypeOf(of.Configuration()), name) {
			panic(spec.Breach{
				Contract: "Engine",
				Why:      "Reading names " + name + ", and the configuration has no such field",
			})
		}
		switch string(value) {
		case "", "null", "false", `""`, "[]":
		default:
			parts = append(parts, setting(name, value))
		}
	}
	return parts
}

// hasField reports whether the JSON of a struct may have the field name.
func hasField(of reflect.Type, name string) bool {
	if of.Kind() != reflect.Struct {
		return false
	}
	return slices.ContainsFunc(reflect.VisibleFields(of), func(f reflect.StructField) bool {
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return tag == name
	})
}

// setting is a field of a configuration with its value, such as rule=tagged.
func setting(name string, value json.RawMessage) string {
	return name + "=" + string(bytes.Trim(value, `"`))
}
