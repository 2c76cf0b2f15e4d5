package explore

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/spec"
)

// constructed holds what each constructor gives now against what it gave at
// first, outside State too: a difference is something that processes share and
// write to, through which one of them, or one branch of the exploration, would
// reach into another.
func (m *model) constructed(after string) {
	for i := range m.Nodes {
		now := m.New(spec.NodeID(i))
		m.newest = diff.Append(m.newest[:0], now)
		if len(m.first) == i {
			m.first = append(m.first, newborn{slices.Clone(m.newest), parts(now)})
		}
		first := &m.first[i]
		if bytes.Equal(first.bytes, m.newest) {
			continue
		}
		lines := parts(now)
		if slices.Equal(first.parts, lines) { // a function or a channel is another one, which parts do not mind
			continue
		}
		was, is := firstDifference(first.parts, lines)
		panic(spec.Breach{Contract: "ConstructorsAreFresh", Why: fmt.Sprintf(
			"%s a new process %d has %s, the first one had %s; let New copy what it is given, and share nothing "+
				"that changes", after, i, is, was)})
	}
}

func firstDifference(a, b []string) (string, string) {
	a, b = append(slices.Clone(a), "nothing more"), append(slices.Clone(b), "nothing more")
	i := 0
	for i < min(len(a), len(b))-1 && a[i] == b[i] {
		i++
	}
	return a[i], b[i]
}

// parts lists all that can be reached from a value, one line "path: value" each,
// in an order of its own. Unlike go-cmp it keeps nothing of the value itself, so
// that what is changed in place later can be told from what it was.
func parts(v any) []string {
	w := walk{open: map[uintptr]bool{}}
	w.visit(reflect.ValueOf(v), "")
	return w.lines
}

type walk struct {
	lines []string
	open  map[uintptr]bool // the pointers on the way here
}

func (w *walk) say(path string, value any) {
	w.lines = append(w.lines, fmt.Sprintf("%s: %v", strings.TrimPrefix(path, "."), value))
}

func (w *walk) visit(v reflect.Value, path string) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || w.open[v.Pointer()] {
			w.say(path, v.IsNil())
			return
		}
		w.open[v.Pointer()] = true
		w.visit(v.Elem(), path)
		delete(w.open, v.Pointer())
	case reflect.Interface:
		if v.IsNil() {
			w.say(path, "nil")
			return
		}
		w.visit(v.Elem(), path+".("+v.Elem().Type().String()+")")
	case reflect.Struct:
		for i := range v.NumField() {
			w.visit(v.Field(i), path+"."+v.Type().Field(i).Name)
		}
	case reflect.Slice, reflect.Array:
		w.say(path, fmt.Sprintf("%d elements", v.Len()))
		for i := range v.Len() {
			w.visit(v.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
	case reflect.Map:
		w.visitMap(v, path)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		w.say(path, v.Kind())
	default:
		w.say(path, v)
	}
}

// visitMap lists the entries in the order of their lines.
func (w *walk) visitMap(v reflect.Value, path string) {
	w.say(path, fmt.Sprintf("%d entries", v.Len()))
	entries := make([]string, 0, v.Len())
	for k, e := range v.Seq2() {
		key, value := walk{open: w.open}, walk{open: w.open}
		key.visit(k, "")
		value.visit(e, fmt.Sprintf("%s[%s]", path, strings.TrimPrefix(strings.Join(key.lines, " "), ": ")))
		entries = append(entries, strings.Join(value.lines, "\x00"))
	}
	slices.Sort(entries)
	for _, entry := range entries {
		w.lines = append(w.lines, strings.Split(entry, "\x00")...)
	}
}
