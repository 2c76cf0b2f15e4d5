package input

import (
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// check holds the next JSON value of the decoder, which is known to be whole,
// against the Go type that it is meant for. at is the path to it. A nil type
// takes anything.
func check(dec *json.Decoder, t reflect.Type, at string) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[json.RawMessage]() || t != nil && t.Kind() == reflect.Interface {
		t = nil
	}
	if isText(t) && token == json.Delim('{') {
		return mistyped(at, "object", t)
	}
	switch token {
	case json.Delim('{'):
		return checkObject(dec, t, at)
	case json.Delim('['):
		return checkList(dec, t, at)
	}
	return checkScalar(token, t, at)
}

func checkObject(dec *json.Decoder, t reflect.Type, at string) error {
	if t != nil && t.Kind() != reflect.Struct && t.Kind() != reflect.Map {
		return mistyped(at, "object", t)
	}
	seen := map[string]bool{}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return err
		}
		name := token.(string)
		field := strings.TrimPrefix(at+"."+name, ".")
		if seen[name] {
			return Errorf(field, "stands there twice, keep one")
		}
		seen[name] = true
		member, known := memberType(t, name)
		if !known {
			return Errorf(field, "no such field, the fields are %s", strings.Join(fieldNames(t), ", "))
		}
		if err := check(dec, member, field); err != nil {
			return err
		}
	}
	for _, name := range required(t) {
		if !seen[name] {
			return Errorf(strings.TrimPrefix(at+"."+name, "."), "is missing, give it")
		}
	}
	_, err := dec.Token() // the closing brace
	return err
}

// Union is a type that stands in a file as an object whose fields are not its own: it
// says which ones there may be, and of which types, and decodes itself.
type Union interface {
	Fields() map[string]reflect.Type
}

// unionOf returns the fields of a union, nil for any other type.
func unionOf(t reflect.Type) map[string]reflect.Type {
	if t == nil || !t.Implements(reflect.TypeFor[Union]()) {
		return nil
	}
	return reflect.Zero(t).Interface().(Union).Fields()
}

// object is what JSON may hold of a struct.
type object struct {
	// members are the types of its fields by their names.
	members map[string]reflect.Type
	// required are the names of those that must be there, tagged `input:"required"`, in the struct's order.
	required []string
}

// objects are found out once for each type: a table of cases has thousands of objects of a few types.
var objects sync.Map // of reflect.Type to object

// objectOf returns what JSON may hold of a struct.
func objectOf(t reflect.Type) object {
	if found, ok := objects.Load(t); ok {
		return found.(object)
	}
	o := object{members: map[string]reflect.Type{}}
	for _, f := range fieldsOf(t) {
		name := jsonName(f)
		if _, known := o.members[name]; !known && name != "" {
			o.members[name] = f.Type
		}
		if f.Tag.Get("input") == "required" {
			o.required = append(o.required, name)
		}
	}
	objects.Store(t, o)
	return o
}

// required returns the names of the fields that an object must have.
func required(t reflect.Type) []string {
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	return objectOf(t).required
}

// membersOf returns the types of the fields of a struct or a union, which is asked each time.
func membersOf(t reflect.Type) map[string]reflect.Type {
	if union := unionOf(t); union != nil {
		return union
	}
	return objectOf(t).members
}

// memberType returns the type that an object's member is meant for.
func memberType(t reflect.Type, name string) (reflect.Type, bool) {
	if t == nil {
		return nil, true
	}
	if t.Kind() == reflect.Map {
		return t.Elem(), true
	}
	member, known := membersOf(t)[name]
	return member, known
}

func fieldNames(t reflect.Type) []string { return slices.Sorted(maps.Keys(membersOf(t))) }

// fieldsOf returns the fields of a struct as JSON has them: those of a struct that is embedded without
// a name stand among them.
func fieldsOf(t reflect.Type) []reflect.StructField {
	var fields []reflect.StructField
	for i := range t.NumField() {
		f := t.Field(i)
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if f.Anonymous && inner.Kind() == reflect.Struct && f.Tag.Get("json") == "" {
			fields = append(fields, fieldsOf(inner)...)
		} else {
			fields = append(fields, f)
		}
	}
	return fields
}

// jsonName returns the field's name in JSON, "" where it has none.
func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	switch {
	case name == "-" || !f.IsExported():
		return ""
	case name == "":
		return f.Name
	}
	return name
}

func checkList(dec *json.Decoder, t reflect.Type, at string) error {
	var element reflect.Type
	if t != nil {
		if t.Kind() != reflect.Slice && t.Kind() != reflect.Array {
			return mistyped(at, "list", t)
		}
		element = t.Elem()
	}
	n := 0
	for ; dec.More(); n++ {
		if err := check(dec, element, at+"["+strconv.Itoa(n)+"]"); err != nil {
			return err
		}
	}
	if t != nil && t.Kind() == reflect.Array && n != t.Len() {
		return Errorf(at, "has %d elements, it must have %d", n, t.Len())
	}
	_, err := dec.Token() // the closing bracket
	return err
}

func checkScalar(token json.Token, t reflect.Type, at string) error {
	if t == nil {
		return nil
	}
	if text, ok := reflect.New(t).Interface().(encoding.TextUnmarshaler); ok {
		value, isText := token.(string)
		if !isText {
			return Errorf(at, "%v stands where a text is wanted", token)
		}
		if err := text.UnmarshalText([]byte(value)); err != nil {
			return Errorf(at, "%v", err)
		}
		return nil
	}
	switch value := token.(type) {
	case string:
		if t.Kind() != reflect.String {
			return mistyped(at, "string", t)
		}
	case bool:
		if t.Kind() != reflect.Bool {
			return mistyped(at, "boolean", t)
		}
	case json.Number:
		return checkNumber(value, t, at)
	default:
		return mistyped(at, "null", t)
	}
	return nil
}

func checkNumber(n json.Number, t reflect.Type, at string) error {
	v := reflect.New(t).Elem()
	switch {
	case v.CanInt():
		if whole, err := strconv.ParseInt(n.String(), 10, 64); err != nil || v.OverflowInt(whole) {
			return mistyped(at, "number "+n.String(), t)
		}
	case v.CanUint():
		if whole, err := strconv.ParseUint(n.String(), 10, 64); err != nil || v.OverflowUint(whole) {
			return mistyped(at, "number "+n.String(), t)
		}
	case !v.CanFloat():
		return mistyped(at, "number", t)
	}
	return nil
}

func mistyped(at, found string, t reflect.Type) error {
	if found != "null" {
		found = "a JSON " + found
	}
	return Errorf(at, "%s stands where %s is wanted", found, noun(t))
}

// isText tells whether a Go type is read from a text.
func isText(t reflect.Type) bool {
	return t != nil && reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// noun says in JSON's words what a Go type is read from.
func noun(t reflect.Type) string {
	if isText(t) {
		return "a text"
	}
	v := reflect.New(t).Elem()
	switch {
	case v.CanInt():
		return "a whole number"
	case v.CanUint():
		return "a whole number, 0 or more,"
	case v.CanFloat():
		return "a number"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return fmt.Sprint("a ", t.Kind())
}
