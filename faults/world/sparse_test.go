package world_test

import (
	"runtime"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Where each of thousands tests twelve others, what a run takes of the memory goes by the copies
// that it sends, of which there are 98,000, and not by the square of the processes, which are 4,096.
func TestSparseTrafficTakesLittleMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := faultstest.MustRun(t, faultstest.Probers(4096, spec.CrashStop), faultstest.ProberPlan(1))
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 4*4096*4096 || r.Delivered < 24*4096 {
		t.Errorf("%d MB for %d copies, of four bytes for each of 4,096² ways there are 67", taken>>20, r.Delivered)
	}
}
