package main

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/campaign"
)

// The meter shows how far a campaign has got: on a terminal on a line that it takes
// away at the end, and not at every call.
func TestMeter(t *testing.T) {
	r := &campaign.Result{Asked: 400, Run: 300, Outside: 20, Failed: map[string]int{"Agreement": 2}}
	for _, c := range []struct {
		terminal bool
		want     string
	}{
		{false, `^300 of 400 runs, \d+ a second, 1s left, 2 failed\n$`},
		{true, `^\r\x1b\[K300 of 400 runs, \d+ a second, 1s left, 2 failed\r\x1b\[K$`},
	} {
		var out strings.Builder
		m := newMeter(&out, &campaign.Result{Run: 200})
		m.show(r) // too early
		m.terminal, m.last, m.began = c.terminal, time.Time{}, time.Now().Add(-time.Second)
		m.show(r)
		m.show(r) // too early again
		m.end()
		if !regexp.MustCompile(c.want).MatchString(out.String()) {
			t.Errorf("%q, want %s", out.String(), c.want)
		}
	}
}
