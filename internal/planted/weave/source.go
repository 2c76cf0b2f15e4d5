package weave

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A source is one Go file.
type source struct {
	name      string // from the root, with slashes
	content   string
	files     *token.FileSet
	ast       *ast.File
	functions []function
	rows      map[string][]int // that change a function, by its name
}

// A function is one function or method. Functions that share a name, such as init, are numbered.
type function struct {
	name string
	decl *ast.FuncDecl
}

func read(root, name string) (*source, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	return parse(name, text)
}

func parse(name string, text []byte) (*source, error) {
	s := &source{name: name, content: string(text), files: token.NewFileSet(), rows: map[string][]int{}}
	var err error
	if s.ast, err = parser.ParseFile(s.files, name, text, parser.ParseComments); err != nil {
		return nil, err
	}
	times := map[string]int{}
	for _, decl := range s.ast.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if f.Body == nil {
			return nil, fmt.Errorf("%s: %s has no body", name, f.Name.Name)
		}
		key := receiver(f) + "." + f.Name.Name
		times[key]++
		s.functions = append(s.functions, function{fmt.Sprint(key, "#", times[key]), f})
	}
	return s, nil
}

// receiver returns the name of the type whose method a function is, "" if it is none.
func receiver(f *ast.FuncDecl) (name string) {
	if f.Recv == nil {
		return ""
	}
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}

func (s *source) offset(at token.Pos) int { return s.files.Position(at).Offset }

func (s *source) text(from, to token.Pos) string { return s.content[s.offset(from):s.offset(to)] }

// differing returns the functions of another version of the file that differ from this one's.
func (s *source) differing(after *source) (changed []function) {
	for i, f := range s.functions {
		g := after.functions[i]
		if !alike(s.text(f.decl.Pos(), f.decl.End()), after.text(g.decl.Pos(), g.decl.End())) {
			changed = append(changed, g)
		}
	}
	return changed
}

// keeps reports whether another version of the file differs inside functions and in imports only: the functions are
// the same and take the same.
func (s *source) keeps(after *source) bool {
	return slices.EqualFunc(s.functions, after.functions, func(f, g function) bool {
		return f.name == g.name && slices.Equal(s.takes(f.decl), after.takes(g.decl))
	}) && alike(s.outside(), after.outside())
}

// alike reports whether two pieces of Go differ in comments and blanks alone.
func alike(a, b string) bool { return a == b || slices.Equal(tokens(a), tokens(b)) }

// takes returns the types of a function's receiver, parameters and results, and its type parameters.
func (s *source) takes(f *ast.FuncDecl) (types []string) {
	for _, list := range []*ast.FieldList{f.Recv, f.Type.Params, f.Type.Results} {
		types = append(types, "(")
		for _, field := range fields(list) {
			for range max(1, len(field.Names)) {
				types = append(types, tokens(s.text(field.Type.Pos(), field.Type.End()))...)
				types = append(types, ",")
			}
		}
	}
	if p := f.Type.TypeParams; p != nil {
		types = append(types, tokens(s.text(p.Pos(), p.End()))...)
	}
	return types
}

// outside returns all declarations but functions and imports.
func (s *source) outside() string {
	var all strings.Builder
	for _, decl := range s.ast.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok != token.IMPORT {
			all.WriteString(s.text(d.Pos(), d.End()) + "\n")
		}
	}
	return all.String()
}

// imports returns the imports that functions of the file use, as they stand in it.
func (s *source) imports(of []function) (specs []string) {
	used := map[string]bool{}
	for _, id := range s.ast.Unresolved {
		for _, f := range of {
			used[id.Name] = used[id.Name] || f.decl.Pos() <= id.Pos() && id.End() <= f.decl.End()
		}
	}
	for _, spec := range s.ast.Imports {
		if name := imported(spec); used[name] || name == "." {
			specs = append(specs, s.text(spec.Pos(), spec.End()))
		}
	}
	return specs
}

// imported returns the name that an import has in its file: without one of its own the last part of its path that is
// not a version.
func imported(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	name, _ := strconv.Unquote(spec.Path.Value)
	base := path.Base(name)
	if _, err := strconv.Atoi(strings.TrimPrefix(base, "v")); err == nil && strings.HasPrefix(base, "v") {
		return path.Base(path.Dir(name))
	}
	return base
}

// constraints returns the line that says where the file is built, "" if it is built everywhere.
func (s *source) constraints() string {
	for _, group := range s.ast.Comments {
		for _, c := range group.List {
			if c.Pos() < s.ast.Package && strings.HasPrefix(c.Text, "//go:build ") {
				return c.Text + "\n\n"
			}
		}
	}
	return ""
}

// tokens returns the tokens of a piece of Go without comments. Line ends count only if they end a statement.
func tokens(text string) (all []string) {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", files.Base(), len(text)), []byte(text), nil, 0)
	for {
		_, kind, literal := s.Scan()
		switch {
		case kind == token.EOF:
			return all
		case kind == token.SEMICOLON:
			literal = ""
		}
		all = append(all, kind.String()+literal)
	}
}

func fields(list *ast.FieldList) []*ast.Field {
	if list == nil {
		return nil
	}
	return list.List
}
