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
	return !slices.ContainsFunc(v.keys, func(k Value) bool { return k.shape != str || !isField(k.text) })
}

// isField says whether name can be a field of a record in a module: TLC prints any name
// as one, but SANY does not read back what is a word of the language.
func isField(name string) bool {
	return isName(name) && strings.Trim(name, "_0123456789") != "" && !slices.Contains(reserved, name) &&
		!strings.HasPrefix(name, "WF_") && !strings.HasPrefix(name, "SF_")
}

// reserved are the words of TLA+ that are written like names, those of proofs included.
var reserved = strings.Fields(`ACTION ASSUME ASSUMPTION AXIOM BY CASE CHOOSE CONSTANT CONSTANTS COROLLARY DEF
	DEFINE DEFS DOMAIN ELSE ENABLED EXCEPT EXTENDS FALSE HAVE HIDE IF IN INSTANCE LAMBDA LEMMA LET LOCAL MODULE NEW
	OBVIOUS OMITTED ONLY OTHER PICK PROOF PROPOSITION PROVE QED RECURSIVE SF_ STATE STRING SUBSET SUFFICES TAKE
	TEMPORAL THEN THEOREM TRUE UNCHANGED UNION USE VARIABLE VARIABLES WF_ WITH WITNESS`)

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
