package weave

import (
	"cmp"
	"fmt"
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

// alias is the name by which switched files call package mut.
const alias = "mut_planted"

// unnamed begins the names of receivers and parameters that have none.
const unnamed = "planted_"

// A cut replaces a part of the text.
type cut struct {
	from, to int
	text     string
}

// switched returns the file whose functions ask for their rows first.
func (s *source) switched(switches string) []byte {
	end := s.offset(s.ast.Name.End())
	cuts := []cut{{end, end, "; import " + alias + " " + strconv.Quote(switches)}}
	for _, f := range s.functions {
		if rows := s.rows[f.name]; len(rows) > 0 {
			cuts = append(cuts, s.asking(f.decl, rows)...)
		}
	}
	slices.SortStableFunc(cuts, func(a, b cut) int { return cmp.Compare(a.from, b.from) })
	var text strings.Builder
	done := 0
	for _, c := range cuts {
		text.WriteString(s.content[done:c.from] + c.text)
		done = c.to
	}
	return []byte(text.String() + s.content[done:])
}

// asking returns the cuts by which a function asks for its rows, all on the line on which its body begins.
func (s *source) asking(f *ast.FuncDecl, rows []int) (cuts []cut) {
	receiver, receiverCuts := s.named(f.Recv, "r")
	params, paramCuts := s.named(f.Type.Params, "p")
	call, arguments := "", strings.Join(params, ", ")
	if f.Recv != nil {
		call = receiver[0] + "."
	}
	if p := f.Type.TypeParams; p != nil {
		arguments = "](" + arguments
		var types []string
		for _, field := range p.List {
			for _, name := range field.Names {
				types = append(types, name.Name)
			}
		}
		arguments = "[" + strings.Join(types, ", ") + arguments
	} else {
		arguments = "(" + arguments
	}
	var b strings.Builder
	for _, n := range rows {
		changed := call + Name(n, f.Name.Name) + arguments + ")"
		if f.Type.Results != nil {
			changed = "return " + changed
		} else {
			changed += "; return"
		}
		fmt.Fprintf(&b, " if %s.Is(%d) { %s };", alias, n, changed)
	}
	at := s.offset(f.Body.Lbrace) + 1
	return slices.Concat(receiverCuts, paramCuts, []cut{{at, at, b.String()}})
}

// named returns what the names of a list are as arguments, and the cuts that name what has none.
func (s *source) named(list *ast.FieldList, prefix string) (arguments []string, cuts []cut) {
	for i, field := range fields(list) {
		fresh := fmt.Sprint(unnamed, prefix, i)
		variadic := ""
		if _, ok := field.Type.(*ast.Ellipsis); ok {
			variadic = "..."
		}
		if len(field.Names) == 0 {
			at := s.offset(field.Type.Pos())
			cuts = append(cuts, cut{at, at, fresh + " "})
			arguments = append(arguments, fresh+variadic)
		}
		for j, name := range field.Names {
			text := name.Name
			if text == "_" {
				text = fmt.Sprint(fresh, "_", j)
				cuts = append(cuts, cut{s.offset(name.Pos()), s.offset(name.End()), text})
			}
			arguments = append(arguments, text+variadic)
		}
	}
	return arguments, cuts
}
