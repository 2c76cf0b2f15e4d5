package tidy

import (
	"bytes"
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What is read first, and the two protocols that are read as examples, stay short: their Go files without tests
// together.
func TestStaysShort(t *testing.T) {
	for files, most := range map[string]int{
		"ARCHITECTURE.md": 150, "properties/vote/*.go": 240, "properties/bully/*.go": 350,
	} {
		list, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(files)))
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %d files (%v)", files, len(list), err)
		}
		lines := 0
		for _, file := range list {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			lines += bytes.Count(text, []byte("\n"))
		}
		if lines > most {
			t.Errorf("%s: %d lines, it must be at most %d", files, lines, most)
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
