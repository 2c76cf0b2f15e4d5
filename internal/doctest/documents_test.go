package doctest

import (
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

// All that a document has a reader type runs as it says, and prints what it says.
func TestDocuments(t *testing.T) {
	used, all := map[string]bool{}, true
	for _, path := range documents(t) {
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		blocks, wrong := parse(string(text))
		for _, why := range wrong {
			t.Errorf("%s:%s", path, why)
		}
		if len(blocks) == 0 || len(wrong) > 0 {
			continue
		}
		told := false
		t.Run(filepath.ToSlash(path), func(t *testing.T) {
			if testing.Short() {
				t.Skip("compiles and runs what the document says")
			}
			told = true
			s := &story{T: t, root: root, used: used}
			for i := range blocks {
				s.tell(&blocks[i])
			}
			if path == "README.md" {
				checkPicture(s)
			}
		})
		all = all && told
	}
	for command := range unrun {
		if all && !t.Failed() && !used[command] {
			t.Errorf("no document has %q any more: take it out of the table unrun", command)
		}
	}
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
