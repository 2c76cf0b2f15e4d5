package mutation

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// Operator is a kind of change.
type Operator string

// The operators. A mutant changes one place in one of these ways.
const (
	Negate     Operator = "negated condition"
	Boundary   Operator = "comparison boundary"
	OneMore    Operator = "one more"
	OneLess    Operator = "one less"
	Drop       Operator = "dropped statement"
	Swap       Operator = "swapped arguments"
	AndOr      Operator = "and for or"
	Constant   Operator = "other constant"
	ReturnZero Operator = "returned zero"
	PlusMinus  Operator = "plus for minus"
	Skip       Operator = "skipped call"
)

// A Site is a place and what is changed there: a mutant, once it is sampled.
type Site struct {
	Operator Operator `json:"operator"`
	Package  string   `json:"package"`
	File     string   `json:"file"`
	// Func is the function, with its receiver's type where it is a method.
	Func string `json:"func"`
	// Before and After are the text that is changed, in one line.
	Before string `json:"before"`
	After  string `json:"after"`
	// Ordinal numbers, from 1, the sites of a function that are alike in all this.
	Ordinal int `json:"ordinal"`
	// Line is where it stands today.
	Line int `json:"line"`

	edits []edit
	of    *source
	rank  int // among the sites of its file
}

// Key names a site as long as its function says the same there, wherever its lines move.
func (s *Site) Key() string {
	return fmt.Sprintf("%s|%s|%s|%s|%d", s.File, s.Func, s.Operator, s.Before, s.Ordinal)
}

// Sites returns all sites of a package, in the order of its files.
func (p *typed) Sites() []*Site {
	var all []*Site
	for _, s := range p.sources {
		w := &walker{typed: p, source: s, alike: map[string]int{}}
		for _, decl := range s.ast.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Body != nil {
				w.function, w.alike = nameOf(f), map[string]int{}
				w.walk(f.Body)
			}
		}
		all = append(all, w.found...)
	}
	return all
}

// nameOf is a function's name, with the type of its receiver.
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	switch generic := of.(type) {
	case *ast.IndexExpr:
		of = generic.X
	case *ast.IndexListExpr:
		of = generic.X
	}
	return of.(*ast.Ident).Name + "." + f.Name.Name
}

// A walker finds the sites of one file.
type walker struct {
	*typed
	*source
	function string
	found    []*Site
	alike    map[string]int
	parents  []ast.Node
}

func (w *walker) offset(p token.Pos) int { return w.module.fset.Position(p).Offset }

// code is the text of a node in one line.
func (w *walker) code(n ast.Node) string {
	return strings.Join(strings.Fields(string(w.text[w.offset(n.Pos()):w.offset(n.End())])), " ")
}

// around is an edit that puts text before and after a node.
func (w *walker) around(n ast.Node, before, after string) edit {
	return edit{from: w.offset(n.Pos()), to: w.offset(n.End()), before: before, after: after}
}

// instead is an edit that replaces a token.
func (w *walker) instead(at token.Pos, old token.Token, by string) edit {
	return edit{from: w.offset(at), to: w.offset(at) + len(old.String()), before: by, instead: true}
}

// add takes a site in.
func (w *walker) add(op Operator, n ast.Node, after string, edits ...edit) {
	s := &Site{
		Operator: op, Package: w.folder, File: w.source.name, Func: w.function, Before: clip(w.code(n)),
		After: clip(after), Line: w.module.fset.Position(n.Pos()).Line, edits: edits, of: w.source, rank: len(w.found),
	}
	w.alike[string(op)+s.Before]++
	s.Ordinal = w.alike[string(op)+s.Before]
	w.found = append(w.found, s)
}

// mostText is how much of a text is told, in runes.
const mostText = 90

func clip(text string) string {
	if runes := []rune(text); len(runes) > mostText {
		return string(runes[:mostText]) + "…"
	}
	return text
}

// walk visits a node and all below it.
func (w *walker) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			w.parents = w.parents[:len(w.parents)-1]
			return false
		}
		if w.spoken(n) {
			return false
		}
		w.visit(n)
		w.parents = append(w.parents, n)
		return true
	})
}

// parent is the node above that which is visited.
func (w *walker) parent() ast.Node {
	if len(w.parents) == 0 {
		return nil
	}
	return w.parents[len(w.parents)-1]
}

// spoken tells of what is only said to people, or only said when the program ends of it: the arguments of panics
// and of package fmt, constants and types.
func (w *walker) spoken(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.CONST || n.Tok == token.TYPE
	case *ast.CallExpr:
		if name, ok := n.Fun.(*ast.Ident); ok {
			return name.Name == "panic"
		}
		if sel, ok := n.Fun.(*ast.SelectorExpr); ok {
			from, ok := sel.X.(*ast.Ident)
			return ok && (from.Name == "fmt" || from.Name == "errors")
		}
	}
	return false
}

// visit finds the sites at one node.
func (w *walker) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		w.negate(n.Cond)
	case *ast.ForStmt:
		if n.Cond != nil {
			w.negate(n.Cond)
		}
	case *ast.SwitchStmt:
		if n.Tag == nil {
			w.negateCases(n.Body)
		}
	case *ast.ReturnStmt:
		w.returned(n)
	case *ast.Ident:
		if n.Name == "true" || n.Name == "false" {
			w.add(Constant, n, "not "+n.Name, w.around(n, "(", " != @Is(#))"))
		}
	case *ast.SliceExpr:
		w.slice(n)
	}
	if e, ok := n.(ast.Expr); ok {
		w.integer(e)
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		w.binary(n)
	case *ast.CallExpr:
		w.call(n)
	case *ast.BlockStmt:
		w.statements(n.List)
	case *ast.CaseClause:
		w.statements(n.Body)
	}
}
