package codec

import (
	"maps"
	"reflect"
	"sync/atomic"
	"unsafe"
)

// A class is a way to compare two values.
type class int

const (
	other     class = iota // by the encodings
	block                  // the bytes
	text                   // a string
	list                   // a slice
	array                  // an array whose elements are no block
	structure              // a struct that is no block
	pointer
	open   // an interface without methods
	closed // an interface with methods
)

// A comparer compares values of one type. It is compiled once.
type comparer struct {
	class class
	size  uintptr   // of a value, in bytes
	n     int       // the number of an array's elements
	elem  *comparer // that of the elements, or of what is pointed to
	parts []part    // those of a struct

	flat       bool // == says whether two values are the same
	plain      bool // no value is refused, so a value is the same as itself
	registered bool // as it was when this was compiled
	boxed      bool // an interface has a pointer to a value, never the value itself
}

// A part of a struct is a field, or fields of one block.
type part struct {
	offset uintptr
	of     *comparer
}

// known are comparers by the words of their types.
type known map[typeWord]*comparer

// A typeWord is how interfaces, in memory, tell the types of their values apart.
type typeWord unsafe.Pointer

// A box is an interface without methods as memory has it: the value is there itself if it is a pointer, or like one.
type box struct {
	of    typeWord
	value unsafe.Pointer
}

func boxOf(a *any) *box { return (*box)(unsafe.Pointer(a)) }

func wordOf(t reflect.Type) typeWord { return typeWord(reflect.ValueOf(t).UnsafePointer()) }

// comparers are those of the types that were compared so far. They are read and replaced as the registry is.
var comparers atomic.Pointer[known]

func init() { comparers.Store(&known{}) }

// comparerOf returns the comparer of a value's type.
func comparerOf(a any) *comparer {
	if c := (*comparers.Load())[boxOf(&a).of]; c != nil {
		return c
	}
	return compiled(reflect.TypeOf(a))
}

// compiled returns the comparer of a type that has none yet.
func compiled(t reflect.Type) *comparer {
	writing.Lock()
	defer writing.Unlock()
	all := maps.Clone(*comparers.Load())
	c := all.compile(t)
	comparers.Store(&all)
	return c
}

// sameTypes reports whether two values are of one type, or neither is any.
func sameTypes(a, b any) bool { return boxOf(&a).of == boxOf(&b).of }

// compile returns the comparer of a type, and makes it and those that it takes if they are not known.
func (k known) compile(t reflect.Type) *comparer {
	if c := k[wordOf(t)]; c != nil {
		return c
	}
	c := &comparer{size: t.Size(), flat: flatType(t), registered: nameOf(t) != ""}
	c.boxed = c.flat || c.size > reflect.TypeFor[*int]().Size()
	k[wordOf(t)] = c // before its parts: a type may refer to itself. It is not plain then, nor are they.
	switch t.Kind() {
	case reflect.Bool,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		c.class, c.plain = block, true
	case reflect.String:
		c.class, c.plain = text, true
	case reflect.Slice:
		c.elem = k.compile(t.Elem())
		c.class, c.plain = list, c.elem.plain
	case reflect.Array:
		c.elem, c.n = k.compile(t.Elem()), t.Len()
		c.class, c.plain = array, c.elem.plain
		if c.elem.class == block {
			c.class = block
		}
	case reflect.Struct:
		k.compileStruct(c, t)
	case reflect.Pointer:
		c.elem = k.compile(t.Elem())
		c.class, c.plain = pointer, c.elem.plain
	case reflect.Interface:
		c.class = closed
		if t.NumMethod() == 0 {
			c.class = open
		}
	}
	return c
}

// compileStruct joins fields that are side by side to blocks, also those of a struct within the struct.
func (k known) compileStruct(c *comparer, t reflect.Type) {
	plain := true
	for i := range t.NumField() {
		field := t.Field(i)
		of := k.compile(field.Type)
		plain = plain && of.plain
		parts := of.parts
		if of.class != structure {
			parts = []part{{of: of}}
		}
		for _, p := range parts {
			c.add(part{field.Offset + p.offset, p.of})
		}
	}
	c.class, c.plain = structure, plain
	if len(c.parts) == 1 && c.parts[0].of.class == block && c.parts[0].of.size == c.size {
		c.class = block
	}
}

// add adds a part to those of a struct.
func (c *comparer) add(p part) {
	if n := len(c.parts); n > 0 && p.of.class == block {
		last := &c.parts[n-1]
		if last.of.class == block && last.offset+last.of.size == p.offset {
			last.of = &comparer{class: block, size: last.of.size + p.of.size}
			return
		}
	}
	c.parts = append(c.parts, p)
}

// same compares the values at two places. ok is false where it takes the encodings to tell.
func (c *comparer) same(x, y unsafe.Pointer, depth int) (same, ok bool) {
	if depth > deepest { // the encodings say why not
		return false, false
	}
	switch c.class {
	case block:
		return c.sameBytes(x, y), true
	case text:
		return *(*string)(x) == *(*string)(y), true
	case list:
		return c.sameLists(x, y, depth)
	case array:
		return c.elem.sameElements(x, y, c.n, depth+1)
	case structure:
		for i := range c.parts {
			p := &c.parts[i]
			if same, ok := p.of.same(unsafe.Add(x, p.offset), unsafe.Add(y, p.offset), depth); !same || !ok {
				return same, ok
			}
		}
		return true, true
	case pointer:
		return c.samePointers(*(*unsafe.Pointer)(x), *(*unsafe.Pointer)(y), depth)
	case open:
		return sameBehind(*(*any)(x), *(*any)(y), depth)
	case closed: // all interfaces with methods are laid out alike; package reflect reads them so
		return sameBehind(*(*interface{ M() })(x), *(*interface{ M() })(y), depth)
	}
	return false, false
}

// sameBytes compares two blocks.
func (c *comparer) sameBytes(x, y unsafe.Pointer) bool {
	switch c.size {
	case 1:
		return *(*uint8)(x) == *(*uint8)(y)
	case 8:
		return *(*[8]byte)(x) == *(*[8]byte)(y)
	}
	return unsafe.String((*byte)(x), c.size) == unsafe.String((*byte)(y), c.size)
}

// sameLists compares two slices. The header of a slice is that of a slice of bytes with as many elements.
func (c *comparer) sameLists(x, y unsafe.Pointer, depth int) (same, ok bool) {
	a, b := *(*[]byte)(x), *(*[]byte)(y)
	if len(a) != len(b) {
		return false, true
	}
	first, second := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(b))
	return c.elem.sameElements(first, second, len(a), depth+1)
}

// sameElements compares n values at one place with n at another.
func (c *comparer) sameElements(x, y unsafe.Pointer, n, depth int) (same, ok bool) {
	switch {
	case n == 0 || x == y && c.plain:
		return true, true
	case c.class == block:
		size := uintptr(n) * c.size
		return unsafe.String((*byte)(x), size) == unsafe.String((*byte)(y), size), true
	}
	for i := range uintptr(n) {
		if same, ok := c.same(unsafe.Add(x, i*c.size), unsafe.Add(y, i*c.size), depth); !same || !ok {
			return same, ok
		}
	}
	return true, true
}

// samePointers compares what two pointers of the comparer's type point to.
func (c *comparer) samePointers(x, y unsafe.Pointer, depth int) (same, ok bool) {
	if x == nil || y == nil || x == y && c.elem.plain {
		return x == y, true
	}
	return c.elem.same(x, y, depth+1)
}

// sameBoxed compares two values of the comparer's type.
func (c *comparer) sameBoxed(a, b any, depth int) (same, ok bool) {
	switch {
	case c.class == other:
		return false, false
	case c.flat:
		return a == b, true
	case c.plain && boxOf(&a).value == boxOf(&b).value:
		return true, true
	case c.class == pointer:
		return c.samePointers(boxOf(&a).value, boxOf(&b).value, depth)
	case c.boxed:
		return c.same(boxOf(&a).value, boxOf(&b).value, depth)
	}
	return c.same(copied(a), copied(b), depth)
}

// copied returns where a copy of a value is.
func copied(a any) unsafe.Pointer {
	v := reflect.New(reflect.TypeOf(a))
	v.Elem().Set(reflect.ValueOf(a))
	return v.UnsafePointer()
}

// sameBehind compares what stands behind two interfaces. ok is false if one of the types was not registered: the
// encodings refuse it.
func sameBehind(a, b any, depth int) (same, ok bool) {
	if !sameTypes(a, b) {
		return false, mayStandBehind(a) && mayStandBehind(b)
	}
	if a == nil {
		return true, true
	}
	c := comparerOf(a)
	if !c.registered && nameOf(reflect.TypeOf(a)) == "" {
		return false, false
	}
	return c.sameBoxed(a, b, depth+1)
}

// mayStandBehind reports whether a value may stand behind an interface.
func mayStandBehind(a any) bool { return a == nil || nameOf(reflect.TypeOf(a)) != "" }
