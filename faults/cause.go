package faults

import (
	"fmt"
	"reflect"
	"strings"
)

// Cause names what a fault or a pin is about, and neither whom nor when: its kind, and the kind
// of message, timer or input that it speaks of, such as "hold Leader". Failures that come of the
// same causes are taken for one.
func Cause(k Kind) string {
	v := reflect.Indirect(reflect.ValueOf(k))
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		switch value := v.Field(i).Interface().(type) {
		case MessageRef:
			return k.Name() + " " + value.Kind
		case string:
			if name == "Kind" {
				return k.Name() + " " + value
			}
		default:
			if name == "Timer" {
				timer, _, _ := strings.Cut(fmt.Sprint(value), "(") // of whatever peer
				return k.Name() + " " + timer
			}
		}
	}
	return k.Name()
}
