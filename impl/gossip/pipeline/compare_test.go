package pipeline

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What claims to be exact is, in each of the instances, and the rest never claims more than it has. The numbers are
// the same on any machine.
func TestCompare(t *testing.T) {
	c := Compare(400, 1)
	want := Comparison{
		Instances: 400, Infeasible: 133,
		Dynamic: Agreement{100, 100}, Flow: Agreement{100, 100},
		Searched: Agreement{100, 100}, Replanned: Agreement{63, 63},
		Heuristic: Gaps{Of: 59, None: 59}, Missed: 1,
		Greedy: Gaps{Of: 54, None: 45, Sum: 989, Largest: 381}, GreedyStuck: 6,
		Bounded: Gaps{Of: 60, None: 32, Sum: 2755, Largest: 353},
	}
	if d := cmp.Diff(want, c); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if testing.Short() {
		return
	}
	c = Compare(8000, 2)
	t.Logf("%+v", c)
	for name, a := range map[string]Agreement{
		"Dynamic": c.Dynamic, "Flow": c.Flow, "Searched": c.Searched, "Replanned": c.Replanned,
	} {
		if a.Agree != a.Of || a.Of < 1000 {
			t.Errorf("%s agrees in %d of %d", name, a.Agree, a.Of)
		}
	}
	if c.Wrong != 0 || c.Infeasible < 1000 || c.Infeasible > 5000 || c.Greedy.Largest <= c.Heuristic.Largest {
		t.Errorf("%+v", c)
	}
}

// The same seed draws the same problem, another one another, and all are what Check says.
func TestDraw(t *testing.T) {
	shape := Shape{Stages: 2, Clusters: 3, Streams: 4, Demand: 5, Load: 700, Delay: 100, Unlinked: 100}
	unlinked := 0
	for seed := range uint64(50) {
		p := Draw(seed, shape)
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		if cmp.Equal(p, Draw(seed+1, shape)) || !cmp.Equal(p, Draw(seed, shape)) {
			t.Fatalf("seed %d", seed)
		}
		for _, row := range p.Delays {
			for _, delay := range row {
				if delay == NoLink {
					unlinked++
				}
			}
		}
	}
	if unlinked < 100 || unlinked > 300 {
		t.Errorf("%d of 1,800 links are not there", unlinked)
	}
	if mean := (Gaps{Of: 3, Sum: 9}).Mean(); mean != 3 {
		t.Error(mean)
	}
	if s := (Gaps{Of: 3, None: 1, Sum: 10, Largest: 9}).String(); s != "none in 1 of 3, mean 4/1000, largest 9/1000" {
		t.Error(s)
	}
}
