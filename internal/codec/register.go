package codec

import (
	"fmt"
	"path"
	"reflect"
)

// The registered types. They are filled by the init functions of the packages
// that own the types and only read afterwards.
var (
	names = map[reflect.Type]string{}
	types = map[string]reflect.Type{}
)

// Register allows values of these values' types to stand behind an interface. The name that
// is written is the type behind the last two elements of its package's path,
// such as "ctolerant/words.Query". Call it from an init function.
func Register(values ...any) {
	for _, v := range values {
		register(reflect.TypeOf(v))
	}
}

// Registered tells whether a value of that type may stand behind an interface.
func Registered(v any) bool { return names[reflect.TypeOf(v)] != "" }

func register(t reflect.Type) {
	dir, pkg := path.Split(t.PkgPath())
	name := path.Join(path.Base(dir), pkg) + "." + t.Name()
	if old, ok := types[name]; ok && old != t {
		panic(fmt.Sprintf("codec: two types are called %s", name))
	}
	names[t], types[name] = name, t
}
