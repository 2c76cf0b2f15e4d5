package vote

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

const corpus = "testdata/corpus"

func TestCorpus(t *testing.T) {
	protocoltest.Corpus(t, Campaign(), corpus, "cut-short.json", "no-majority.json", "stays-down.json")
}

func TestDeterminism(t *testing.T) { protocoltest.Deterministic(t, Campaign(), corpus) }

func TestCampaign(t *testing.T) { protocoltest.Rapid(t, Campaign()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Campaign()) }

func TestFaultsTakeEffect(t *testing.T) { protocoltest.FaultsTakeEffect(t, Campaign()) }

// The digests show that what is drawn and what comes of it stays the same.
func TestCampaignKeyed(t *testing.T) {
	protocoltest.Keyed(t, Campaign(), 5000, 1000, map[int]string{
		1000: "78c35b39f27488c140d9325a0e6f2a7b05b678c9c956a6def636b96a1a73575f",
		5000: "495b15ea465ff31b1c94a24946993a05d0d3c67ae1299a820ca23ccea6b7b6b6",
	})
}
