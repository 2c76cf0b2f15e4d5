package verify

import (
	"fmt"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Only what a protocol's actions have must be seen, of the kinds of faults that it feels.
func TestFaultCoverage(t *testing.T) {
	actions := spec.NewSet("DeliverAsk", "DropAsk", "DeliverAll", "DuplicateAll", "LoseAsk", "PrematureWait",
		"CrashInDeliverAsk", "TimeoutWait", "Crash", "PrematureRound", "TickRound")
	got := fmt.Sprint(faultCoverage(actions, []string{"crash", "crashIn", "premature", "loss", "duplicate", "pause"}))
	const want = "[loss of Ask duplicate of All lose of Ask premature of Wait pause of All pause of Ask]"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
