package command

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// The meter shows how far a campaign has got: on a terminal on a line that it takes
// away at the end, and not at every call.
func TestMeter(t *testing.T) {
	r := &campaign.Result{Asked: 400, Run: 299, Outside: 20, Failed: map[string]int{"Agreement": 2}}
	for _, c := range []struct {
		terminal bool
		ago      time.Duration
		want     string
	}{
		{false, time.Second, `^300 of 400 runs, \d+ a second, 1s left, 2 failed\n$`},
		{true, time.Second, `^\r\x1b\[K300 of 400 runs, \d+ a second, 1s left, 2 failed\r\x1b\[K$`},
		{false, 100 * time.Second, `^300 of 400 runs, 1\.0 a second, 1m40s left, 2 failed\n$`},
	} {
		var out strings.Builder
		m := newMeter(&out, &campaign.Result{Asked: 400, Run: 200})
		m.update(r)
		m.showRuns(299) // too early
		m.terminal, m.last, m.began = c.terminal, time.Time{}, time.Now().Add(-c.ago)
		m.showRuns(300)
		m.showRuns(301) // too early again
		m.end()
		if !regexp.MustCompile(c.want).MatchString(out.String()) {
			t.Errorf("%q, want %s", out.String(), c.want)
		}
	}
}
