package tidy

import (
	"bytes"
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// What is read first, and the two protocols that are read as examples, stay short.
func TestStaysShort(t *testing.T) {
	for file, most := range map[string]int{
		"ARCHITECTURE.md": 150, "properties/vote/vote.go": 240, "properties/bully/bully.go": 350,
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(file)))
		if n := bytes.Count(text, []byte("\n")); err != nil || n > most {
			t.Errorf("%s has %d lines, it must be at most %d (%v)", file, n, most, err)
		}
	}
}

// Each test that the Makefile has the quick gate leave out is there.
func TestDearTestsAreThere(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	repo, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, f := range repo.sources() {
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				there[fn.Name.Name] = true
			}
		}
	}
	list := regexp.MustCompile(`(?s)DEAR := .*?\n\n`).Find(text)
	names := regexp.MustCompile(`\bTest\w+`).FindAllString(string(list), -1)
	if len(names) == 0 {
		t.Error("the Makefile names none")
	}
	for _, name := range names {
		if !there[name] {
			t.Errorf("there is no %s", name)
		}
	}
}
