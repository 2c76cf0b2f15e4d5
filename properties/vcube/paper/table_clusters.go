package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// tests notes whom a process tests, in order.
type tests struct {
	by   spec.NodeID
	list []spec.NodeID
}

// Observe notes requests.
func (t *tests) Observe(_ *world.World, e *world.Event) {
	for _, effect := range e.Effects {
		if effect.Kind == impl.Send && e.Action.At == t.by && effect.Body.Kind() == words.KindRequest {
			t.list = append(t.list, effect.To)
		}
	}
}

// clusters are those of a process among so many, as it goes through them where all others are down
// and it is first in each: it then tests every member of each cluster, in the cluster's order.
func clusters(ctx context.Context, of spec.NodeID, nodes int) ([]string, error) {
	var others []spec.NodeID
	for id := range spec.NodeID(nodes) {
		if id != of {
			others = append(others, id)
		}
	}
	t := &tests{by: of}
	s := scene{of: vCube(), cfg: configured(nodes), rounds: 1}.onQuick().crashed(0, others...)
	if err := s.run(ctx, t); err != nil {
		return nil, err
	}
	if len(t.list) != nodes-1 {
		return nil, fmt.Errorf("%s of %d tests %v, it must test all others", of, nodes, t.list)
	}
	var all []string
	for size := 1; len(t.list) > 0; size *= 2 {
		all = append(all, joined(t.list[:size], ","))
		t.list = t.list[size:]
	}
	return all, nil
}

// table1 is VC-1: the clusters c_{i,s} as they are printed, by i.
func table1() [][]string {
	return [][]string{
		{"1", "2,3", "4,5,6,7"},
		{"0", "3,2", "5,4,7,6"},
		{"3", "0,1", "6,7,4,5"},
		{"2", "1,0", "7,6,5,4"},
		{"5", "6,7", "0,1,2,3"},
		{"4", "7,6", "1,0,3,2"},
		{"7", "4,5", "2,3,0,1"},
		{"6", "5,4", "3,2,1,0"},
	}
}

// clusterTable is Table 1, measured.
func clusterTable(
	ctx context.Context, progress reproduce.Progress, printed [][]string,
) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{{Name: "i", Means: "a process among eight"}},
		Notes: []string{"Each row is one run, in which all but i are down: then i tests all of its clusters, one " +
			"after another and each in its order."},
	}
	for s := range printed[0] {
		t.Columns = append(t.Columns, reproduce.Column{
			Name: fmt.Sprintf("c(i,%d)", s+1), Means: fmt.Sprintf("its cluster %d, in order", s+1),
		})
	}
	rows, err := parallel.Each(ctx, progress, len(printed), func(i int) ([]string, error) {
		return clusters(ctx, spec.NodeID(i), len(printed))
	})
	for i, row := range rows {
		cells := []reproduce.Cell{reproduce.Int(i)}
		for s, members := range row {
			cells = append(cells, reproduce.Text(members).Exactly(printed[i][s]))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t, err
}
