package tlc

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// A cfg can give a constant a natural number, a plain string, a boolean, or a set of
// these. Everything else (tuples, records, functions, negative numbers) is defined in
// the case's own module, and the cfg names the definition: Lists <- CaseLists.

// caseCfg writes the configuration of a case.
func caseCfg(c cases.Case, constants map[string]Value) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "\\* Case %s, as its table has it.\nSPECIFICATION %s\n", c.ID, c.Specification)
	if len(constants) > 0 {
		b.WriteString("CONSTANTS\n")
	}
	for _, name := range slices.Sorted(maps.Keys(constants)) {
		if v := constants[name]; v.isPlain() {
			fmt.Fprintf(&b, "    %s = %s\n", name, v)
		} else {
			fmt.Fprintf(&b, "    %s <- %s\n", name, definition(name))
		}
	}
	for _, section := range []struct {
		keyword string
		names   []string
	}{{"INVARIANTS", c.Invariants}, {"PROPERTIES", c.Properties}} {
		if len(section.names) > 0 {
			fmt.Fprintf(&b, "%s\n    %s\n", section.keyword, strings.Join(section.names, "\n    "))
		}
	}
	fmt.Fprintf(&b, "CHECK_DEADLOCK %s\n", Bool(c.Deadlock))
	return []byte(b.String())
}

// caseModule writes the module that TLC runs on. It has TLC print every constant: what
// TLC takes them to be is compared with what they are, and one that the modules do not
// have, which a cfg may give without an error, is an unknown name here.
func caseModule(c cases.Case, constants map[string]Value) []byte {
	var b strings.Builder
	names := slices.Sorted(maps.Keys(constants))
	fmt.Fprintf(&b, "---- MODULE %s ----\n\\* Case %s, as its table has it.\n", c.Root(), c.ID)
	fmt.Fprintf(&b, "EXTENDS %s, Integers, TLC\n\n", c.Module)
	for _, name := range names {
		if v := constants[name]; !v.isPlain() {
			fmt.Fprintf(&b, "%s == %s\n", definition(name), v)
		}
	}
	fields := make([]string, len(names))
	for i, name := range names {
		fields[i] = name + " |-> " + name
	}
	record := "<<>>"
	if len(fields) > 0 {
		record = "[" + strings.Join(fields, ", ") + "]"
	}
	fmt.Fprintf(&b, "\nASSUME PrintT(<<%q, %s>>)\n====\n", constantsTag, record)
	return []byte(b.String())
}

// constantsTag begins what TLC prints of the constants.
const constantsTag = "constants of the case"

// checkRun compares the constants that TLC printed with those that it was to have. A
// run that ended before that is left to the judge.
func checkRun(r Result, constants map[string]Value) error {
	got, printed := printedConstants(r.Output)
	switch {
	case !printed && (r.Failed == FailError || !r.Finished):
		return nil
	case !printed:
		return errors.New("TLC did not say with which constants it ran")
	}
	if fields := Diff(got, Record(constants), ""); len(fields) > 0 {
		return fmt.Errorf("constant %s is %s in TLC, and %s in the case", fields[0].Path, fields[0].A, fields[0].B)
	}
	return nil
}

// printedConstants finds what checkRun is about among the lines that a model printed; TLC
// breaks long values over several.
func printedConstants(output []string) (Value, bool) {
	for first, line := range output {
		if !strings.HasPrefix(line, "<<") || !strings.Contains(line, constantsTag) {
			continue
		}
		for last := first; last < len(output); last++ {
			v, err := Parse(strings.Join(output[first:last+1], "\n"))
			if err != nil {
				continue
			}
			return v.Get(Int(2))
		}
	}
	return Value{}, false
}

// definition is the name of a constant's value in the case's module.
func definition(constant string) string { return "Case" + constant }

// isPlain says whether a cfg can give v to a constant.
func (v Value) isPlain() bool {
	switch v.shape {
	case boolean:
		return true
	case integer:
		return v.num >= 0
	case str:
		return !strings.ContainsAny(v.text, "\\\"\n\t\r\f")
	case set:
		return !slices.ContainsFunc(v.keys, func(elem Value) bool { return !elem.isPlain() })
	}
	return false
}

// CheckConstants refuses what TLC would not read as it is meant. Its *input.Error names
// no file.
func CheckConstants(constants map[string]Value) error {
	for _, name := range slices.Sorted(maps.Keys(constants)) {
		if !cases.IsName(name) {
			return input.ErrorIn("", "constant "+name, "is no name of a constant; want letters, digits and '_', "+
				"and no keyword of a cfg")
		}
		if why := constants[name].unwritable(); why != "" {
			return input.ErrorIn("", "constant "+name, "%s, which TLC cannot be given; want another value", why)
		}
	}
	return nil
}

// unwritable says what in v has no text that TLC reads back, "" if nothing has.
func (v Value) unwritable() string {
	switch v.shape {
	case absent:
		return "is no TLA+ value"
	case model:
		return v.text + " is a model value"
	case integer:
		if v.num > math.MaxInt32 || v.num < -math.MaxInt32 {
			return fmt.Sprintf("%d has more than 32 bits", v.num)
		}
	case str:
		plain := stringEscapes.Replace(v.text)
		if strings.ContainsFunc(plain, func(r rune) bool { return r < ' ' || r > '~' }) {
			return fmt.Sprintf("%q has a character that is not in ASCII", v.text)
		}
	}
	for _, part := range slices.Concat(v.keys, v.vals) {
		if why := part.unwritable(); why != "" {
			return why
		}
	}
	return ""
}
