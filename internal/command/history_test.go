package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	goodHistory = `{:process 0, :type :invoke, :f :write, :value 1}
{:process 0, :type :ok, :f :write, :value 1}
{:process 1, :type :invoke, :f :read, :value nil}
{:process 1, :type :ok, :f :read, :value 1}
`
	staleHistory = `{:process 0, :type :invoke, :f :write, :value 1}
{:process 0, :type :ok, :f :write, :value 1}
{:process 1, :type :invoke, :f :read, :value nil}
{:process 1, :type :ok, :f :read, :value nil}
`
)

// A history of somebody else's is judged, and what the budget does not suffice for is no pass.
func TestHistory(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	good := write(t, w.cwd, "good.edn", goodHistory, 0o644)
	stale := write(t, w.cwd, "stale.edn", staleHistory, 0o644)
	for _, c := range []struct {
		args   []string
		status int
		says   []string
	}{
		{[]string{good}, exitOK, []string{"good.edn: 2 operations, CASRegister: linearizable\n"}},
		{[]string{stale, "-page", "page.html", "-json", "stale.json"}, exitFailed, []string{
			"not linearizable\n", "Read by client 1", "look at it: page.html",
		}},
		{[]string{"-steps", "1", good}, exitNotRun, []string{": undecided\n", "the budget of 1 steps is used up"}},
	} {
		status, out, errs := w.call(t, nil, append([]string{"history"}, c.args...)...)
		if status != c.status {
			t.Errorf("%v: status %d, want %d, %q", c.args, status, c.status, errs)
		}
		for _, text := range c.says {
			if !strings.Contains(out, text) {
				t.Errorf("%v: %q is not in %q", c.args, text, out)
			}
		}
	}
	page, err := os.ReadFile(filepath.Join(w.cwd, "page.html"))
	if err != nil || !strings.Contains(string(page), "<svg") {
		t.Errorf("%v: the page draws nothing", err)
	}
	twice := write(t, w.tmp, "twice.edn", goodHistory+"{:process 1, :type :ok, :f :read, :value 1}", 0o644)
	for _, c := range []struct {
		says string
		args []string
	}{
		{"history wants the file of a history", nil},
		{"none.edn: cannot be read", []string{"none.edn"}},
		{":process", []string{twice}},
		{"holds no operation", []string{write(t, w.tmp, "empty.edn", "", 0o644)}},
		{"-steps: 0, it must be 1 or more", []string{good, "-steps", "0"}},
		{"-time: -1s, it must be 0s to 24h", []string{good, "-time", "-1s"}},
		{"-page: ", []string{good, "-page", "page.html"}},
	} {
		w.refuses(t, []string{c.says}, nil, nil, append([]string{"history"}, c.args...)...)
	}
}
