package world

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Whatever channels are gone, what is kept for each is what a map would keep.
func TestChannelsAreKeptApart(t *testing.T) {
	node := rapid.OneOf(rapid.IntRange(0, 3), rapid.IntRange(0, 5000))
	rapid.Check(t, func(t *rapid.T) {
		var table channels[int]
		want := map[[2]int]int{}
		for range rapid.IntRange(0, 300).Draw(t, "copies") {
			from, to := node.Draw(t, "from"), node.Draw(t, "to")
			want[[2]int{from, to}]++
			kept := table.of(channelOf(spec.NodeID(from), spec.NodeID(to)))
			if *kept++; *kept != want[[2]int{from, to}] {
				t.Fatalf("%d copies from %d to %d, want %d", *kept, from, to, want[[2]int{from, to}])
			}
		}
		if table.used != len(want) || len(table.slots) > max(16, 4*len(want)) {
			t.Fatalf("%d channels in %d slots, want %d", table.used, len(table.slots), len(want))
		}
	})
}
