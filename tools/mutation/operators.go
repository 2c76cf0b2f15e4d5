package mutation

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// negate adds the negation of a condition.
func (w *walker) negate(cond ast.Expr) {
	w.add(Negate, cond, "!("+w.code(cond)+")", w.around(cond, "((", ") != @Is(#))"))
}

func (w *walker) negateCases(body *ast.BlockStmt) {
	for _, clause := range body.List {
		for _, cond := range clause.(*ast.CaseClause).List {
			w.negate(cond)
		}
	}
}

// returned adds what a function may return instead: the negation, or nothing.
func (w *walker) returned(n *ast.ReturnStmt) {
	for _, result := range n.Results {
		t := w.info.Types[result]
		switch {
		case t.Type == nil, t.Value != nil, t.IsNil():
		case isBool(t.Type):
			w.negate(result)
		case !w.isZero(result):
			w.add(ReturnZero, result, "the zero value", w.around(result, "@Zero(#, ", ")"))
		}
	}
}

// isZero tells of a literal without elements, which is the zero value of its type, or as good.
func (w *walker) isZero(e ast.Expr) bool {
	lit, ok := e.(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// integer adds one more and one less for a constant in which a number stands.
func (w *walker) integer(e ast.Expr) {
	t := w.info.Types[e]
	if t.Value == nil || !t.IsValue() || !isInteger(t.Type) || !hasNumber(e) || w.inConstant() {
		return
	}
	name, ok := w.typeName(t.Type)
	if !ok {
		return
	}
	w.offByOne(e, "["+name+"]")
}

func (w *walker) offByOne(e ast.Expr, of string) {
	w.add(OneMore, e, w.code(e)+" + 1", w.around(e, "@Up"+of+"(#, ", ")"))
	w.add(OneLess, e, w.code(e)+" - 1", w.around(e, "@Down"+of+"(#, ", ")"))
}

// inConstant tells whether the node above is a constant too, or is an argument of a conversion or a type.
func (w *walker) inConstant() bool {
	e, ok := w.parent().(ast.Expr)
	return ok && (w.info.Types[e].Value != nil || w.info.Types[e].IsType())
}

func hasNumber(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		found = found || ok && lit.Kind == token.INT
		return !found
	})
	return found
}

// slice adds bounds of a slice that are off by one.
func (w *walker) slice(n *ast.SliceExpr) {
	for _, bound := range []ast.Expr{n.Low, n.High} {
		if bound == nil {
			continue
		}
		if t := w.info.Types[bound]; t.Value == nil && isInteger(t.Type) {
			w.offByOne(bound, "")
		}
	}
}

// typeName is how the file may call a type; nothing where it cannot by what it imports.
func (w *walker) typeName(t types.Type) (string, bool) {
	known := true
	name := types.TypeString(types.Default(t), func(p *types.Package) string {
		if p == w.types {
			return ""
		}
		for _, spec := range w.source.ast.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err != nil || path != p.Path() {
				continue
			}
			if spec.Name != nil {
				return spec.Name.Name
			}
			return p.Name()
		}
		known = false
		return p.Name()
	})
	return name, known
}

var boundaries = map[token.Token][2]string{
	token.LSS: {"Less", " <= "}, token.LEQ: {"AtMost", " < "},
	token.GTR: {"Greater", " >= "}, token.GEQ: {"AtLeast", " > "},
}

// binary adds what another operator would do.
func (w *walker) binary(n *ast.BinaryExpr) {
	if w.info.Types[n].Value != nil {
		return
	}
	x, y := w.code(n.X), w.code(n.Y)
	switch n.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		other := boundaries[n.Op]
		w.add(Boundary, n, x+other[1]+y, w.around(n, "@"+other[0]+"(#, ", ")"), w.instead(n.OpPos, n.Op, ","))
	case token.LAND, token.LOR:
		is := ") != @Is(#)"
		after := map[token.Token]string{token.LAND: " || ", token.LOR: " && "}[n.Op]
		// Not both negated is either: what one of them decides, the other is not asked, in the mutant too.
		w.add(AndOr, n, x+after+y, w.around(n, "((", is+")"), w.around(n.X, "((", is+")"), w.around(n.Y, "((", is+")"))
	case token.EQL, token.NEQ:
		if !w.isCondition(n) {
			after := map[token.Token]string{token.EQL: " != ", token.NEQ: " == "}[n.Op]
			w.add(Negate, n, x+after+y, w.around(n, "((", ") != @Is(#))"))
		}
	case token.ADD, token.SUB:
		name := map[token.Token][2]string{token.ADD: {"Add", " - "}, token.SUB: {"Sub", " + "}}[n.Op]
		w.add(PlusMinus, n, x+name[1]+y, w.around(n, "@"+name[0]+"(#, ", ")"), w.instead(n.OpPos, n.Op, ","))
	}
}

// isCondition tells of a whole condition, whose negation has been added.
func (w *walker) isCondition(n ast.Expr) bool {
	switch p := w.parent().(type) {
	case *ast.IfStmt, *ast.ForStmt, *ast.ReturnStmt:
		return true
	case *ast.CaseClause:
		for _, cond := range p.List {
			if cond == n {
				return true
			}
		}
	}
	return false
}

// call adds two arguments that change places, and a call that is left out: its value is that of its receiver,
// or of its first argument.
func (w *walker) call(n *ast.CallExpr) {
	if w.info.Types[n.Fun].IsType() {
		return
	}
	values := n.Args
	if sel, ok := n.Fun.(*ast.SelectorExpr); ok && w.info.Selections[sel] != nil && w.byValue(sel) {
		values = append([]ast.Expr{sel.X}, values...)
	}
	for i := 1; i < len(values) && !n.Ellipsis.IsValid(); i++ {
		a, b := values[i-1], values[i]
		if w.isPlain(a) && w.isPlain(b) && w.alikeTypes(a, b) && w.code(a) != w.code(b) {
			w.add(Swap, n, w.code(b)+" and "+w.code(a)+" for "+w.code(a)+" and "+w.code(b),
				w.around(a, "@Else(#, ", ", "+w.code(b)+")"), w.around(b, "@Else(#, ", ", "+w.code(a)+")"))
		}
	}
	if len(values) > 0 && w.isPlain(values[0]) && w.alikeTypes(n, values[0]) {
		w.add(Skip, n, w.code(values[0]), w.around(n, "@Else(#, ", ", "+w.code(values[0])+")"))
	}
}

// byValue tells of a method of a value, which does not change its receiver.
func (w *walker) byValue(sel *ast.SelectorExpr) bool {
	method, ok := w.info.Selections[sel].Obj().(*types.Func)
	if !ok {
		return false
	}
	recv := method.Signature().Recv()
	_, pointer := recv.Type().(*types.Pointer)
	return !pointer && types.Identical(recv.Type(), w.info.Types[sel.X].Type)
}

// isPlain tells of a variable or a field, that can be looked at twice.
func (w *walker) isPlain(e ast.Expr) bool {
	if t := w.info.Types[e]; t.Value != nil || !t.IsValue() || t.IsNil() {
		return false
	}
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name != "true" && e.Name != "false"
	case *ast.SelectorExpr:
		_, ok := w.info.Uses[e.Sel].(*types.Var)
		return ok && w.isPlain(e.X)
	}
	return false
}

func (w *walker) alikeTypes(a, b ast.Expr) bool {
	s, t := w.info.Types[a].Type, w.info.Types[b].Type
	return s != nil && t != nil && types.Identical(s, t)
}

// statements adds each statement that can be left out.
func (w *walker) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE || isBlank(s) {
				continue
			}
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt:
		case *ast.BranchStmt:
			if s.Tok == token.FALLTHROUGH || s.Tok == token.GOTO {
				continue
			}
		case *ast.ReturnStmt:
			if _, inIf := w.parent().(*ast.IfStmt); !inIf {
				continue
			}
		default:
			continue
		}
		if e, ok := s.(*ast.ExprStmt); ok && w.spoken(e.X) {
			continue
		}
		w.add(Drop, s, "", w.around(s, "if !@Is(#) { ", " }"))
	}
}

func isBlank(s *ast.AssignStmt) bool {
	for _, e := range s.Lhs {
		if name, ok := e.(*ast.Ident); !ok || name.Name != "_" {
			return false
		}
	}
	return true
}
