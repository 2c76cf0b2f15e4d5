package command

import (
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/verify"
)

func TestProgress(t *testing.T) {
	row := verify.Row{Protocol: "p", Case: "a", Verdict: "holds", GoSeconds: 1.5}
	plainLine := "  1    1.5 s  p/a                        holds\n"
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

// Whatever the names, a line that stays is no wider than a terminal, and says which case it is.
func TestProgressFits(t *testing.T) {
	long := strings.Repeat("x", 90)
	for _, c := range []struct{ name, verdict, want string }{
		{
			"vote/vote-crash", "three graphs equal, 12 properties hold",
			"vote/vote-crash            three graphs equal, 12 properties hold",
		},
		{
			"ctolerant/base-tagged-crash-premature", "RunEnds holds",
			"ctolerant/base-tagged-crash-premature  RunEnds holds",
		},
		{
			"ctolerant/base-tagged-crash-premature", "three graphs equal, 12 properties hold",
			"ctolerant/ba…ash-premature  three graphs equal, 12 properties hold",
		},
		{long, long, "xxxxxxxxxxxx…xxxxxxxxxxxx  xxxxx"},
	} {
		var out strings.Builder
		newProgress(&out).over(c.name, 1234.5, c.verdict)
		line := strings.TrimSuffix(out.String(), "\n")
		if width := len([]rune(line)); width > 80 || !strings.HasPrefix(line, "  1 1234.5 s  "+c.want) {
			t.Errorf("%d columns: %s, want %s", width, line, c.want)
		}
	}
}

// An exploration tells that it begins, and not at every call how far it has got.
func TestProgressOfExplorations(t *testing.T) {
	var out strings.Builder
	p := newProgress(&out)
	p.exploring("p/a", 0)
	p.exploring("p/a", 1000)
	p.last = p.last.Add(-time.Minute)
	p.exploring("p/a", 2000)
	p.finished(verify.Row{Protocol: "p", Case: "a", Verdict: "2 properties hold", GoSeconds: 3})
	want := "     exploring p/a\n     0 s, 2,000 states so far, exploring p/a\n" +
		"  1    3.0 s  p/a                        2 properties hold\n"
	if out.String() != want {
		t.Errorf("%q, want\n%q", &out, want)
	}
}
