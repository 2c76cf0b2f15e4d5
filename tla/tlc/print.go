package tlc

import (
	"slices"
	"strconv"
	"strings"
)

// String returns the canonical text of v: equal values have equal texts, and
// Parse reads them back. Sets and functions are sorted; a function whose domain
// is 1..n is printed as a sequence, one on identifiers as a record.
func (v Value) String() string {
	var b strings.Builder
	v.print(&b)
	return b.String()
}

func (v Value) print(b *strings.Builder) {
	switch v.shape {
	case boolean:
		b.WriteString(strings.ToUpper(strconv.FormatBool(v.num == 1)))
	case integer:
		b.WriteString(strconv.Itoa(v.num))
	case str:
		quote(b, v.text)
	case model:
		b.WriteString(v.text)
	case set:
		printList(b, "{", v.keys, "}")
	case function:
		v.printFunc(b)
	default:
		b.WriteString("absent")
	}
}

func (v Value) printFunc(b *strings.Builder) {
	switch {
	case v.isSeq():
		printList(b, "<<", v.vals, ">>")
	case v.isRecord():
		for i, key := range v.keys {
			b.WriteString(pick(i == 0, "[", ", ") + key.text + " |-> ")
			v.vals[i].print(b)
		}
		b.WriteString("]")
	default:
		for i, key := range v.keys {
			b.WriteString(pick(i == 0, "(", " @@ "))
			key.print(b)
			b.WriteString(" :> ")
			v.vals[i].print(b)
		}
		b.WriteString(")")
	}
}

// isSeq says whether the domain is 1..n; the empty function is a sequence too.
func (v Value) isSeq() bool {
	for i, key := range v.keys {
		if key.shape != integer || key.num != i+1 {
			return false
		}
	}
	return true
}

// isRecord says whether every key could be written as a field's name.
func (v Value) isRecord() bool {
	return !slices.ContainsFunc(v.keys, func(k Value) bool { return k.shape != str || !isName(k.text) })
}

func printList(b *strings.Builder, open string, elems []Value, closing string) {
	b.WriteString(open)
	for i, e := range elems {
		if i > 0 {
			b.WriteString(", ")
		}
		e.print(b)
	}
	b.WriteString(closing)
}

// stringEscapes are TLA+'s escapes in strings, the backslash first.
var stringEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`, "\f", `\f`)

func quote(b *strings.Builder, s string) {
	b.WriteByte('"')
	b.WriteString(stringEscapes.Replace(s))
	b.WriteByte('"')
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
