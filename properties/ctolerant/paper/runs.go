package paper

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	elections "github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// judgedRun runs a plan and returns the monitor that has judged it; every property must hold.
func judgedRun(cfg words.Config, plan faults.Plan, also ...world.Observer) (*elections.Monitor, error) {
	judge := elections.NewMonitor(cfg)
	s := campaign.Subject{
		Cluster: elections.Group(cfg), Config: cfg, NewJudge: func(bool) campaign.Judge { return judge },
	}
	o, err := campaign.Run(s, plan, false, also...)
	if err != nil {
		return nil, err
	}
	if v, failed := o.Failed(); failed {
		return nil, fmt.Errorf("%s fails: %s", v.Property, v.Why)
	}
	return judge, nil
}

// undisturbed runs an election in which nothing goes wrong and every copy takes 1 ms, and
// returns its messages.
func undisturbed(cfg words.Config) (elections.Tally, error) {
	cfg = cfg.WithDefaults()
	if err := cfg.Check(); err != nil {
		return elections.Tally{}, err
	}
	plan := faults.Plan{Version: faults.PlanVersion, Protocol: "ctolerant", Config: campaign.JSON(cfg), Stop: 1}
	judge, err := judgedRun(cfg, plan.WithDefaults())
	if err != nil {
		return elections.Tally{}, err
	}
	return judge.Tally, nil
}

// attempts watches the runs of one election.
type attempts struct {
	last     words.Query // what the last one asks for
	notified []int       // by run, from 1: how many processes were notified
}

// Observe takes an event into account.
func (n *attempts) Observe(_ *world.World, e *world.Event) {
	for i := range e.Effects {
		switch msg := e.Effects[i].Body.(type) {
		case words.Query:
			for len(n.notified) <= msg.Run {
				n.notified = append(n.notified, 0)
			}
			n.last = msg
		case words.Notify:
			n.notified[msg.Run]++
		}
	}
}

// drawnElection draws a configuration: a group of 3 to 7, c up to 3, lists within c, all
// full in one of four, and who suspects whom, so often that many runs find nobody. The
// initiator knows enough processes to ask (S2).
func drawnElection(protocol words.Variant, key draw.Key) words.Config {
	nodes := 3 + below(key.With(1), 5)
	cfg := words.Config{Nodes: nodes, Protocol: protocol, C: below(key.With(2), min(4, nodes))}
	cfg.Initiator = spec.NodeID(below(key.With(3), nodes))
	if key.With(4).Hits(750) {
		cfg.Lists = drawnLists(key.With(5), nodes, cfg.C)
		if len(cfg.Lists[cfg.Initiator]) < cfg.Quorum() {
			cfg.Lists[cfg.Initiator] = spec.AllNodes(nodes)
		}
	}
	if protocol.Prefers() {
		cfg.X, cfg.Y = 1+below(key.With(6), 2), below(key.With(7), min(5, nodes+1))
		for i := range nodes {
			key := key.With(8).With(uint64(i))
			counts := make([]int, nodes)
			for j := range counts {
				counts[j] = below(key.With(uint64(j)), 4)
			}
			cfg.Suspicions = append(cfg.Suspicions, counts)
		}
	}
	return cfg.WithDefaults()
}

// drawnRun runs one drawn election without faults, with that change of the configuration
// where there is one.
func drawnRun(
	protocol words.Variant, n uint64, change func(*words.Config),
) (words.Config, attempts, *elections.Monitor, error) {
	cfg := drawnElection(protocol, draw.New(2).Named(string(protocol)).With(n))
	if change != nil {
		change(&cfg)
	}
	var seen attempts
	judge, err := judgedRun(cfg, quietPlan(n), &seen)
	switch {
	case err != nil:
		err = fmt.Errorf("run %d of %s: %w", n, protocol, err)
	case judge.Disturbed || len(judge.Broken()) > 0:
		err = fmt.Errorf("run %d of %s: a timer has fired, or an assumption is broken: %v", n, protocol, judge.Broken())
	}
	return cfg, seen, judge, err
}

const drawnRuns = 20_000

// checkEmptyRuns is CT-7: an election begins again at most y times because its answers
// leave nobody. A run that asks for y = 0 always finds somebody, whatever x is by then, so
// that the x = N of the paper's proof is never needed.
func checkEmptyRuns() (string, error) { return emptyRuns(drawnRuns, nil) }

func emptyRuns(runs int, change func(*words.Config)) (string, error) {
	over, most, began, atZero, smallX := -words.MaxNodes, 0, 0, 0, 0
	for n := range uint64(runs) {
		protocol := []words.Variant{words.Preferred, words.Hybrid}[n%2]
		cfg, seen, judge, err := drawnRun(protocol, n, change)
		if err != nil {
			return "", err
		}
		restarts := seen.last.Run - 1
		if restarts != judge.Books[cfg.Initiator].Empties || restarts > cfg.Y {
			return "", fmt.Errorf("run %d of %s began again %d times, %d times because nobody was left, with y = %d",
				n, protocol, restarts, judge.Books[cfg.Initiator].Empties, cfg.Y)
		}
		if restarts == 0 {
			continue
		}
		began++
		most, over = max(most, restarts), max(over, restarts-cfg.Y)
		if seen.last.Y == 0 {
			atZero++
			if seen.last.X < cfg.Nodes {
				smallX++
			}
		}
	}
	if over != 0 || most < 2 || smallX == 0 {
		return "", fmt.Errorf("restarts - y is %d at most, restarts %d at most, %d elections ended with y = 0 and "+
			"x < N: the runs do not show that y bounds them", over, most, smallX)
	}
	return fmt.Sprintf("in %d runs of Preferred and Hybrid without faults %d elections began again, %d times at most; "+
		"max(restarts - y) = %d; all %d that came down to y = 0 found somebody then, %d of them with x < N",
		runs, began, most, over, atZero, smallX), nil
}
