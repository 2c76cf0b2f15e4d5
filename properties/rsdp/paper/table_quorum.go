package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
)

// failing is a network in which messages are lost and replicas fail, so many of 1,000.
type failing struct {
	lossyNet
	fails int
}

// failings are the settings that are measured: the paper gives no numbers.
func failings() []failing {
	return []failing{
		{lossyNet{nodes: 3, perMille: 10}, 0},
		{lossyNet{nodes: 5, perMille: 0}, 50},
		{lossyNet{nodes: 5, perMille: 10}, 10},
		{lossyNet{nodes: 5, perMille: 20}, 0},
		{lossyNet{nodes: 10, perMille: 10}, 0},
	}
}

// risk is what the closed forms say of it.
func (f failing) risk() specification.Risk {
	r := f.lossyNet.risk()
	r.Failure = big.NewRat(int64(f.fails), 1000)
	return r
}

// heard notes from whom each replica has got each kind of message.
type heard struct {
	of map[string][]spec.Set // by kind and receiver
}

func newHeard(nodes int) heard {
	h := heard{map[string][]spec.Set{}}
	for _, kind := range phases() {
		h.of[spec.Deliver(kind)] = make([]spec.Set, nodes)
	}
	return h
}

// Observe notes it.
func (h heard) Observe(_ *world.World, e *world.Event) {
	if by := h.of[e.Action.Name]; by != nil {
		by[e.Action.At] = by[e.Action.At].With(e.Action.Msg.From)
	}
}

// all reports whether a replica has got all three from everybody.
func (h heard) all(at spec.NodeID) bool {
	for _, by := range h.of {
		if len(by[at]) < len(by) {
			return false
		}
	}
	return true
}

// succeed runs one session and counts the replicas that do not fail and hear all three kinds of messages
// from everybody. Who fails does so before it says anything, or when all is said.
func (f failing) succeed(ctx context.Context, seed uint64, silent bool) (int, error) {
	s, err := f.session(seed)
	if err != nil {
		return 0, err
	}
	at := s.end
	if silent {
		at = 0
	}
	key := draw.New(seed).Named("failures")
	for id := range spec.NodeID(f.nodes) {
		if key.With(uint64(id)).Hits(f.fails) {
			s.faults = append(s.faults, faults.Fault{Kind: &faults.Crash{Node: id, At: &at}})
		}
	}
	h := newHeard(f.nodes)
	w, err := s.run(ctx, h)
	if err != nil {
		return 0, err
	}
	many := 0
	for _, id := range w.Living() {
		if h.all(id) {
			many++
		}
	}
	return many, nil
}

// quorum is A4.5: how often a quorum hears all that equation (10) asks for, beside what (10) says.
func (e extent) quorum(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "replicas", Means: "n"},
			{Name: "fail", Unit: "%", Means: "p_f, of all replicas"},
			{Name: "lost", Unit: "%", Means: "p_l, of all messages from one replica to another"},
			{
				Name: "exact", Unit: "%", Means: "how often at least half of the replicas do not fail and hear " +
					"HELLO, STATUS and SHARE from all, a STATUS being sent to whose HELLO has come; by equation (10)",
			},
			{
				Name: "measured", Unit: "%",
				Means: "the same in sessions of the running protocol; who fails does so at the end",
			},
			{Name: "exact, silent", Unit: "%", Means: "as exact, where who fails says nothing"},
			{Name: "measured, silent", Unit: "%", Means: "as measured, where who fails does so before it starts"},
		},
		Notes: []string{fmt.Sprintf("%d sessions of all of each, from a cold start.", e.quorumRuns)},
	}
	list := failings()
	runs, err := parallel.Each(ctx, progress, 2*len(list)*e.quorumRuns, func(i int) (int, error) {
		return list[i/(2*e.quorumRuns)].succeed(ctx, uint64(i/2%e.quorumRuns)+1, i%2 == 1)
	})
	if err != nil {
		return t, err
	}
	for i, f := range list {
		r := f.risk()
		q := r.Quorum()
		var reached [2][]bool
		for run := range e.quorumRuns {
			for silent := range reached {
				succeed := runs[2*(i*e.quorumRuns+run)+silent]
				reached[silent] = append(reached[silent], succeed >= q)
			}
		}
		printed := hundredfold(r.QuorumReached(q), 2)
		const why = "Equation (10) takes for independent what is not: a lost HELLO costs both its ends what they " +
			"need."
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Int(f.nodes), reproduce.Int(f.fails / 10), reproduce.Int(f.perMille / 10),
			reproduce.Decimal(new(big.Rat).Mul(r.QuorumCausal(q), big.NewRat(100, 1)), 2).Beside(printed, why),
			percent(reached[0]),
			reproduce.Decimal(new(big.Rat).Mul(r.QuorumStrict(q), big.NewRat(100, 1)), 2),
			percent(reached[1]),
		})
	}
	return t, nil
}
