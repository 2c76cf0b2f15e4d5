package world_test

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A run is given up within a hundred events of the first time that somebody says so, and one
// that goes on although it was asked is as if nobody had been.
func TestRunsAreGivenUp(t *testing.T) {
	run := func(asked func() bool) world.Report {
		w, err := world.New(faultstest.Probers(24, spec.CrashStop), faultstest.ProberPlan(2))
		if err != nil {
			t.Fatal(err)
		}
		w.GiveUpIf(asked)
		return w.Run()
	}
	times := 0
	alone, whole := run(nil), run(func() bool { times++; return false })
	if alone.Digest != whole.Digest || whole.GivenUp || times < whole.Events/100 {
		t.Errorf("asked %d times in %d events, digests %s and %s", times, whole.Events, alone.Digest, whole.Digest)
	}
	left := 3
	given := run(func() bool { left--; return left == 0 })
	if !given.GivenUp || given.Events > 300 || left != 0 {
		t.Errorf("%t after %d events", given.GivenUp, given.Events)
	}
}
