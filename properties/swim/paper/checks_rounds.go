package paper

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// rounds are processes that pick in rounds. If changing is set, other members leave the list and come back at any time.
type rounds struct {
	processes

	picks    words.Picks
	changing bool
}

// moment is what the next picks depend on: what is left in the bag, which members are not in the list, and for how many
// periods the member was not probed.
type moment struct {
	left, away []int
	age        int
}

// walk searches all picks of process 0, which is stepped by its own code.
type walk struct {
	node   impl.Node
	state  *implementation.State
	fresh  []words.Entry
	member spec.NodeID
	limit  int
	most   int // the most periods from one probe of the member to the next, its own period included
}

func newWalk(r rounds, cfg words.Config, member spec.NodeID, limit int) *walk {
	n := implementation.New(0, cfg)
	w := &walk{node: n, state: n.State().(*implementation.State), member: member, limit: limit}
	w.fresh = w.state.Known
	if r.alter != nil {
		w.node = r.alter(n)
	}
	return w
}

// next returns what comes of a moment if the process picks the choice-th of those that it may, and false if it may pick
// fewer.
func (w *walk) next(m moment, choice int) (moment, bool) {
	known := slices.Clone(w.fresh)
	for _, id := range m.away {
		known[id].Status = words.Dead
	}
	*w.state = implementation.State{Known: known, Bag: m.left}
	some := false
	w.node.Step(impl.Event{Kind: impl.Fired, Timer: words.ClockPeriod, Now: time.Second},
		impl.NewEffects(func(_ string, from spec.Set, _ int) spec.Set {
			if some = choice < len(from); some {
				return from[choice : choice+1]
			}
			return from[:1]
		}))
	m.left, m.age = slices.Clone(w.state.Bag), m.age+1
	if w.state.Probe.Target == w.member {
		w.most, m.age = max(w.most, m.age), 0
	}
	return m, some
}

// changes returns the moment with each list that others may leave behind, the same one included.
func (w *walk) changes(m moment, changing bool) []moment {
	if !changing {
		return []moment{m}
	}
	var all []moment
	for which := range 1 << len(w.fresh) {
		var away []int
		for id := range w.fresh {
			if which>>id&1 == 1 {
				away = append(away, id)
			}
		}
		if which&1 == 0 && which>>w.member&1 == 0 {
			all = append(all, moment{m.left, away, m.age})
		}
	}
	return all
}

// search goes through all moments that there are, and returns an error if the member is not probed for more than limit
// periods.
func (w *walk) search(changing bool) error {
	todo := w.changes(moment{left: slices.Clone(w.state.Bag)}, changing)
	seen := map[string]bool{}
	for len(todo) > 0 {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if key := fmt.Sprint(m); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		for choice := 0; ; choice++ {
			after, some := w.next(m, choice)
			if !some {
				break
			}
			if after.age >= w.limit {
				return fmt.Errorf("member %d of %d is not probed for %d periods", w.member, len(w.fresh), after.age)
			}
			todo = append(todo, w.changes(after, changing)...)
		}
	}
	return nil
}

// bagOf returns, as if there were bags, how often each member is probed in a round, and how many probes a round has.
func bagOf(cfg words.Config) (times []int, all int) {
	if !cfg.Picks.InRounds() {
		cfg.Picks = words.RoundRobin
	}
	weights := slices.Clone(specification.Bags(cfg)[0])
	least := slices.Min(weights[1:])
	for id, w := range weights {
		times = append(times, 0)
		if id > 0 {
			times[id] = (w + least - 1) / least
			all += times[id]
		}
	}
	return times, all
}

// line returns a group whose processes are on a line, one metre from each to the next.
func line(n int, picks words.Picks, exponent int) words.Config {
	cfg := picking(group(n, 0, 1), picks, exponent)
	for i := range n {
		if picks.OnMap() {
			cfg.Positions = append(cfg.Positions, words.Position{1000 * i, 0})
		}
	}
	return cfg.WithDefaults()
}

// gap searches all picks of a configuration: the most periods from a probe of a member to the next must be 2 (R-c) + 1,
// of a round of R probes in which the member has c.
func (r rounds) gap(cfg words.Config) (most, all int, err error) {
	times, all := bagOf(cfg)
	for id := spec.NodeID(1); int(id) < cfg.Nodes; id++ {
		want := 2*(all-times[id]) + 1
		w := newWalk(r, cfg, id, want)
		if err := w.search(r.changing); err != nil {
			return 0, 0, err
		}
		if w.most != want {
			return 0, 0, fmt.Errorf("member %d of %d is probed after %d periods at most, want %d", id, cfg.Nodes,
				w.most, want)
		}
		most = max(most, want)
	}
	return most, all, nil
}

// checkRoundRobin is SW-7 of a round robin: the most periods are 2n-1 for n members.
func checkRoundRobin(r rounds) (string, error) {
	var found []string
	for n := 2; n <= 5; n++ {
		cfg := line(n, r.picks, 0)
		most, _, err := r.gap(cfg)
		if err != nil {
			return "", err
		}
		found = append(found, fmt.Sprint(most))
	}
	return "from one probe of a member to the next, with 1 to 4 members, over all picks of the implementation, at " +
		"most " + strings.Join(found, ", ") + " periods", nil
}

// checkBags is SW-7 of Medley's bags: less than two rounds.
func checkBags(r rounds) (string, error) {
	var found []string
	for _, m := range []int{0, 1, 2} {
		for _, n := range []int{3, 4} {
			cfg := line(n, r.picks, m)
			most, all, err := r.gap(cfg)
			if err != nil {
				return "", fmt.Errorf("exponent %d: %w", m, err)
			}
			found = append(found, fmt.Sprintf("%d with rounds of %d", most, all))
		}
	}
	return "three and four processes on a line, exponents 0 to 2, over all picks of the implementation: from one " +
		"probe of a member to the next at most " + strings.Join(found, ", ") + " periods", nil
}
