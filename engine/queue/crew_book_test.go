package queue

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// The crewbook names a few workers, counts many, and forgets those that are silent.
func TestCrewbook(t *testing.T) {
	c := newCrewbook()
	for _, step := range []struct {
		heard int // workers in all
		want  string
	}{
		{0, "1 block open, no worker"},
		{2, "1 block open, worker1 10 a second, worker2 20 a second"},
		{5, "1 block open, 5 workers, 10 to 50 a second each"},
	} {
		for i := range step.heard {
			c.hear(fmt.Appendf(nil, `{"worker":"worker%d","rate":%d}`, i+1, 10*(i+1)))
		}
		c.hear([]byte("noise"))
		if got := c.status(1); got != step.want {
			t.Errorf("%q, want %q", got, step.want)
		}
	}
	for name, h := range c.heard {
		if !strings.HasSuffix(name, "3") {
			h.last = time.Now().Add(-time.Hour)
			c.heard[name] = h
		}
	}
	if got, want := c.status(2), "2 blocks open, worker3 30 a second"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
