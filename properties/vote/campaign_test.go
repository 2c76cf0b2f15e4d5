package vote

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/campaign/campaigntest"
)

const corpus = "testdata/corpus"

func TestCorpus(t *testing.T) {
	campaigntest.Corpus(t, Campaign(), corpus, "cut-short.json", "no-majority.json", "stays-down.json")
}

func TestDeterminism(t *testing.T) { campaigntest.Deterministic(t, Campaign(), corpus) }

func TestCampaign(t *testing.T) { campaigntest.Rapid(t, Campaign()) }

func FuzzCampaign(f *testing.F) { campaigntest.Fuzz(f, Campaign()) }

func TestFaultsTakeEffect(t *testing.T) { campaigntest.FaultsTakeEffect(t, Campaign()) }

// The digests show that what is drawn and what comes of it stays the same.
func TestCampaignKeyed(t *testing.T) {
	campaigntest.Keyed(t, Campaign(), 5000, 1000, map[int]string{
		1000: "78c35b39f27488c140d9325a0e6f2a7b05b678c9c956a6def636b96a1a73575f",
		5000: "495b15ea465ff31b1c94a24946993a05d0d3c67ae1299a820ca23ccea6b7b6b6",
	})
}
