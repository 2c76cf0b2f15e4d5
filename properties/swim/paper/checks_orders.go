package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// hears returns what a process knows of member 1 after it has heard news of it in that order.
type hears func(cfg words.Config, news []words.Entry) words.Entry

// ack returns a message with an entry of member 1.
func ack(cfg words.Config, e words.Entry) words.Ack {
	table := implementation.New(0, cfg).State().(*implementation.State).Known
	table[1].Status, table[1].Incarnation = e.Status, e.Incarnation
	return words.Ack{Number: -1, News: table}
}

// implemented is what the implementation hears.
func implemented(cfg words.Config, news []words.Entry) words.Entry {
	n := implementation.New(0, cfg)
	for _, e := range news {
		n.Step(impl.Event{Kind: impl.Delivered, From: 2, Body: ack(cfg, e)}, impl.NewEffects(nil))
	}
	return n.State().(*implementation.State).Known[1]
}

// specified is what the specification hears.
func specified(cfg words.Config, news []words.Entry) words.Entry {
	h := specification.Handlers(cfg)
	p := h.Fresh(0)
	for _, e := range news {
		p = h.Handle(p, nil, spec.Action{
			Name: spec.Deliver(words.KindAck), At: 0, Msg: spec.Message{From: 2, To: 0, Body: ack(cfg, e)},
		})[0].Local
	}
	return p.Table[1]
}

// columns are both.
func columns() []hears { return []hears{implemented, specified} }

// entries are all of incarnations 0 to 2.
func entries() (all []words.Entry) {
	for i := range 3 {
		for _, status := range []string{words.Alive, words.Suspect, words.Dead} {
			all = append(all, words.Entry{Status: status, Incarnation: i})
		}
	}
	return all
}

// checkMerged is SW-11 for one list: all orders of any three news of a member end in the same status.
func checkMerged(all []hears) (string, error) {
	sequences, incarnations := 0, 0
	for _, returns := range []bool{false, true} {
		cfg := group(3, 0, 5)
		cfg.Returns = returns
		err := claims.Sequences(entries(), 3, func(news []words.Entry) error {
			sequences++
			one := all[0](cfg, news)
			for _, order := range [][]int{{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
				list := []words.Entry{news[order[0]], news[order[1]], news[order[2]]}
				for _, hear := range all {
					switch other := hear(cfg, list); {
					case other.Status != one.Status || returns && other != one:
						return fmt.Errorf("returns %t: after %v a member is %v, and after %v %v", returns, news, one,
							list, other)
					case other != one:
						incarnations++
					}
				}
			}
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%d sequences of three news of a member, in all orders, by both statements: the status does "+
		"not depend on the order, nor does the incarnation if members come back; that of a final removal does (%d "+
		"times)", sequences, incarnations), nil
}

// learnt observes when each survivor removes the processes 0 and 1.
type learnt struct {
	watch

	order map[spec.NodeID][]spec.NodeID // by survivor
}

func newLearnt() *learnt {
	o := &learnt{order: map[spec.NodeID][]spec.NodeID{}}
	o.tell = func(_ *world.World, c change) {
		if c.is.Status == words.Dead && c.of <= 1 {
			o.order[c.by] = append(o.order[c.by], c.of)
		}
	}
	return o
}

// checkOrders is SW-11 for two lists: survivors remove two processes in different orders, and agree in the end.
func checkOrders(p processes) (string, error) {
	const runs, nodes = 20, 8
	differ := 0
	for seed := range uint64(runs) {
		s := p.of(scene{cfg: group(nodes, 2, 1), spread: true, end: 30 * period, seed: seed + 1})
		o := newLearnt()
		w, _, err := s.crash(0, 2*period).crash(1, 2*period).run(context.Background(), o)
		if err != nil {
			return "", err
		}
		first := map[spec.NodeID]bool{}
		for id := spec.NodeID(2); id < nodes; id++ {
			if list := o.order[id]; len(list) > 0 {
				first[list[0]] = true
			}
		}
		if len(first) == 2 {
			differ++
		}
		if removed := statuses(w, words.Dead, false); removed != 2*(nodes-2) {
			return "", fmt.Errorf("seed %d: in the end %d entries of processes that crashed are dead", seed+1, removed)
		}
	}
	if differ == 0 {
		return "", fmt.Errorf("in %d runs all survivors remove the two in the same order", runs)
	}
	return fmt.Sprintf("two of %d processes crash at once: in %d of %d runs two survivors remove them in different "+
		"orders, and in all runs their lists are the same in the end", nodes, differ, runs), nil
}
