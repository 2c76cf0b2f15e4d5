package mutation

import "go/ast"

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
