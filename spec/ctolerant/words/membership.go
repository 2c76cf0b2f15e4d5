package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Change is one change of the membership: what process At is told, or does. As text it
// is "1 forgets 0", "1 learns 0", "3 joins" or "2 leaves".
type Change struct {
	At   spec.NodeID `tla:"-"` // in TLA+ the changes of each process are a sequence
	Does Verb
	// Node is whom At forgets or learns, None where it joins or leaves.
	Node spec.NodeID
}

// Verb says what a Change does.
type Verb string

// The verbs.
const (
	// Forgets: the process takes a live one out of its list (a false removal), or one that
	// has left.
	Forgets Verb = "forgets"
	// Learns: the process puts one into its list: a late addition, or a stale entry.
	Learns Verb = "learns"
	// Joins: the process was outside the group from the start, and comes in.
	Joins Verb = "joins"
	// Leaves: it goes, for good.
	Leaves Verb = "leaves"
)

// MarshalText returns the change as text.
func (c Change) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// String returns the change as text.
func (c Change) String() string {
	if c.Does == Joins || c.Does == Leaves {
		return fmt.Sprintf("%s %s", c.At, c.Does)
	}
	return fmt.Sprintf("%s %s %s", c.At, c.Does, c.Node)
}

// UnmarshalText reads a change.
func (c *Change) UnmarshalText(text []byte) error {
	words := strings.Split(string(text), " ")
	numbers := []int{-1, -1}
	for i, at := range []int{0, 2} {
		if at < len(words) {
			if n, err := strconv.Atoi(words[at]); err == nil {
				numbers[i] = n
			}
		}
	}
	*c = Change{At: spec.NodeID(numbers[0]), Node: spec.NodeID(numbers[1])}
	wanted := 0
	if len(words) > 1 {
		c.Does = Verb(words[1])
		switch c.Does {
		case Joins, Leaves:
			wanted = 2
		case Forgets, Learns:
			wanted = 3
		}
	}
	if len(words) != wanted || c.String() != string(text) {
		return fmt.Errorf("%q, it must be like \"1 forgets 0\", \"1 learns 0\", \"3 joins\" or \"2 leaves\"", text)
	}
	return nil
}

// Bound says how c is held while lists change (S3); "" for not at all. Of a process that joins
// nothing is asked: others must lack it for a while.
type Bound string

// The bounds. Each is stronger than those before it.
const (
	// HeldInstant: at each instant at most c others of the group lack a process of it.
	HeldInstant Bound = "instant"
	// HeldRun: in each run of an initiator, from its first QUERY to the next run's, at most c
	// others that are in the group now have lacked one at some instant.
	HeldRun Bound = "run"
	// HeldRunDead: those are counted too that have died or left in that run.
	HeldRunDead Bound = "run-dead"
)

// Bounds lists them.
func Bounds() []Bound { return []Bound{HeldInstant, HeldRun, HeldRunDead} }

// OverRuns tells whether c is held over whole runs.
func (b Bound) OverRuns() bool { return b == HeldRun || b == HeldRunDead }

// ChurnAt returns the changes at a process, in their order.
func (c Config) ChurnAt(at spec.NodeID) []Change {
	var all []Change
	for _, change := range c.Churn {
		if change.At == at {
			all = append(all, change)
		}
	}
	return all
}

// Joiners are those that join during the run, Leavers those that leave.
func (c Config) Joiners() spec.Set { return c.that(Joins) }

// Leavers are those that leave during the run.
func (c Config) Leavers() spec.Set { return c.that(Leaves) }

func (c Config) that(does Verb) spec.Set {
	var ids spec.Set
	for _, change := range c.Churn {
		if change.Does == does {
			ids = ids.With(change.At)
		}
	}
	return ids
}

func (c Config) checkRivals() error {
	for i, id := range c.Rivals {
		switch {
		case !c.knows(id) || id == c.Initiator:
			return input.Errorf("rivals", "%d, each must be 0 to %d and not the initiator", int(id), c.Nodes-1)
		case i > 0 && c.Rivals[i-1] >= id:
			return input.Errorf("rivals", "they must be in ascending order without repetition")
		}
	}
	return nil
}

func (c Config) checkChurn() error {
	joiners, leavers, gone := c.Joiners(), c.Leavers(), spec.Set(nil)
	seen := spec.Set(nil)
	for i, change := range c.Churn {
		field := fmt.Sprintf("churn[%d]", i)
		passive := change.Does == Joins || change.Does == Leaves
		switch {
		case !c.knows(change.At) || !passive && (!c.knows(change.Node) || change.Node == change.At):
			return input.Errorf(field, "%q, it must be about nodes 0 to %d, two different ones", change, c.Nodes-1)
		case gone.Has(change.At):
			return input.Errorf(field, "%q, it comes after %s has left", change, change.At)
		case change.Does == Joins && seen.Has(change.At):
			return input.Errorf(field, "%q, to join must be the first that %s does", change, change.At)
		case change.Does == Learns && joiners.Has(change.Node):
			return input.Errorf(field, "%q, it learns that from %s itself, which joins", change, change.Node)
		case passive && (c.Initiators().Has(change.At) || joiners.Has(change.At) && leavers.Has(change.At)):
			return input.Errorf(field, "%q, an initiator stays, and others either join or leave", change)
		}
		seen = seen.With(change.At)
		if change.Does == Leaves {
			gone = gone.With(change.At)
		}
	}
	return nil
}

func (c Config) checkLists() error {
	if len(c.Lists) != c.Nodes {
		return input.Errorf("lists", "%d lists, there must be one for each of the %d nodes",
			len(c.Lists), c.Nodes)
	}
	joiners := c.Joiners()
	for i, list := range c.Lists {
		owner := spec.NodeID(i)
		for at, id := range list {
			if !c.knows(id) {
				return input.Errorf("lists", "list %d holds %d, its members must be 0 to %d",
					i, int(id), c.Nodes-1)
			}
			if at > 0 && list[at-1] >= id {
				return input.Errorf("lists", "list %d must be in ascending order without repetition", i)
			}
			if id != owner && joiners.Has(id) {
				return input.Errorf("lists", "list %d holds %d, which is yet to join", i, int(id))
			}
		}
		if !list.Has(owner) {
			return input.Errorf("lists", "list %d lacks its owner, it must hold %d", i, i)
		}
	}
	return c.checkC()
}

// checkC holds the bound c against the lists over the whole run: a list lacks a process if it
// does at first, or comes to forget it. Those that join or leave are not counted: others
// must lack them for a while.
func (c Config) checkC() error {
	if c.BreaksC {
		return nil
	}
	exempt := c.Joiners()
	for _, id := range c.Leavers() {
		exempt = exempt.With(id)
	}
	lacking := make([]int, c.Nodes)
	for i, list := range c.Lists {
		if len(list) == c.Nodes && len(c.Churn) == 0 {
			continue
		}
		lacks := spec.AllNodes(c.Nodes).Minus(list)
		for _, change := range c.ChurnAt(spec.NodeID(i)) {
			if change.Does == Forgets && !lacks.Has(change.Node) {
				lacks = lacks.With(change.Node)
			}
		}
		for _, id := range lacks {
			lacking[id]++
		}
	}
	for id, n := range lacking {
		if n > c.C && !exempt.Has(spec.NodeID(id)) {
			return input.Errorf("lists", "%d lists lack node %d%s, at most c = %d may (or set breaksC)",
				n, id, overTheRun(c.Churn), c.C)
		}
	}
	return nil
}

// checkHeld holds c against the lists at first, where they are to stay within it.
func (c Config) checkHeld() error {
	if c.Held == "" {
		return nil
	}
	if !slices.Contains(Bounds(), c.Held) {
		return input.Errorf("held", "%q, it must be one of %q, or absent", c.Held, Bounds())
	}
	lacking, there := make([]int, c.Nodes), spec.AllNodes(c.Nodes).Minus(c.Joiners())
	for _, k := range there {
		for _, id := range there.Minus(c.Lists[k]) {
			if lacking[id]++; lacking[id] > c.C {
				return input.Errorf("held", "more than c = %d lists lack node %d at first, and at most so many may",
					c.C, id)
			}
		}
	}
	return nil
}

// overTheRun says how lists are counted where they change.
func overTheRun(churn []Change) string {
	if slices.ContainsFunc(churn, func(c Change) bool { return c.Does == Forgets }) {
		return " at some time of the run"
	}
	return ""
}
