package campaign

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Bound is a small configuration of a protocol under a budget: the specification can
// be explored whole there, and runs of that configuration visit some of its edges.
type Bound struct {
	// Config and Budget say in words which ones they are.
	Config, Budget string
	// Never, where set, says why no run of the campaign has that configuration.
	Never string
	// Graph explores the specification when it is called first.
	Graph func() (EdgeCounts, error)
}

// EdgeCounts is what was explored. Its edges, each a source, an action with arguments and
// a target, are numbered from 0 on: those of the first action, those of the second.
type EdgeCounts struct {
	States int
	// Actions are sorted by name, of none of them an edge is visited.
	Actions []ActionEdges
}

// ActionEdges counts the edges with actions of one name, and those of them that were
// visited.
type ActionEdges struct {
	Action  string `json:"action" input:"required"`
	Visited int    `json:"visited" input:"required"`
	Edges   int    `json:"edges" input:"required"`
}

// Edges are the edges of the bound that runs of a campaign have visited.
type Edges struct {
	// Runs counts the runs of the bound's configuration. Nothing below is known
	// before there is one.
	Runs    int           `json:"runs" input:"required"`
	States  int           `json:"states" input:"required"`
	Actions []ActionEdges `json:"actions" input:"required"`
	// Visited has for each edge a bit.
	Visited Bits `json:"visited" input:"required"`
}

// add marks what one run has visited. Where it fails it changes nothing.
func (e *Edges) add(g EdgeCounts, visited []int32) error {
	total := sum(g.Actions).Edges
	for _, n := range visited {
		if n < 0 || int(n) >= total {
			return fmt.Errorf("edge %d was visited, and there are %d", n, total)
		}
	}
	if e.Runs == 0 {
		e.States, e.Actions, e.Visited = g.States, slices.Clone(g.Actions), make(Bits, bytesFor(total))
	} else if !e.of(g) {
		return errors.New("its edges are those of another version of the specification; begin again with -restart")
	}
	e.Runs++
	for _, n := range visited {
		if !e.Visited.has(int(n)) {
			e.Visited[n/8] |= 1 << (n % 8)
			e.Actions[e.actionOf(int(n))].Visited++
		}
	}
	return nil
}

// of reports whether e was counted in the graph of g: both have the same states, actions and edges.
func (e *Edges) of(g EdgeCounts) bool {
	return e.States == g.States && slices.EqualFunc(e.Actions, g.Actions, func(a, b ActionEdges) bool {
		return a.Action == b.Action && a.Edges == b.Edges
	})
}

// actionOf returns the index of the action of an edge.
func (e *Edges) actionOf(n int) int {
	return slices.IndexFunc(e.Actions, func(a ActionEdges) bool {
		n -= a.Edges
		return n < 0
	})
}

// sum counts over all actions.
func sum(actions []ActionEdges) ActionEdges {
	var all ActionEdges
	for _, a := range actions {
		all.Visited += a.Visited
		all.Edges += a.Edges
	}
	return all
}

// Total counts the edges of all actions.
func (e *Edges) Total() ActionEdges { return sum(e.Actions) }

// Unvisited lists the actions of which no edge was visited.
func (e *Edges) Unvisited() []string {
	var names []string
	for _, a := range e.Actions {
		if a.Visited == 0 {
			names = append(names, a.Action)
		}
	}
	return names
}

// check tells what cannot be after so many runs.
func (e *Edges) check(runs int) error {
	if e.Runs < 0 || e.Runs > runs {
		return input.Errorf("edges.runs", "%d, it must be 0 to the number of runs, %d", e.Runs, runs)
	}
	if e.Runs == 0 && (e.States != 0 || len(e.Actions) > 0) {
		return input.Errorf("edges.runs", "0, and states or actions are there")
	}
	first := 0
	for i, a := range e.Actions {
		field := fmt.Sprintf("edges.actions[%d]", i)
		if i > 0 && a.Action <= e.Actions[i-1].Action {
			return input.Errorf(field+".action", "%q, actions must be in the order of their names", a.Action)
		}
		if a.Edges < 1 || a.Edges > math.MaxInt32-first {
			return input.Errorf(field+".edges", "%d, it must be 1 or more, and few enough to be counted", a.Edges)
		}
		n := 0
		for edge := first; edge < first+a.Edges && edge/8 < len(e.Visited); edge++ {
			if e.Visited.has(edge) {
				n++
			}
		}
		if n != a.Visited {
			return input.Errorf(field+".visited", "%d, and edges.visited has %d of them", a.Visited, n)
		}
		first += a.Edges
	}
	if len(e.Visited) != bytesFor(first) || e.Visited.count() != e.Total().Visited {
		return input.Errorf("edges.visited", "must have a bit for each of %d edges", first)
	}
	return nil
}

// write prints the bound and how much of it was visited, a row an action.
func (e *Edges) write(out io.Writer, b Bound) {
	if b.Never != "" {
		fmt.Fprintf(out, "small bound\tno run can visit it, %s: %s\n", b.Never, b.Config)
		return
	}
	fmt.Fprintf(out, "small bound\t%s; %s\n", b.Config, b.Budget)
	if e.Runs == 0 {
		fmt.Fprintf(out, "edges visited\tnone: no run was of that configuration\n")
		return
	}
	all := e.Total()
	fmt.Fprintf(out, "\t%d states, %d edges; %d runs are of that configuration\n", e.States, all.Edges, e.Runs)
	fmt.Fprintf(out, "edges visited\t%d of %d, %s per cent\n", all.Visited, all.Edges, perCent(all))
	for _, a := range e.Actions {
		fmt.Fprintf(out, "  %s\t%d of %d\n", a.Action, a.Visited, a.Edges)
	}
	unvisited := "none"
	if names := e.Unvisited(); len(names) > 0 {
		unvisited = strings.Join(names, ", ")
	}
	fmt.Fprintf(out, "actions never visited\t%s\n", unvisited)
}

// perCent is rounded down: 100 means all.
func perCent(a ActionEdges) string {
	tenths := int64(a.Visited) * 1000 / int64(max(1, a.Edges))
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}

// Bits are bits, the lowest one of the first byte first; in JSON they are base64.
type Bits []byte

func bytesFor(n int) int { return (n + 7) / 8 }

func (b Bits) has(n int) bool { return b[n/8]>>(n%8)&1 == 1 }

func (b Bits) count() int {
	n := 0
	for _, x := range b {
		n += bits.OnesCount8(x)
	}
	return n
}

// MarshalText writes base64.
func (b Bits) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode([]byte{}, b), nil
}

// UnmarshalText reads base64.
func (b *Bits) UnmarshalText(text []byte) error {
	list, err := base64.StdEncoding.AppendDecode([]byte{}, text)
	if err != nil {
		return errors.New("must be base64")
	}
	*b = list
	return nil
}
