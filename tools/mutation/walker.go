package mutation

import (
	"go/ast"
	"go/token"
	"strings"
)

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
