package paper

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	elections "github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/properties/swim/trace"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// onLine is an election of nodes processes, each of which is linked with the next.
func onLine(nodes int, change func(*scene)) scene {
	s := scene{
		point: point{scene: trace.Scene{Nodes: nodes}}, topology: &faults.Topology{}, lists: make([]spec.Set, nodes),
		suspicions: make([][]int, nodes), initiator: spec.NodeID(nodes - 1), seed: 1,
	}
	for i := range nodes {
		s.lists[i], s.suspicions[i] = spec.AllNodes(nodes), make([]int, nodes)
		if i > 0 {
			s.topology.Links = append(s.topology.Links, [2]spec.NodeID{spec.NodeID(i - 1), spec.NodeID(i)})
		}
	}
	change(&s)
	return s
}

// On a line of three process 2 asks 0, 1 and itself: four hops, and as many of the answers. It notifies 0, two hops
// away, whose LEADER goes over four, and along a tree over three.
func TestBytesAreTimesHops(t *testing.T) {
	s := onLine(3, func(s *scene) { s.c = 2 })
	got, err := s.run(t.Context(), words.Base)
	if err != nil {
		t.Fatal(err)
	}
	size := func(body spec.Body) int { return len(codec.Append(nil, body)) + 28 }
	of := words.Election{Number: 1, Initiator: 2}
	want := 4*size(words.Query{Run: 1, X: 1, Election: 1}) + 4*size(words.Response{Run: 1, Candidates: spec.Set{0}}) +
		2*size(words.Notify{Run: 1, Seq: 1, Election: of}) + 4*size(words.Leader{Run: 1, Seq: 1, Election: of})
	if !got.ended || got.bytes != want || got.leader != 0 || got.changes != 1 {
		t.Errorf("%+v, want %d bytes", got, want)
	}
	s.tree = true
	want -= size(words.Leader{Run: 1, Seq: 1, Election: of})
	if got, err = s.run(t.Context(), words.Base); err != nil || got.bytes != want {
		t.Errorf("LEADER along a tree: %d bytes, want %d: %v", got.bytes, want, err)
	}
}

// An election ends when all processes that are up follow its leader: a process that is down follows none (N19).
func TestTheDeadNeedNotFollow(t *testing.T) {
	s := onLine(3, func(s *scene) {
		s.c, s.dead = 1, true
		s.lists[1], s.lists[2] = spec.Set{1, 2}, spec.Set{1, 2}
	})
	got, err := s.run(t.Context(), words.Base)
	if err != nil {
		t.Fatal(err)
	}
	if !got.ended || got.leader != 1 || got.completion <= 0 {
		t.Errorf("%+v, want an election that ends with leader 1", got)
	}
}

// Over three hops a fifth of the copies is lost if that is drawn once for a route, and half of them if it is drawn for
// each link.
func TestLossesPerRoute(t *testing.T) {
	for perLink, want := range map[bool][2]int{false: {170, 230}, true: {450, 530}} {
		lost, copies := 0, 0
		for seed := range uint64(400) {
			s := onLine(4, func(s *scene) {
				s.point.scene.Loss, s.point.scene.PerLink, s.seed = 200, perLink, seed
				s.lists[3] = spec.Set{0, 3}
				s.c = 1
			})
			cfg := s.config(words.Base)
			cfg = cfg.WithDefaults()
			w, err := world.New(elections.Group(cfg), s.plan(nil))
			if err != nil {
				t.Fatal(err)
			}
			for _, kind := range w.Run().Traffic {
				if kind.Kind == words.KindNotify { // from 3 to 0
					lost, copies = lost+kind.Dropped, copies+kind.Copies
				}
			}
		}
		if share := 1000 * lost / copies; share < want[0] || share > want[1] {
			t.Errorf("per link %t: of %d copies %d are lost", perLink, copies, lost)
		}
	}
}

// The first process learns of the second and forgets it again, and suspects it once more, when the trace says so; what
// comes after the window does not happen.
func TestTraceDrives(t *testing.T) {
	s := onLine(3, func(s *scene) {
		s.at = 100 * second
		s.lists[0] = spec.Set{0, 2}
		s.suspicions[0][1] = 4
		s.later = []trace.Change{
			{At: 100*second + 3*millisecond, Process: 0, Of: 1, Status: trace.Alive},
			{At: 100*second + 5*millisecond, Process: 0, Of: 1, Status: trace.Suspected, ByItself: true},
			{At: 100*second + 7*millisecond, Process: 0, Of: 2, Status: trace.Suspected},
			{At: 100*second + 9*millisecond, Process: 0, Of: 1, Status: trace.Removed},
			{At: 131 * second, Process: 0, Of: 1, Status: trace.Alive},
		}
	})
	cfg := s.config(words.Preferred)
	pins := s.pinned(&cfg)
	cfg = cfg.WithDefaults()
	var told []string
	w, err := world.New(elections.Group(cfg), s.plan(pins), observing(func(e *world.Event) {
		if inputs := []string{words.KindLearn, words.KindSuspect, words.KindForget}; e.Action.At == 0 &&
			slices.Contains(inputs, e.Action.Name) {
			told = append(told, e.At.String()+" "+e.Action.Name)
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	w.Run()
	want := []string{"3ms Learn", "5ms Suspect", "9ms Forget"}
	if !slices.Equal(told, want) {
		t.Errorf("%q, want %q", told, want)
	}
}

// observing is an observer that is a function.
type observing func(*world.Event)

func (o observing) Observe(_ *world.World, e *world.Event) { o(e) }

// A line goes through points of which all but one lie on it as R² says.
func TestLine(t *testing.T) {
	l := lineThrough(reproduce.Ratios([]int{0, 1, 2}, 1), reproduce.Ratios([]int{1, 3, 5}, 1))
	if l.start.RatString() != "1" || l.slope.RatString() != "2" || l.fit.RatString() != "1" {
		t.Errorf("%+v", l)
	}
	l = lineThrough(reproduce.Ratios([]int{0, 1, 2}, 1), reproduce.Ratios([]int{0, 0, 3}, 1))
	if l.fit.RatString() != "3/4" {
		t.Errorf("%+v", l)
	}
}
