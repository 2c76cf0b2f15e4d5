package protocoltest

import (
	"strings"
	"testing"
)

func TestDifference(t *testing.T) {
	for _, c := range []struct{ name, here, there, want string }{
		{"another plan", "plan a\ne1\n", "plan b\ne1\n", "another plan is drawn\nhere:  plan a\nthere: plan b"},
		{"another event", "plan\ne1\ne2\n", "plan\ne1\ne3\n", "event 2 is another one\nhere:  e2\nthere: e3"},
		{"fewer events", "plan\ne1\ne2\n", "plan\ne1\n", "event 2 is another one\nhere:  e2\nthere: "},
		{"only the end", "plan\ne1\n", "plan\ne1\n", "all events are the same"},
	} {
		if got := difference(c.here, c.there); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
