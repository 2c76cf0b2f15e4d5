package tidy

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	functionLinesMax = 70
	fileLinesMax     = 500
	columnsMax       = 120
	tabColumns       = 4
)

// checkFunctionLength measures functions, and function literals that are in no
// function, from the word func to the closing brace.
func checkFunctionLength(t *tree, f *file) []finding {
	var out []finding
	measure := func(n ast.Node, name string) {
		size := t.line(n.End()) - t.line(n.Pos()) + 1
		if size > functionLinesMax {
			out = append(out, finding{
				file: f.path, line: t.line(n.Pos()), subject: name, size: size,
				text: fmt.Sprintf("%s has %d lines: split it into functions of at most %d",
					name, size, functionLinesMax),
			})
		}
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			name := n.Name.Name
			if n.Recv != nil && len(n.Recv.List) == 1 {
				name = receiverName(n.Recv.List[0].Type) + "." + name
			}
			measure(n, name)
			return false
		case *ast.FuncLit:
			measure(n, "a function literal")
			return false
		}
		return true
	})
	return out
}

// receiverName is the name of the type that a method belongs to.
func receiverName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiverName(e.X)
	case *ast.ParenExpr:
		return receiverName(e.X)
	case *ast.IndexExpr:
		return receiverName(e.X)
	case *ast.IndexListExpr:
		return receiverName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// checkFileLength measures a file.
func checkFileLength(_ *tree, f *file) []finding {
	size := len(f.lines())
	if size <= fileLinesMax {
		return nil
	}
	return []finding{{
		file: f.path, line: size, subject: path.Base(f.path), size: size,
		text: fmt.Sprintf("the file has %d lines: split it into files of at most %d", size, fileLinesMax),
	}}
}

// checkColumns measures lines, of which those of a raw string over several
// lines are free: they are data.
func checkColumns(t *tree, f *file) []finding {
	data := map[int]bool{}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING || !strings.HasPrefix(lit.Value, "`") {
			return true
		}
		first, last := t.line(lit.Pos()), t.line(lit.End())
		for line := first; first < last && line <= last; line++ {
			data[line] = true
		}
		return true
	})
	var out []finding
	for i, text := range f.lines() {
		columns := utf8.RuneCountInString(text) + (tabColumns-1)*strings.Count(text, "\t")
		if columns > columnsMax && !data[i+1] {
			out = append(out, finding{
				file: f.path, line: i + 1, subject: "columns",
				text: fmt.Sprintf("the line has %d columns (a tab counts %d): break it at %d",
					columns, tabColumns, columnsMax),
			})
		}
	}
	return out
}

// reminder matches what a writer leaves for later. The words are put together
// here, so that the rule does not find itself.
var reminder = regexp.MustCompile(`\b(FIX` + `ME|TO` + `DO|X` + `XX)\b`)

// remindable are files other than Go in which a reminder is looked for: all
// their lines, while Go has them in comments only.
var remindable = []string{".tla", ".cfg", ".sh", ".yml", ".yaml", ".toml", "Makefile", ".ci/run"}

// checkReminders finds work that was left for later.
func checkReminders(t *tree, f *file) []finding {
	var out []finding
	report := func(first int, text string) {
		for i, line := range strings.Split(text, "\n") {
			if word := reminder.FindString(line); word != "" {
				out = append(out, finding{
					file: f.path, line: first + i, subject: word,
					text: "leftover " + word + ": do it, or open an issue and name its number instead",
				})
			}
		}
	}
	if f.ast != nil {
		for _, group := range f.ast.Comments {
			for _, comment := range group.List {
				report(t.line(comment.Pos()), comment.Text)
			}
		}
		return out
	}
	for _, suffix := range remindable {
		if strings.HasSuffix(f.path, suffix) {
			report(1, f.text)
			break
		}
	}
	return out
}

func TestFunctionLength(t *testing.T) {
	long := strings.Repeat("\t_ = 1\n", functionLinesMax-1)
	fits := strings.Repeat("\t_ = 1\n", functionLinesMax-2)
	expect(t, everySource(checkFunctionLength), []snippet{
		{"function", "a.go", "package p\nfunc f() {\n" + long + "}\n", []string{"2: f has 71 lines"}},
		{"method", "a.go", "package p\nfunc (t *T[K]) f() {\n" + long + "}\n", []string{"2: T.f has 71"}},
		{
			"literal", "a_test.go", "package p\nvar f = func() {\n" + long + "}\n",
			[]string{"2: literal has 71"},
		},
		{"fits", "a.go", "package p\nfunc f() {\n" + fits + "}\n", nil},
		{"a long table", "a.go", "package p\nvar t = []int{\n" + strings.Repeat("\t1,\n", 100) + "}\n", nil},
	})
}

func TestFileLength(t *testing.T) {
	expect(t, everySource(checkFileLength), []snippet{
		{
			"long", "a.go", "package p\n" + strings.Repeat("//\n", fileLinesMax),
			[]string{"501: has 501 lines"},
		},
		{"fits", "a.go", "package p\n" + strings.Repeat("//\n", fileLinesMax-1), nil},
	})
}

func TestColumns(t *testing.T) {
	wide := strings.Repeat("x", columnsMax)
	expect(t, everySource(checkColumns), []snippet{
		{"long", "a.go", "package p\n// " + wide + "\n", []string{"2: 123 columns"}},
		{"tabs", "a.go", "package p\n//\t" + wide[6:] + "\n", nil},
		{"too many tabs", "a.go", "package p\n//\t" + wide[5:] + "\n", []string{"2: 121 columns"}},
		{
			"a raw string on one line", "a.go", "package p\nvar s = `" + wide + "`\n",
			[]string{"2: 130 columns"},
		},
		{"raw data", "a.go", "package p\nvar s = `\n" + wide + wide + "\n`\n", nil},
		{"letters, not bytes", "a.go", "package p\n// " + strings.Repeat("ä", 107) + "\n", nil},
	})
}

func TestReminders(t *testing.T) {
	later := "TO" + "DO"
	expect(t, every(checkReminders), []snippet{
		{
			"a comment", "a.go", "package p\n\nvar x int // " + later + ": more\n",
			[]string{"3: leftover " + later},
		},
		{"a module", "tla/base/Base.tla", "x\n\\* FIX" + "ME later\n", []string{"2: leftover"}},
		{"a block", "a.go", "package p\n\n/*\n" + later + "\n*/\n", []string{"4: leftover"}},
		{"the Makefile", "Makefile", "# X" + "XX\n", []string{"1: leftover"}},
		{"a string", "a.go", "package p\n\nvar x = \"" + later + "\"\n", nil},
		{"part of a word", "a.go", "package p // " + later + "S\n", nil},
		{"prose", "README.md", later + "\n", nil},
	})
}
