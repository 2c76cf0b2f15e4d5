package protocoltest

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/draw"
)

// Fuzz lets the go command's fuzzer draw plans and demands that every property holds
// in every run. Plans are shrunk here: leave that to this with
// -fuzzminimizetime=1x.
func Fuzz(f *testing.F, p campaign.Harness) {
	f.Add([]byte(nil))
	f.Add([]byte("every bit of a plan comes out of bytes such as these"))
	for seed := range uint64(4) {
		f.Add(draw.New(seed).Bytes(40 << (seed % 3)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		plan := campaign.Draw(p, campaign.Bytes(data), nil)
		_, text, err := Judged(p, plan, 0, f.Name())
		if err != nil {
			t.Fatalf("%v, of the plan\n%s", err, campaign.PlanText(plan))
		}
		if text != "" {
			t.Fatal(text)
		}
	})
}
