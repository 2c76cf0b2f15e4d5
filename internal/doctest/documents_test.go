package doctest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// root is the repository's, seen from here.
var root = filepath.Join("..", "..")

// documents are all Markdown files, their paths below the root.
func documents(t *testing.T) []string {
	t.Helper()
	var all []string
	walk(t, root, true, func(path string) error {
		if filepath.Ext(path) == ".md" {
			all = append(all, path)
		}
		return nil
	})
	return all
}

// parts is for make parts, which tests the modules below this one.
var parts = flag.Bool("parts", false, "type what the documents of nested modules say, and not those of this one")

// All that a document has a reader type runs as it says, and prints what it says. Documents of nested
// modules are left to make parts.
func TestDocuments(t *testing.T) {
	var d desk
	if !testing.Short() {
		d = desk{clone: copyRepository(t, root), proxy: moduleProxy(t, root)}
	}
	for _, path := range documents(t) {
		blocks, wrong := read(t, path)
		for _, why := range wrong {
			t.Errorf("%s:%s", path, why)
		}
		if len(blocks) == 0 || len(wrong) > 0 {
			continue
		}
		t.Run(filepath.ToSlash(path), func(t *testing.T) {
			switch nested := isNested(path); {
			case testing.Short():
				t.Skip("compiles and runs what the document says")
			case nested && !*parts:
				t.Skip("belongs to a module of its own; make parts types it")
			case !nested && *parts:
				t.Skip("belongs to the main module; make test types it")
			}
			s := &story{T: t, desk: d, document: filepath.ToSlash(path)}
			for i := range blocks {
				s.changes = s.changes || blocks[i].isFile()
			}
			for i := range blocks {
				s.tell(&blocks[i])
			}
			s.vet()
			if path == "README.md" {
				checkPicture(s)
			}
		})
	}
}

// Each command that is not typed stands in some document.
func TestUnrun(t *testing.T) {
	stands := map[string]bool{}
	for _, path := range documents(t) {
		blocks, _ := read(t, path)
		for i := range blocks {
			if len(blocks[i].info) > 0 && blocks[i].info[0] == "sh" {
				for _, line := range blocks[i].lines {
					for _, key := range keys(filepath.ToSlash(path), line) {
						stands[key] = true
					}
				}
			}
		}
	}
	for key := range unrun {
		if !stands[key] {
			t.Errorf("no document has %q any more: take it out of the table unrun", key)
		}
	}
}

// read parses a document.
func read(t *testing.T, path string) (blocks []block, wrong []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return parse(string(text))
}

// isNested reports whether a document belongs to a module below the main one.
func isNested(path string) bool {
	for dir := filepath.Dir(path); dir != "."; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(root, dir, "go.mod")); err == nil {
			return true
		}
	}
	return false
}

// A link within the repository leads somewhere.
func TestLinks(t *testing.T) {
	for _, path := range documents(t) {
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		for part := range strings.SplitSeq(string(text), "](") {
			link, _, ok := strings.Cut(part, ")")
			link, _, _ = strings.Cut(link, "#")
			if !ok || link == "" || strings.ContainsAny(link, " :\n`") {
				continue
			}
			to := filepath.Join(filepath.Dir(path), link)
			if _, err := os.Stat(filepath.Join(root, to)); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", path, link)
			}
		}
	}
}

// The README says how long a whole protocol is, without its corpus.
func TestLinesOfVote(t *testing.T) {
	lines := 0
	for _, room := range []string{"spec/vote", "impl/vote", "tla/vote", "properties/vote"} {
		walk(t, filepath.Join(root, room), false, func(path string) error {
			if strings.HasPrefix(filepath.ToSlash(path), "testdata/") {
				return nil
			}
			text, err := os.ReadFile(filepath.Join(root, room, path))
			lines += strings.Count(string(text), "\n")
			return err
		})
	}
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("a whole protocol in %d,%03d\n", lines/1000, lines%1000)
	if !strings.Contains(string(text), want) {
		t.Errorf("the README does not say %q", want)
	}
}
