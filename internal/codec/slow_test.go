package codec

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// slowSame is Same by reflection, which looks at each value anew.
func slowSame(a, b any) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	if x.IsValid() && y.IsValid() && x.Type() == y.Type() {
		if same, ok := slowValue(x, y, 0); ok {
			return same
		}
	}
	return Equal(a, b)
}

// slowValue compares two values of one type. ok is false where it takes the
// encodings to tell.
func slowValue(x, y reflect.Value, depth int) (same, ok bool) {
	if depth > deepest { // the encodings say why not
		return false, false
	}
	switch x.Kind() {
	case reflect.Bool:
		return x.Bool() == y.Bool(), true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return x.Int() == y.Int(), true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return x.Uint() == y.Uint(), true
	case reflect.String:
		return x.String() == y.String(), true
	case reflect.Slice, reflect.Array:
		switch {
		case x.Len() != y.Len():
			return false, true
		case x.Kind() == reflect.Slice && x.Pointer() == y.Pointer() && x.Type().Elem().Kind() == reflect.Int:
			return true, true // it is one list
		case x.Type() == ints && x.CanInterface():
			return slices.Equal(listOf[int](x), listOf[int](y)), true
		case x.Type() == bools && x.CanInterface():
			return slices.Equal(listOf[bool](x), listOf[bool](y)), true
		}
		for i := range x.Len() {
			if same, ok := slowValue(x.Index(i), y.Index(i), depth+1); !same || !ok {
				return same, ok
			}
		}
		return true, true
	case reflect.Struct:
		for i := range x.NumField() {
			if same, ok := slowValue(x.Field(i), y.Field(i), depth); !same || !ok {
				return same, ok
			}
		}
		return true, true
	case reflect.Pointer:
		if x.IsNil() || y.IsNil() {
			return x.IsNil() == y.IsNil(), true
		}
		return slowValue(x.Elem(), y.Elem(), depth+1)
	case reflect.Interface:
		return slowBehind(x, y, depth)
	}
	return false, false
}

// listOf returns what a value holds, without a copy where it is a part of something.
func listOf[T any](v reflect.Value) []T {
	if v.CanAddr() {
		return *v.Addr().Interface().(*[]T)
	}
	return v.Interface().([]T)
}

// slowBehind compares what stands behind two interfaces. What was not registered is left to the
// encodings, which refuse it.
func slowBehind(x, y reflect.Value, depth int) (same, ok bool) {
	for _, v := range []reflect.Value{x, y} {
		if !v.IsNil() && nameOf(v.Elem().Type()) == "" {
			return false, false
		}
	}
	if x.IsNil() || y.IsNil() {
		return x.IsNil() == y.IsNil(), true
	}
	if x.Elem().Type() != y.Elem().Type() {
		return false, true
	}
	return slowValue(x.Elem(), y.Elem(), depth+1)
}

// drawType draws a type, most of them such as have a canonical form.
func drawType(t *rapid.T, depth int) reflect.Type {
	basic := []reflect.Type{
		reflect.TypeFor[bool](), reflect.TypeFor[int8](), reflect.TypeFor[uint16](), reflect.TypeFor[int32](),
		reflect.TypeFor[int](), reflect.TypeFor[uint64](), reflect.TypeFor[string](), reflect.TypeFor[any](),
		reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[leaf](), reflect.TypeFor[hidden](), reflect.TypeFor[*ring](),
		reflect.TypeFor[map[string]int](), reflect.TypeFor[float64](),
		reflect.TypeFor[[]int](), reflect.TypeFor[[]bool](),
	}
	switch kind := rapid.IntRange(0, 7).Draw(t, "kind"); {
	case depth == 0 || kind < 2:
		return rapid.SampledFrom(basic).Draw(t, "basic")
	case kind == 2:
		return reflect.SliceOf(drawType(t, depth-1))
	case kind == 3:
		return reflect.ArrayOf(rapid.IntRange(0, 3).Draw(t, "n"), drawType(t, depth-1))
	case kind == 4:
		return reflect.PointerTo(drawType(t, depth-1))
	}
	var fields []reflect.StructField
	for i := range rapid.IntRange(0, 5).Draw(t, "fields") {
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("F", i), Type: drawType(t, depth-1)})
	}
	return reflect.StructOf(fields)
}

// ring may refer to itself. A pen has a method, and a hook is held by an interface as itself.
type (
	ring struct {
		Number int
		Next   *ring
	}
	pen  struct{ List []string }
	hook struct{ To *leaf }
)

func (p pen) String() string { return fmt.Sprint(p.List) }

func (h hook) String() string { return "hook" }

func init() { Register(pen{}, hook{}) }

// drawValue sets a value that is nowhere else to few others, so that two are often the same.
func drawValue(t *rapid.T, v reflect.Value, depth int) {
	n := rapid.IntRange(0, 9).Draw(t, "n") / 5
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(n == 1)
	case reflect.Int8, reflect.Int32, reflect.Int:
		v.SetInt(int64(-n))
	case reflect.Uint16, reflect.Uint64:
		v.SetUint(uint64(n))
	case reflect.Float64:
		v.SetFloat(float64(n))
	case reflect.String:
		v.SetString(fmt.Sprint("text", n))
	case reflect.Slice:
		if n > 0 || rapid.Bool().Draw(t, "empty") {
			v.Set(reflect.MakeSlice(v.Type(), 2*n, 3))
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			drawValue(t, v.Index(i), depth-1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				drawValue(t, v.Field(i), depth-1)
			}
		}
	case reflect.Pointer:
		if v.SetZero(); n > 0 && depth > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			drawValue(t, v.Elem(), depth-1)
		}
	case reflect.Interface:
		drawBehind(t, v, n)
	}
}

// drawBehind sets an interface. The stray one is not registered.
func drawBehind(t *rapid.T, v reflect.Value, n int) {
	all := []any{nil, pen{}, pen{make([]string, n)}, hook{}, hook{&leaf{n}}}
	if v.NumMethod() == 0 {
		all = append(all, leaf{n}, bud{n}, stray{n})
	}
	v.SetZero()
	if behind := rapid.SampledFrom(all).Draw(t, "behind"); behind != nil {
		v.Set(reflect.ValueOf(behind))
	}
}

// answer returns what a comparison says, or how it panics.
func answer(same func(a, b any) bool, a, b any) (said string) {
	defer func() {
		if cause := recover(); cause != nil {
			said = fmt.Sprint("panic: ", cause)
		}
	}()
	return fmt.Sprint(same(a, b))
}

// Same must say what its definition by reflection says, also of what is refused.
func TestSameIsTheSlowOne(t *testing.T) {
	said := map[string]int{}
	compare := func(t *rapid.T) {
		of := drawType(t, 3)
		x, y := reflect.New(of), reflect.New(of)
		drawValue(t, x.Elem(), 5)
		if y.Elem().Set(x.Elem()); rapid.Bool().Draw(t, "another") {
			drawValue(t, y.Elem(), 5)
		}
		for _, c := range [][2]any{
			{x.Interface(), y.Interface()},
			{x.Elem().Interface(), y.Elem().Interface()},
			{x.Interface(), x.Interface()},
			{x.Interface(), y.Elem().Interface()},
		} {
			want := answer(slowSame, c[0], c[1])
			if got := answer(Same, c[0], c[1]); got != want {
				t.Fatalf("%s: Same says %s, want %s: %+v and %+v", of, got, want, c[0], c[1])
			}
			said[want[:4]]++
		}
	}
	for _, want := range []string{"true", "fals", "pani"} {
		for again := 0; said[want] == 0; again++ { // the short tests draw few values
			if again == 20 {
				t.Fatalf("nothing is %q…: %v", want, said)
			}
			rapid.Check(t, compare)
		}
	}
	t.Log(said)
}

// What refers to itself is refused, though it is the same, whichever type of the circle is compared first.
func TestSameOfARing(t *testing.T) {
	r := &ring{Number: 1}
	r.Next = r
	type other struct{ Next *other }
	o := other{}
	o.Next = &o
	for _, value := range []any{r, *r, o, &o, o} {
		if want, got := answer(slowSame, value, value), answer(Same, value, value); got != want || got[:5] != "panic" {
			t.Errorf("Same says %s, want %s", got, want)
		}
	}
}

// state is like those of processes.
type state struct {
	ID, Term, Leader int
	Up, Told         bool
	Name             string
	Peers            []int
	Known            []leaf
	Last             *leaf
	Body             any
	Values           []any
}

func BenchmarkSame(b *testing.B) {
	a := state{
		ID: 1, Term: 2, Leader: 3, Up: true, Name: "name", Peers: []int{1, 2, 3}, Known: []leaf{{1}, {2}, {3}},
		Last: &leaf{1}, Body: leaf{3}, Values: []any{leaf{1}, bud{2}, pen{[]string{"a", "b"}}},
	}
	var c state
	if err := Decode(Encode(a), &c); err != nil {
		b.Fatal(err)
	}
	for _, by := range []struct {
		name string
		same func(a, b any) bool
	}{{"compiled", Same}, {"slow", slowSame}} {
		b.Run(by.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !by.same(&a, &c) || !by.same(a.Body, c.Body) {
					b.Fatal("not the same")
				}
			}
		})
	}
}
