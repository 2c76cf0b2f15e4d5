package verify

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The oracle: the same system explored with nothing clever, by the adapter and
// checker.Explore, for tests to hold components and checker.Reach against.

// Simple is an implementation state under ghost and budget, as the adapter has it.
type Simple[G any] = spec.Spent[spec.Watched[explore.Global, G]]

// ColumnsOf returns the columns that a subject has been made of, with their types, but for their model. Their ghost may
// not see what processes show.
func ColumnsOf[L, G any](subject Subject) Columns[L, G] {
	u := subject.(*system)
	s := Columns[L, G]{
		Cluster: u.cluster, Budget: u.budget, Actions: u.actions, Cannot: u.cannot, Fairness: u.fairness,
		Local: func(at spec.NodeID, state any) L { return u.read(at, state).(L) },
		Ghost: spec.Ghost[G]{Init: u.ghost.Init.(G), Step: func(g G, a spec.Action, up spec.Set) G {
			return u.ghost.Step(g, a, up).(G)
		}},
	}
	if u.ghost.Allows != nil {
		s.Ghost.Allows = func(g G, input spec.Action, up spec.Set) bool { return u.ghost.Allows(g, input, up) }
	}
	plain := func(j Judged[L, G]) state {
		return state{State: spec.Watched[spec.Living, any]{State: j.State.State, Ghost: j.State.Ghost}, Spent: j.Spent}
	}
	for _, p := range u.properties {
		of := spec.Property[Judged[L, G]]{Name: p.Name, Kind: p.Kind, Witness: p.Witness}
		if p.Step == nil {
			of.Check = func(j Judged[L, G]) error { return p.Check(plain(j)) }
		} else {
			of.Step = func(was Judged[L, G], a spec.Action, is Judged[L, G]) error {
				return p.Step(plain(was), a, plain(is))
			}
		}
		s.Properties = append(s.Properties, of)
	}
	return s
}

// Simply returns the implementation as a plain model.
func (s Columns[L, G]) Simply() spec.Model[Simple[G]] {
	return spec.Bounded(spec.Watch(explore.Model(s.Cluster), s.Ghost), s.Budget)
}

// SimpleImage reads an implementation state as a specification state: the network, the
// ghost and the budget as they are, each process through Local.
func (s Columns[L, G]) SimpleImage(c Simple[G]) Judged[L, G] {
	procs := c.State.State.Procs
	st := spec.State[L]{
		Alive:  c.State.State.Living(),
		Nodes:  make([]L, len(procs)),
		Disk:   make([]any, len(procs)),
		Timers: make([]spec.SetOf[spec.Timer], len(procs)),
	}
	for i, p := range procs {
		st.Nodes[i] = s.Local(spec.NodeID(i), load(s.Cluster, spec.NodeID(i), p))
		st.Disk[i] = p.Saved()
		st.Timers[i] = p.Armed
		st.Flight = append(st.Flight, flightOf(p.Inbox)...)
	}
	slices.SortFunc(st.Flight, spec.CompareMessages)
	return Judged[L, G]{
		State: spec.Watched[spec.State[L], G]{State: st, Ghost: c.State.Ghost},
		Spent: c.Spent,
	}
}

// Fast is an implementation's graph by its components.
type Fast[G any] struct {
	Reach
	State func(n int) Simple[G]
	Image func(n int) string // encoded
	Steps func(n int) []checker.Step
	Again string // what the nondeterminism check says
	// EdgesFrom has the steps by numbers, beside whether only the budget forbids a fair action.
	EdgesFrom func(n int) ([]checker.Edge, bool)
	Action    func(number uint32) spec.Action
}

// Fastly explores the implementation by its components.
func (s Columns[L, G]) Fastly(names []string, o ReachOptions) (Fast[G], error) {
	u := s.system()
	chosen, err := u.chosen(names)
	if err != nil {
		return Fast[G]{}, err
	}
	r, err := reachOf(u, chosen, o)
	if err != nil {
		return Fast[G]{}, err
	}
	f := Fast[G]{
		Reach: r.report(), Steps: r.StepsFrom, EdgesFrom: r.EdgesFrom, Action: r.Action,
		State: func(n int) Simple[G] {
			st := r.State(n)
			image := typed[L, G](r.reader.image(st))
			watched := spec.Watched[explore.Global, G]{State: r.reader.components.State(st), Ghost: image.State.Ghost}
			return Simple[G]{State: watched, Spent: image.Spent}
		},
		Image: func(n int) string { return codec.Key(typed[L, G](r.image(n))) },
	}
	if found := r.nondeterminism(); found != nil {
		f.Again = found.Contract + ": " + found.Why
	}
	return f, nil
}

// SetPerWord has explorations try these numbers in a word of a state, one after the
// other, until the test is over.
func SetPerWord(t interface{ Cleanup(func()) }, numbers ...int) {
	was := perWord
	perWord = numbers
	t.Cleanup(func() { perWord = was })
}
