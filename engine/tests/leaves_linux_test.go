package tests

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/livetest"
)

// A campaign and its workers listen on the loopback interface alone. They end when what has started them does, however
// that ends.
func TestLeavesNothing(t *testing.T) {
	livetest.LeavesNothing(t, 3, func() {
		c := &theCampaign{TB: t, dir: t.TempDir(), flags: strings.Fields("-p fencedlease -n 1000000 -workers 2")}
		c.start()
		if !c.await(1) {
			t.Fatal(c.stderr.String())
		}
	})
}
