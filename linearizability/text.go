package linearizability

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/scrutineer-go/scrutineer/spec"
)

// words says a value in a line: an input by its kind and fields ("Write 3"), an output by its
// fields alone, or by its type where it has none ("Done").
func words(v any) string {
	if v == nil {
		return "nothing"
	}
	if keyed, ok := v.(Keyed); ok {
		return words(keyed.In) + " of " + keyed.Key
	}
	value := reflect.ValueOf(v)
	var parts []string
	if in, ok := v.(spec.Body); ok {
		parts = append(parts, in.Kind())
	}
	if value.Kind() != reflect.Struct {
		return strings.Join(append(parts, field(value)), " ")
	}
	for i := range value.NumField() {
		parts = append(parts, field(value.Field(i)))
	}
	if len(parts) == 0 {
		return value.Type().Name()
	}
	return strings.Join(parts, " ")
}

func field(v reflect.Value) string {
	switch {
	case v.CanInt() && v.Int() == Nil:
		return "nil"
	case v.Kind() == reflect.String:
		return strconv.Quote(v.String())
	}
	return fmt.Sprint(v)
}
