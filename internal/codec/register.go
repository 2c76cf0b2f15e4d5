package codec

import (
	"fmt"
	"maps"
	"path"
	"reflect"
	"sync"
	"sync/atomic"
)

// registered are types that may stand behind an interface, by their names and the other way round.
type registered struct {
	names map[reflect.Type]string
	types map[string]reflect.Type
}

// registry is read without a lock, and replaced as a whole by who registers something new.
var (
	registry atomic.Pointer[registered]
	writing  sync.Mutex
)

func init() { registry.Store(&registered{}) }

// nameOf is the name of a registered type, "" of any other.
func nameOf(t reflect.Type) string { return registry.Load().names[t] }

// typeOf is the registered type of that name, nil for none.
func typeOf(name string) reflect.Type { return registry.Load().types[name] }

// Register allows values of these values' types to stand behind an interface. The name that
// is written is the type behind the last two elements of its package's path,
// such as "ctolerant/words.Query". Call it from an init function, or before anything is encoded.
func Register(values ...any) {
	for _, v := range values {
		if t := reflect.TypeOf(v); nameOf(t) == "" {
			register(t)
		}
	}
}

// Registered tells whether a value of that type may stand behind an interface.
func Registered(v any) bool { return nameOf(reflect.TypeOf(v)) != "" }

func register(t reflect.Type) {
	writing.Lock()
	defer writing.Unlock()
	dir, pkg := path.Split(t.PkgPath())
	name := path.Join(path.Base(dir), pkg) + "." + t.Name()
	old := registry.Load()
	if other, ok := old.types[name]; ok && other != t {
		panic(fmt.Sprintf("codec: two types are called %s", name))
	}
	next := &registered{
		names: map[reflect.Type]string{t: name}, types: map[string]reflect.Type{name: t},
	}
	maps.Copy(next.names, old.names)
	maps.Copy(next.types, old.types)
	registry.Store(next)
}
