package command

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// A campaign ends with a table of the edges that were visited, the same one when all
// was run before.
func TestCampaignEdges(t *testing.T) {
	if testing.Short() {
		t.Skip("explores the bound in three processes; make test does")
	}
	t.Parallel()
	w := newWorld(t)
	args := strings.Fields("campaign -n 60 -out c")
	status, out, errs := w.call(t, nil, args...)
	if status != exitOK {
		t.Fatalf("status %d, %s", status, errs)
	}
	for _, pattern := range []string{
		`(?m)^small bound +c=0 f=1 initiator=2 nodes=3 protocol=base rule=tagged; ` +
			`at most crash 1, duplicate 0, ` +
			`loss 1, premature 1, restart 1, faults in all 2; only \{0,1\} may crash\n` +
			` +54117 states, 254900 edges; [1-9]\d* runs are of that configuration$`,
		`(?m)^witnesses .*\nsmall bound `,
		`(?m)^edges visited +[1-9]\d* of 254900, \d+\.\d per cent$`,
		`(?m)^  DeliverLeader +[1-9]\d* of 81201$`,
		`(?m)^  TimeoutCollect +\d+ of 32\nactions never visited +\w+`,
	} {
		if !regexp.MustCompile(pattern).MatchString(out) {
			t.Errorf("%s does not match\n%s", pattern, out)
		}
	}
	r, _ := resultIn(t, filepath.Join(w.cwd, "c"))
	if text := " " + strconv.Itoa(r.Edges.Total().Visited) + " of 254900"; !strings.Contains(out, text) {
		t.Errorf("%q, which is in the result, is not in\n%s", text, out)
	}
	if _, again, _ := w.call(t, nil, args...); again != out {
		t.Errorf("afterwards it prints\n%s\nand first it did\n%s", again, out)
	}
	says := []string{`c/result.json: edges: is "counted", that of another campaign than this one with "not counted"`}
	w.refuses(t, says, nil, nil, append(args, "-edges=false")...)
}

// Where no run can visit the bound one line says so, and where edges are not counted
// nothing is said of them.
func TestCampaignWithoutEdges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const never = "no run can visit it, fields that are set are not its own: " +
		"c=0 f=1 initiator=2 nodes=3 protocol=base rule=last"
	for _, c := range []struct {
		args, says string
		counted    bool
	}{
		{"-set nodes=4 -set rule=last", never, true},
		{"-n 1 -seed 1", "none: no run was of that configuration", true},
		{"-edges=false", "", false},
		{"-refine=false", "", false},
		{"-p vote", "", false},
	} {
		dir := strings.Map(wordsOnly, c.args)
		_, out, errs := w.call(t, nil, append(strings.Fields("campaign -n 20 -out "+dir), strings.Fields(c.args)...)...)
		if !strings.Contains(out, c.says) || strings.Contains(out, "small bound") != c.counted ||
			strings.Contains(out, " edges;") {
			t.Errorf("%s: %q is not in, or more is, %s\n%s", c.args, c.says, errs, out)
		}
		if r, _ := resultIn(t, filepath.Join(w.cwd, dir)); (r.Edges != nil) != c.counted {
			t.Errorf("%s: edges in %s: %+v", c.args, campaign.ResultFile, r.Edges)
		}
	}
}
