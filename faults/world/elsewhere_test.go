package world_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/checkout"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
)

// A plan gives the same run on a 32-bit machine. By night all protocols do so: see the folder properties.
func TestDeterminismElsewhere(t *testing.T) {
	if checkout.Write(t, func() string { return runsOfDrawn(t) }) {
		return
	}
	there := strings.Split(checkout.Written(t, checkout.Build386(t)), "\n")
	for n, here := range strings.Split(runsOfDrawn(t), "\n") {
		if n >= len(there) || there[n] != here {
			t.Fatalf("here, in line %d:\n%s\nthere:\n%s", n, here, strings.Join(there[n:min(n+1, len(there))], ""))
		}
	}
}

// runsOfDrawn returns the events and the digest of runs by drawn plans, a line each.
func runsOfDrawn(t *testing.T) string {
	t.Helper()
	var lines bytes.Buffer
	for n := range 50 {
		c, p := faultstest.Drawn(n, false)
		report := faultstest.MustRun(t, c, p, tracer{&lines})
		fmt.Fprintf(&lines, "plan %d: %s\n", n, report.Digest)
	}
	return lines.String()
}
