package pipeline

import "testing"

// Of those whose path leads through the cluster, and the one that came last is not one of them, the least that is
// enough loses its path, or else the greatest; who has lost one already is spared.
func TestVictim(t *testing.T) {
	p := Problem{Streams: []Stream{{Demand: 1}, {Demand: 5}, {Demand: 3}, {Demand: 2}}}
	for _, c := range []struct {
		name   string
		room   int64
		ousted []int
		want   int
	}{
		{"the least that is enough", -1, []int{0, 0, 0, 0}, 3},
		{"only one is enough", -3, []int{0, 0, 0, 0}, 2},
		{"none is enough", -4, []int{0, 0, 0, 0}, 2},
		{"it was ousted before", -3, []int{0, 0, 1, 0}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := &building{
				task: &task{Problem: p}, plan: Plan{{1}, {0}, {0}, {0}}, room: []int64{c.room, 0}, ousted: c.ousted,
			}
			if got := b.victim(0, 1); got != c.want {
				t.Errorf("%d loses its path, want %d", got, c.want)
			}
		})
	}
}
