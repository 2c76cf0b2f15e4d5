package tidy

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// mostCircular is how many arrows between the files of one room run in a circle, over all rooms. It may only
// fall: whoever opens a circle writes the new number here. The first count was 1,782.
const mostCircular = 393

// An arrow runs from one file of a room to another that it names: a function, type, constant or variable that
// the other file declares, or a method that, of all files of the room, the other file alone declares. Tests have
// no arrows. An arrow is circular if other arrows lead back to where it began: the two files cannot be read one
// after the other.
type arrow struct{ from, to string }

// arrowsOf are the arrows of each room, in the order of their names.
func arrowsOf(t *tree) map[string][]arrow {
	rooms := map[string][]*file{}
	for _, f := range t.sources() {
		if !f.isTest() {
			rooms[f.dir()] = append(rooms[f.dir()], f)
		}
	}
	all := map[string][]arrow{}
	for folder, files := range rooms {
		d := declarations(files)
		for _, f := range files {
			for _, to := range d.namedBy(f) {
				all[folder] = append(all[folder], arrow{path.Base(f.path), path.Base(to.path)})
			}
		}
	}
	return all
}

// declared says which file of a room declares a name; of methods there may be several.
type declared struct {
	names   map[string]*file
	methods map[string][]*file
}

func declarations(files []*file) declared {
	d := declared{map[string]*file{}, map[string][]*file{}}
	for _, f := range files {
		for _, decl := range f.ast.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				name := decl.Name.Name
				if decl.Recv == nil {
					d.names[name] = f
				} else if !slices.Contains(d.methods[name], f) {
					d.methods[name] = append(d.methods[name], f)
				}
			case *ast.GenDecl:
				for _, s := range decl.Specs {
					d.add(f, s)
				}
			}
		}
	}
	return d
}

func (d declared) add(f *file, s ast.Spec) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		d.names[s.Name.Name] = f
	case *ast.ValueSpec:
		for _, name := range s.Names {
			d.names[name.Name] = f
		}
	}
}

// namedBy are the other files of the room that a file names, each once.
func (d declared) namedBy(f *file) []*file {
	named := map[*file]bool{}
	for _, name := range f.ast.Unresolved { // what the parser has not found in the file itself
		if to := d.names[name.Name]; to != nil {
			named[to] = true
		}
	}
	imports := importedNames(f)
	ast.Inspect(f.ast, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && !isOfImport(sel, imports) {
			if in := d.methods[sel.Sel.Name]; len(in) == 1 {
				named[in[0]] = true
			}
		}
		return true
	})
	delete(named, f)
	return slices.SortedFunc(maps.Keys(named), func(a, b *file) int { return strings.Compare(a.path, b.path) })
}

// importedNames are the names by which a file knows other packages.
func importedNames(f *file) map[string]bool {
	names := map[string]bool{}
	for _, s := range f.ast.Imports {
		name := path.Base(strings.Trim(s.Path.Value, `"`))
		if s.Name != nil {
			name = s.Name.Name
		}
		names[name] = true
	}
	return names
}

// isOfImport reports whether a selector is a name of another package, such as spec.Crash.
func isOfImport(sel *ast.SelectorExpr, imports map[string]bool) bool {
	x, ok := sel.X.(*ast.Ident)
	return ok && x.Obj == nil && imports[x.Name]
}

// circular are those of the arrows that run in a circle.
func circular(arrows []arrow) []arrow {
	next := map[string][]string{}
	for _, a := range arrows {
		next[a.from] = append(next[a.from], a.to)
	}
	return slices.DeleteFunc(slices.Clone(arrows), func(a arrow) bool { return !leads(next, a.to, a.from) })
}

// leads reports whether arrows lead from one file to another.
func leads(next map[string][]string, from, to string) bool {
	seen, left := map[string]bool{from: true}, []string{from}
	for len(left) > 0 {
		at := left[0]
		left = left[1:]
		if at == to {
			return true
		}
		for _, n := range next[at] {
			if !seen[n] {
				seen[n] = true
				left = append(left, n)
			}
		}
	}
	return false
}

// Inside of a room files are read one after the other: arrows that run in a circle become fewer. With -v the log
// has them by room.
func TestArrows(t *testing.T) {
	repo, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	rooms, sum := arrowsOf(repo), 0
	for _, folder := range slices.Sorted(maps.Keys(rooms)) {
		if n := len(circular(rooms[folder])); n > 0 {
			t.Logf("%4d of %4d arrows run in a circle in %s", n, len(rooms[folder]), folder)
			sum += n
		}
	}
	t.Logf("%4d in all rooms", sum)
	if sum != mostCircular {
		t.Errorf("%d arrows between the files of a room run in a circle, mostCircular is %d: open circles, "+
			"or write the smaller number there", sum, mostCircular)
	}
}

func TestCircular(t *testing.T) {
	room := func(texts ...string) string {
		t.Helper()
		tr := &tree{fset: token.NewFileSet()}
		for i, text := range texts {
			if err := tr.add(fmt.Sprintf("faults/%c.go", 'a'+i), "package faults\n"+text, false); err != nil {
				t.Fatal(err)
			}
		}
		var said []string
		for _, a := range circular(arrowsOf(tr)["faults"]) {
			said = append(said, a.from+">"+a.to)
		}
		return strings.Join(said, " ")
	}
	for _, c := range []struct {
		name, want string
		texts      []string
	}{
		{"one way", "", []string{"func f() { g() }", "func g() {}"}},
		{"there and back", "a.go>b.go b.go>a.go", []string{"func f() { g() }", "func g() { f() }"}},
		{"a circle of three", "a.go>b.go b.go>c.go c.go>a.go", []string{
			"func f() { g() }", "func g() { h() }", "func h() { f() }",
		}},
		{"a method of one file", "a.go>b.go b.go>a.go", []string{
			"type t int\nfunc f(x t) { x.m() }", "func (t) m() {}",
		}},
		{"a method of two files", "", []string{
			"type t int\ntype u int\nfunc f(x t) { x.m() }", "func (t) m() {}", "func (u) m() {}",
		}},
		{"a name of its own", "", []string{"func f() { g() }", "func g() { f := 1; _ = f }"}},
	} {
		if got := room(c.texts...); got != c.want {
			t.Errorf("%s: circular are %q, want %q", c.name, got, c.want)
		}
	}
}
