package ctolerant

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/campaign/campaigntest"
)

const corpus = "testdata/corpus"

func TestCorpus(t *testing.T) {
	campaigntest.Corpus(t, Campaign(), corpus,
		"beyond-c.json", "initiator-dies.json", "optimistic-stuck.json", "x1-agreement.json", "x1-assumption.json",
		"x2-assumption.json", "x2-lowest-lately.json", "x3-optimistic.json")
}
