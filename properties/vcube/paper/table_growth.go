package paper

import (
	"context"
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// growth counts the messages of one round in groups of 8 to thousands, beside N log2 N.
func (e extent) growth(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	sizes := e.sizes(true)
	kinds := []election{ring(), vCube(), all()}
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "N", Means: "how many processes"},
			{Name: "vRing", Unit: "messages", Means: "requests and replies of a round of the ring"},
			{Name: "vCube", Unit: "messages", Means: "likewise of vCube"},
			{Name: "ALL", Unit: "messages", Means: "likewise of ALL"},
			{Name: "N log2 N", Means: "for comparison; it is worked out, and not measured"},
			{Name: "vCube, ratio", Means: "vCube's messages by N log2 N: a request and a reply for each test"},
			{Name: "each", Unit: "messages", Means: "vCube's messages by N"},
		},
		Notes: []string{"One round without faults."},
		Figure: &reproduce.Figure{
			X: reproduce.Axis{Column: "N", Label: "processes", Log: 2},
			Y: reproduce.Axis{Label: "messages a round", Log: 10},
			Series: []reproduce.Series{
				{Column: "ALL", Label: "ALL"},
				{Column: "vCube", Label: "vCube"},
				{Column: "N log2 N", Label: "N log2 N"},
				{Column: "vRing", Label: "vRing"},
			},
		},
	}
	counts, err := parallel.Each(ctx, progress, len(kinds)*len(sizes), func(i int) ([]int, error) {
		n, kind := sizes[i/len(kinds)], kinds[i%len(kinds)]
		if kind.name == all().name && n > e.all {
			return nil, nil
		}
		return scene{of: kind, cfg: configured(n), rounds: 1}.onQuick().count(ctx)
	})
	if err != nil {
		return t, err
	}
	for i, n := range sizes {
		cells := []reproduce.Cell{reproduce.Int(n)}
		for _, count := range counts[i*len(kinds) : (i+1)*len(kinds)] {
			cell := reproduce.None()
			if len(count) > 0 {
				cell = reproduce.Int(sum(count))
			}
			cells = append(cells, cell)
		}
		cube := int64(sum(counts[i*len(kinds)+1]))
		t.Rows = append(t.Rows, append(cells, reproduce.Int(n*log2(n)),
			reproduce.Decimal(big.NewRat(cube, int64(n*log2(n))), 2), reproduce.Decimal(big.NewRat(cube, int64(n)), 2)))
	}
	return t, nil
}
