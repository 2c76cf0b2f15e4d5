package scrutineer

import (
	"fmt"
	"reflect"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// checkWire says which value of Wire cannot travel.
func checkWire(wire []any) error {
	kinds, types := map[string]int{}, map[reflect.Type]int{}
	for n, value := range wire {
		bad := func(format string, args ...any) error {
			return input.Errorf(fmt.Sprintf("Wire[%d]", n), format, args...)
		}
		t := reflect.TypeOf(value)
		if t == nil || t.Kind() == reflect.Pointer {
			return bad("is %T, give a value of the type, such as Ask{}", value)
		}
		if why := codec.Refusal(t); why != "" {
			return bad("cannot be copied: %s", why)
		}
		kind, err := kindOf(value)
		if err != nil {
			return bad("%v", err)
		}
		other, again := types[t]
		if kind != "" { // one type may have several, by its value
			other, again = kinds[kind]
		}
		switch {
		case again && reflect.TypeOf(wire[other]) == t:
			return bad("is %T, as Wire[%d] is: leave one out", value, other)
		case again:
			return bad("is %T, whose Kind %q is that of %T too: give each a Kind of its own", value, kind, wire[other])
		case kind != "":
			kinds[kind] = n
		}
		types[t] = n
	}
	return nil
}

// kindOf returns the Kind of a value, "" if it has none.
func kindOf(value any) (kind string, err error) {
	body, ok := value.(Body)
	if !ok {
		return "", nil
	}
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("is %T, whose Kind panics: %v: give a value that has one", value, spec.Recovered(cause))
		}
	}()
	return body.Kind(), nil
}
