package scrutineer

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// Verify runs the cases of a protocol's table, but long ones, through TLC, its specification and
// its implementation, as the command verify does, and demands that all is as the table says. What
// TLC has said before of the same it need not say again. Where it is not on this machine its column
// stays out, which the log says, unless TLC_REQUIRED=1 makes that a failure; with -short it is
// left out.
func Verify(t testing.TB, p Registration) {
	t.Helper()
	c := open(t, p)
	o := verify.Options{Pinned: true, Workers: runtime.NumCPU()}
	if !testing.Short() {
		o.TLC = tlc.Have(t)
	}
	plan, err := verify.Prepare([]verify.Protocol{c.protocol}, o)
	if err != nil {
		t.Fatal(err)
	}
	rows, alone := plan.Run(t.Context()), plan.Explore(t.Context(), nil, nil)
	for _, row := range rows {
		for _, failure := range row.Failures {
			t.Errorf("%s/%s: %s", row.Protocol, row.Case, failure)
		}
	}
	for _, row := range alone {
		for _, failure := range row.Failures {
			t.Errorf("%s/%s: %s", row.Protocol, row.Case, failure)
		}
	}
	var table strings.Builder
	if err := errors.Join(verify.WriteTable(&table, rows), verify.WriteExplorations(&table, alone)); err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", table.String())
}

// NeedTLC skips a test where TLC is not on this machine; with TLC_REQUIRED=1 it fails the test.
func NeedTLC(t testing.TB) {
	t.Helper()
	tlc.Need(t)
}
