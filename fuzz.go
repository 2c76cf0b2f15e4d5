package scrutineer

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/draw"
)

// Fuzz has Go's fuzzer draw the worlds that a protocol runs in: go test -fuzz FuzzLease. What fails
// is made small and written down as by [Check].
func Fuzz(f *testing.F, p Registration) {
	f.Helper()
	c := open(f, p)
	if c.replay != "" {
		c.replayFile()
		return
	}
	f.Add([]byte(nil))
	for seed := range uint64(6) {
		f.Add(draw.New(seed).Bytes(40 << (seed % 3)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := *c
		c.TB = t
		plan := campaign.Draw(c.harness, campaign.Bytes(data), nil)
		subject, err := c.harness.Open(plan.Config)
		if err != nil {
			t.Skipf("these bytes draw no configuration: %v", err)
		}
		outcome, err := campaign.Run(subject, plan, !c.harness.Unspecified)
		if err != nil {
			t.Fatal(err)
		}
		v, failed := outcome.Failed()
		if !failed {
			return
		}
		failure, err := c.harness.NewFailure(0, plan, v, "fuzzed, shrunk: "+v.Property+" fails", c.tries, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.report(failure, "a run that the fuzzer drew")
	})
}
