package command

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/verify"
)

func TestProgress(t *testing.T) {
	row := verify.Row{Protocol: "p", Case: "a", Verdict: "holds", GoSeconds: 1.5}
	plainLine := "  1  p/a                                          1.5 s  holds\n"
	for _, c := range []struct {
		terminal bool
		want     string
	}{
		{false, plainLine},
		{true, "\r\x1b[K     0 s, running p/a\r\x1b[K     0 s, running p/a, p/b" +
			"\r\x1b[K" + plainLine + "\r\x1b[K     0 s, running p/b"},
	} {
		var out strings.Builder
		p := newProgress(&out)
		p.terminal = c.terminal
		p.started("p", "a")
		p.started("p", "b")
		p.finished(row)
		if out.String() != c.want {
			t.Errorf("terminal %t:\n%q, want\n%q", c.terminal, out.String(), c.want)
		}
	}
	if isTerminal(&strings.Builder{}) {
		t.Error("a builder is no terminal")
	}
}
