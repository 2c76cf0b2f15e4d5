package swim

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// Three processes at 0, 1 and 3 pick by the distance: 0 picks 2 in 1 of 4 periods, and 1 picks 2 in 1 of 3. So 2 is
// probed in 7 of 12, and in 1 of 4 if 1 is down. 2 and 0 exchange news in 13 of 20, by the probes of both.
func TestPeriods(t *testing.T) {
	line := words.Config{
		Nodes: 3, Picks: words.Spatial, Positions: []words.Position{{0, 0}, {0, 1}, {0, 3}}, Exponent: 1,
	}
	far := line
	far.Positions = []words.Position{{0, 0}, {0, 1}, {0, 1000}}
	refused := line
	refused.Positions = line.Positions[:2]
	for _, c := range []struct {
		cfg                            words.Config
		periods, probed, without, meet int
	}{
		{line, 4, 2, 4, 2},
		{far, 1001, 500, 1001, 2},
		{refused, 3, 1, 1, 1},
		{words.Config{Nodes: 3}, 3, 1, 1, 1},
		{words.Config{Nodes: 9, Picks: words.RoundRobin}, 9, 1, 1, 1},
		{words.Config{}, 0, 1, 1, 1},
	} {
		for name, is := range map[string][2]int{
			"Periods": {Periods(c.cfg), c.periods}, "FirstProbe": {FirstProbe(c.cfg, 0), c.probed},
			"FirstProbe with one down": {FirstProbe(c.cfg, 1), c.without}, "Meeting": {Meeting(c.cfg, 0), c.meet},
		} {
			if is[0] != is[1] {
				t.Errorf("%s of %+v is %d, want %d", name, c.cfg, is[0], is[1])
			}
		}
	}
}

// Three processes at 0, 1 and 2 pick by the squared distance. 0 and 2 probe each other in 2 of 5 periods, and news go
// faster by way of 1 if it is up.
func TestMeeting(t *testing.T) {
	line := words.Config{
		Nodes: 3, Picks: words.Spatial, Positions: []words.Position{{0, 0}, {0, 1}, {0, 2}}, Exponent: 2,
	}
	for down, want := range []int{2, 3} {
		if is := Meeting(line, down); is != want {
			t.Errorf("with %d down it is %d, want %d", down, is, want)
		}
	}
}
