package paper

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// renewals watches whom an initiator notifies again (D23).
type renewals struct {
	run, seq int         // of the last NOTIFYLEADER
	to       spec.NodeID // who was sent it
	most     int         // the most NOTIFYLEADERs of a run
	all      int         // all NOTIFYLEADERs
	again    int         // those to one that was notified just before, in the same run
}

// Observe takes an event into account.
func (n *renewals) Observe(_ *world.World, e *world.Event) {
	for i := range e.Effects {
		msg, ok := e.Effects[i].Body.(words.Notify)
		if !ok {
			continue
		}
		if to := e.Effects[i].To; n.run == msg.Run && n.seq < msg.Seq && n.to == to {
			n.again++
		}
		n.run, n.seq, n.to = msg.Run, msg.Seq, e.Effects[i].To
		n.all, n.most = n.all+1, max(n.most, msg.Seq)
	}
}

// crashing is a quiet plan in which one or two of the lowest processes crash within 150 ms, in
// which most elections are over.
func crashing(cfg words.Config, key draw.Key, seed uint64) faults.Plan {
	plan := quietPlan(seed)
	plan.Stop = faults.Time(time.Second)
	for i := range 1 + below(key, cfg.F) {
		key := key.With(uint64(i))
		if id := spec.NodeID(below(key.With(1), 3)); id != cfg.Initiator {
			at := faults.Time(below(key.With(2), 150)) * faults.Time(time.Millisecond)
			plan.Faults = append(plan.Faults, faults.Fault{Kind: &faults.Crash{Node: id, At: &at}})
		}
	}
	return plan
}

// checkNotifiedAgain measures the cost of notifying a doubted leader again (X16, D23): nothing if no process crashes,
// and still at most c+1 NOTIFYLEADERs in a run.
func checkNotifiedAgain() (string, error) { return notifiedAgain(runsOfMessages, nil) }

func notifiedAgain(number int, change func(*words.Config)) (string, error) {
	runs, again, all, more := 0, 0, 0, 0
	for n := range uint64(number) {
		protocol := []words.Variant{words.Optimistic, words.Hybrid}[n%2]
		key := draw.New(3).Named(string(protocol)).With(n)
		cfg := drawnElection(protocol, key)
		if cfg.F = min(2, cfg.Nodes-cfg.C-1); len(cfg.Lists[cfg.Initiator]) < cfg.Quorum() {
			cfg.Lists[cfg.Initiator] = spec.AllNodes(cfg.Nodes)
		}
		if change != nil {
			change(&cfg)
		}
		var quiet, crashed renewals
		if _, err := judgedRun(cfg, quietPlan(n), &quiet); err != nil {
			return "", fmt.Errorf("run %d of %s: %w", n, protocol, err)
		}
		if quiet.again > 0 {
			return "", fmt.Errorf("run %d of %s: %s is notified again, and nobody has crashed", n, protocol, quiet.to)
		}
		if cfg.F == 0 {
			continue
		}
		if _, err := judgedRun(cfg, crashing(cfg, key.With(9), n), &crashed); err != nil {
			return "", fmt.Errorf("run %d of %s with crashes: %w", n, protocol, err)
		}
		if crashed.most > cfg.C+1 {
			return "", fmt.Errorf("run %d of %s: a run has sent %d NOTIFYLEADERs, with c = %d",
				n, protocol, crashed.most, cfg.C)
		}
		runs, all, more = runs+1, all+crashed.all, more+crashed.again
		if crashed.again > 0 {
			again++
		}
	}
	if again == 0 {
		return "", fmt.Errorf("in %d runs with crashes nobody is notified again", runs)
	}
	return fmt.Sprintf("in %d runs of Optimistic and Hybrid without faults nobody is notified again (D23); in %d with "+
		"one or two crashes somebody is in %d, %s, by %d of %d NOTIFYLEADERs, %s; in no run more than c+1 are sent",
		number, runs, again, percent(again, runs), more, all, percent(more, all)), nil
}
