package faults_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The chance of a loss is the rate times the factors of the sender and the receiver. The factors fall in
// equal steps from the first rank to the last.
func TestLossesAreSkewed(t *testing.T) {
	const draws = 40_000
	for _, c := range []struct {
		name     string
		rates    faults.Rates
		nodes    int
		from, to spec.NodeID
		of       int // how many of 1,000,000 copies are lost
	}{
		{"no skew", faults.Rates{Loss: 100}, 5, 0, 4, 100_000},
		{"first to first", faults.Rates{Loss: 100, LossSkew: 1000}, 5, 0, 0, 400_000},
		{"first to second", faults.Rates{Loss: 100, LossSkew: 1000}, 5, 0, 1, 300_000},
		{"first to the middle", faults.Rates{Loss: 100, LossSkew: 1000}, 5, 0, 2, 200_000},
		{"the middle to itself", faults.Rates{Loss: 100, LossSkew: 1000}, 5, 2, 2, 100_000},
		{"first to last", faults.Rates{Loss: 100, LossSkew: 1000}, 5, 0, 4, 0},
		{"last to first", faults.Rates{Loss: 100, LossSkew: 1000}, 5, 4, 0, 0},
		{"half a skew", faults.Rates{Loss: 100, LossSkew: 500}, 5, 0, 4, 75_000},
		{"in an order", faults.Rates{Loss: 100, LossSkew: 1000, LossOrder: []spec.NodeID{2, 1, 0}}, 3, 2, 1, 200_000},
		{"thirds", faults.Rates{Loss: 300, LossSkew: 1000}, 4, 1, 1, 533_333},
		{"at most all", faults.Rates{Loss: 400, LossSkew: 1000}, 2, 0, 0, 1_000_000},
		{"a process alone", faults.Rates{Loss: 100, LossSkew: 1000}, 1, 0, 0, 100_000},
	} {
		losses, hits := c.rates.Losses(c.nodes), 0
		for i := range draws {
			if losses.Hits(draw.New(uint64(i)), c.from, c.to) {
				hits++
			}
		}
		exact := c.of == 0 || c.of == 1_000_000
		if got := hits * (1_000_000 / draws); exact && got != c.of || got < c.of-10_000 || got > c.of+10_000 {
			t.Errorf("%s: %d of a million are lost, want %d", c.name, got, c.of)
		}
	}
}

// The words about losses say how they are drawn.
func TestWordsOfLosses(t *testing.T) {
	for _, c := range []struct {
		rates faults.Rates
		want  string
	}{
		{faults.Rates{Loss: 50}, "drawn: 50 of 1000 unicast copies and links are lost"},
		{
			faults.Rates{Loss: 50, LossPerRoute: true},
			"drawn: 50 of 1000 unicast copies are lost, however long their routes",
		},
		{
			faults.Rates{Loss: 50, LossSkew: 700},
			"drawn: 50 of 1000 unicast copies and links are lost, with a skew of 700 thousandths between " +
				"processes in the order of their ids",
		},
		{
			faults.Rates{Loss: 50, LossPerRoute: true, LossSkew: 700, LossOrder: []spec.NodeID{1, 0}},
			"drawn: 50 of 1000 unicast copies are lost, however long their routes, with a skew of 700 " +
				"thousandths between processes in the order [1 0]",
		},
	} {
		if got := c.rates.Words(); len(got) != 1 || got[0] != c.want {
			t.Errorf("%+v: %q, want %q", c.rates, got, c.want)
		}
	}
}

// A plan without losses has none of the fields about them.
func TestWithoutLosses(t *testing.T) {
	p := faults.Plan{Rates: faults.Rates{
		Loss: 100, LossPerRoute: true, LossSkew: 500, LossOrder: []spec.NodeID{1, 0}, Early: 3,
	}}
	if d := cmp.Diff(faults.Rates{Early: 3}, p.Without("loss").Rates); d != "" {
		t.Error(d)
	}
}
