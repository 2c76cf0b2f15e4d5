package scrutineer

import (
	"os"
	"reflect"
	"testing"
)

// A protocol without the type State has each field of the Protocol.
func TestErasureKeepsEachField(t *testing.T) {
	type state struct{ Heard int }
	p := Protocol[state]{
		Config: Configs[struct{}, state]{}, Spec: Spec[state, state]{}, TLA: os.DirFS("."), Corpus: os.DirFS("."),
		Halves: []Half[state]{HalfSpec[state, state]{}}, Always: Properties[state]{"Fine": nil},
		Needs: map[string][]string{"Fine": {"Peace"}},
	}
	p.Eventually, p.Sometimes, p.SometimesAtEnd = p.Always, p.Always, p.Always
	fill(reflect.ValueOf(&p).Elem())
	u := reflect.ValueOf(p.erased())
	for _, f := range reflect.VisibleFields(reflect.TypeOf(p)) {
		name := f.Name
		if name == "Budgeted" {
			name = "budgeted"
		}
		if has := u.FieldByName(name); !has.IsValid() || has.IsZero() {
			t.Errorf("%s of the Protocol is lost", f.Name)
		}
	}
}

// fill gives each field of a struct that has none a value.
func fill(v reflect.Value) {
	for i := range v.NumField() {
		f := v.Field(i)
		switch {
		case !f.IsZero():
		case f.Kind() == reflect.Struct:
			fill(f)
		case f.Kind() == reflect.Func:
			f.Set(reflect.MakeFunc(f.Type(), nil))
		case f.Kind() == reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		case f.Kind() == reflect.Pointer:
			f.Set(reflect.New(f.Type().Elem()))
		case f.Kind() == reflect.Bool:
			f.SetBool(true)
		case f.Kind() == reflect.String:
			f.SetString("some")
		case f.CanInt():
			f.SetInt(1)
		case f.CanUint():
			f.SetUint(1)
		default:
			panic("no value of " + f.Type().String())
		}
	}
}
