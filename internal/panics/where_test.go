package panics_test

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/panics"
)

type node struct{ list []int }

func (n *node) step(i int) int { return n.at(i) }

func (n *node) at(i int) int { return n.list[i] }

// where recovers a panic of f.
func where(f func()) (place string) {
	defer func() {
		recover()
		place = panics.Where()
	}()
	f()
	return "no panic"
}

func TestWhere(t *testing.T) {
	passedOn := func() {
		defer func() { panic(recover()) }()
		(&node{}).step(3)
	}
	for name, f := range map[string]func(){
		"an index": func() { (&node{}).step(3) }, "nil": func() { (*node)(nil).step(3) }, "passed on": passedOn,
	} {
		got := where(f)
		if !strings.HasPrefix(got, "where_test.go:14 in (*node).at, where_test.go:12 in (*node).step, ") {
			t.Errorf("%s: it came from %q", name, got)
		}
	}
}
