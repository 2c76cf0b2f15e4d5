package ctolerant

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/campaign/diagram"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The picture of X1 that is kept, and the plan that it shows, from the repository's
// root on.
const (
	x1Picture = "properties/ctolerant/testdata/x1.html"
	x1Plan    = "properties/ctolerant/testdata/corpus/x1-agreement.json"
)

// The picture of X1 is, byte for byte, what the command line writes; it has a lifeline
// for each process and an arrow for each copy of the trace, and it shows what matters.
func TestDiagramOfX1(t *testing.T) {
	plan, err := campaign.ReadPlan(filepath.Join("..", "..", x1Plan))
	if err != nil {
		t.Fatal(err)
	}
	all, err := campaign.Replay(Protocol().Registered().Campaigns(), plan)
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	picture := campaign.Diagram(all[0], []string{"replay", "scrutineer replay " + x1Plan})
	if err := diagram.Write(&page, picture); err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(filepath.Join("..", "..", x1Picture))
	if err != nil || !bytes.Equal(kept, page.Bytes()) {
		t.Errorf("%s is not what would be written (%v); to renew it, and then look at it, at the repository's root:\n"+
			"rm -f %[1]s && go run ./cmd/scrutineer replay -diagram %[1]s %[3]s", x1Picture, err, x1Plan)
	}
	nodes, arrows, err := diagram.Read(page.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]spec.NodeID{0, 1, 2}, nodes); diff != "" {
		t.Errorf("the lifelines differ from the processes:\n%s", diff)
	}
	if diff := cmp.Diff(arrowsOf(all[0].Trace), arrows); diff != "" {
		t.Errorf("the arrows differ from the copies of the trace:\n%s", diff)
	}
	late := diagram.Arrow{Copy: 8, Kind: "Leader", From: 0, To: 2, Sent: 6, At: 19, Fate: diagram.Delivered}
	if len(arrows) < late.Copy || arrows[late.Copy-1] != late {
		t.Errorf("the late LEADER is not drawn as %+v", late)
	}
	for _, text := range []string{
		`class="event crash" data-event="7"`, `class="event premature" data-event="11"`,
		">① Crash</text>", ">Premature Await</text>", ">Agreement fails</text>",
		">② Leader {run 1, seq 1, election {number 1, initiator 2}}</text>",
		`<a href="#d6">6</a>, <a href="#d19">19</a>`,
		`data-band="follows 0" data-process="1"`, `data-band="follows 1" data-process="1"`,
		`data-band="follows 1" data-process="2"`, `data-band="follows 0" data-process="2"`,
		`class="end">down</text>`, `class="end">follows 1</text>`, `class="end">follows 0</text>`,
		"<p>event 19, DeliverLeader 0→2 {Run:1 Seq:1 Election:1 of 2}:</p><ul><li>Leader: 1 → 0</li></ul>",
	} {
		if n := strings.Count(page.String(), text); n != 1 {
			t.Errorf("%s stands %d times in the picture, want once", text, n)
		}
	}
}

// arrowsOf says of each copy in a trace what must be drawn of it.
func arrowsOf(trace []world.TraceLine) []diagram.Arrow {
	var arrows []diagram.Arrow
	for _, sending := range trace {
		for _, sent := range sending.Sent {
			a := diagram.Arrow{
				Copy: sent.Copy, Kind: sent.Kind, From: *sending.Node, To: sent.To, Sent: sending.N, Fate: diagram.Open,
			}
			for _, l := range trace {
				if l.Copy != sent.Copy {
					continue
				}
				switch a.At = l.N; l.Action {
				case spec.Deliver(sent.Kind):
					a.Fate = diagram.Delivered
				case spec.Drop(sent.Kind):
					a.Fate = diagram.Dropped
				default:
					a.Fate = l.Action // which no arrow has
				}
			}
			arrows = append(arrows, a)
		}
	}
	return arrows
}
