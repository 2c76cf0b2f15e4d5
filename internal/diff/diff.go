// Package diff tells in which fields two values differ, for people: a path such
// as Nodes[2].Leader, and what stands there on either side. [Fields] wraps go-cmp, and is for
// mistakes; [Changes] is short, always says the same of the same, and can compare what a value
// was with what it became, see [Take].
//
// It imports nothing of this project. Start reading at [Fields].
package diff

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Field is one place where two values differ.
type Field struct {
	// Path leads to the place from the top of the value.
	Path string
	// A and B are what stands there, or "absent".
	A, B string
}

// Fields returns where a and b differ, in the order of their fields. Unexported
// fields are compared as well; nil and empty slices and maps are one. Where there is no
// difference, that is told without go-cmp, at a small part of the price.
func Fields(a, b any) []Field {
	if bytes.Equal(Append(nil, a), Append(nil, b)) {
		return nil
	}
	return compare(a, b)
}

// compare asks go-cmp.
func compare(a, b any) []Field {
	var r reporter
	everything := cmp.Exporter(func(reflect.Type) bool { return true })
	cmp.Equal(a, b, everything, functions, cmpopts.EquateEmpty(), cmp.Reporter(&r))
	return r.fields
}

// functions takes two functions for equal if their code is the same: nothing more
// can be seen of a function.
var functions = cmp.FilterPath(
	func(p cmp.Path) bool { return p.Last().Type() != nil && p.Last().Type().Kind() == reflect.Func },
	cmp.Comparer(func(a, b any) bool { return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer() }),
)

// reporter is called by go-cmp on its way through the two values.
type reporter struct {
	path   cmp.Path
	fields []Field
}

// PushStep enters a part of the values.
func (r *reporter) PushStep(step cmp.PathStep) { r.path = append(r.path, step) }

// PopStep leaves the innermost part.
func (r *reporter) PopStep() { r.path = r.path[:len(r.path)-1] }

// Report keeps the place where the values differ.
func (r *reporter) Report(result cmp.Result) {
	if result.Equal() {
		return
	}
	a, b := r.path.Last().Values()
	r.fields = append(r.fields, Field{Path: pathText(r.path), A: valueText(a), B: valueText(b)})
}

func pathText(path cmp.Path) string {
	var text strings.Builder
	for _, step := range path {
		switch step := step.(type) {
		case cmp.StructField:
			fmt.Fprintf(&text, ".%s", step.Name())
		case cmp.SliceIndex:
			a, b := step.SplitKeys()
			fmt.Fprintf(&text, "[%d]", max(a, b))
		case cmp.MapIndex:
			fmt.Fprintf(&text, "[%v]", step.Key())
		case cmp.TypeAssertion:
			fmt.Fprintf(&text, ".(%s)", step.Type().Name())
		}
	}
	return strings.TrimPrefix(text.String(), ".")
}

func valueText(v reflect.Value) string {
	if !v.IsValid() {
		return "absent"
	}
	return fmt.Sprintf("%+v", v)
}
