package scrutineer

import (
	"fmt"
	"reflect"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
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
		if other, ok := types[t]; ok {
			return bad("is %T, as Wire[%d] is: leave one out", value, other)
		}
		types[t] = n
		if why := codec.Refusal(t); why != "" {
			return bad("cannot be copied: %s", why)
		}
		body, ok := value.(Body)
		if !ok {
			continue
		}
		kind := body.Kind()
		if kind == "" { // it may depend on the value
			continue
		}
		if other, taken := kinds[kind]; taken {
			return bad("is %T, whose Kind %q is that of %T too: give each a Kind of its own",
				value, kind, wire[other])
		}
		kinds[kind] = n
	}
	return nil
}
