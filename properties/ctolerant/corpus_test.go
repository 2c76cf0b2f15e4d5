package ctolerant

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

const corpus = "testdata/corpus"

func TestCorpus(t *testing.T) {
	protocoltest.Corpus(t, Campaign(), corpus,
		"beyond-c.json", "ct18-hybrid-example.json", "ct19-base-example.json", "d13-notify-once.json",
		"d4-accept-old.json", "d4-changing-lists.json", "initiator-dies.json", "optimistic-stuck.json",
		"x1-agreement.json", "x1-assumption.json", "x11-lower-dies.json", "x11-two-initiators.json",
		"x13-join.json", "x14-flaky.json", "x15-short-timeout.json", "x2-assumption.json",
		"x2-lowest-lately.json", "x3-optimistic.json", "x4-hybrid.json", "x5-preferred.json", "x6-dead.json",
		"x6-interval.json", "x7-self-omitted.json", "x8-divergence.json", "x9-knows-nobody.json")
}
