package vcube

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// Claims say of the second model what its configurations bound, and not that it is one process.
func TestWithin(t *testing.T) {
	pinned, err := verify.Pinned(Protocol().Registered())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"vcube-three":          "3 processes, crash=1",
		"rounds-one":           "1 member by round, fails=2 returns=2",
		"rounds-flapping-two":  "4 members by process, fails=1 flapping=2 returns=1",
		"rounds-explore-eight": "8 members by round, fails=2 returns=2",
	}
	for _, s := range append(pinned.Cases, pinned.Explorations...) {
		if text, ok := want[s.ID]; ok && s.Bound != text {
			t.Errorf("%s: %q, want %q", s.ID, s.Bound, text)
		}
		delete(want, s.ID)
	}
	if len(want) > 0 {
		t.Errorf("not there: %v", want)
	}
}
