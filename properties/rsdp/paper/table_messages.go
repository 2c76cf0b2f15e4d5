package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// traffic counts messages by their kinds: those to another process, what is sent to one that is down too,
// and those to the sender itself.
type traffic struct{ others, own map[string]int }

func newTraffic() traffic { return traffic{map[string]int{}, map[string]int{}} }

// Observe counts.
func (t traffic) Observe(_ *world.World, e *world.Event) {
	for _, effect := range e.Effects {
		if effect.Kind == impl.Send {
			t.count(effect.Body.Kind(), e.Action.At, effect.To)
		}
	}
	for _, sent := range e.Sent {
		switch kind := sent.Msg.Body.Kind(); kind {
		case words.KindHello, words.KindShare, words.KindAppoint: // which are broadcast
			t.count(kind, sent.Msg.From, sent.Msg.To)
		}
	}
}

func (t traffic) count(kind string, from, to spec.NodeID) {
	if from == to {
		t.own[kind]++
	} else {
		t.others[kind]++
	}
}

// session is how many messages of a session there are.
func (t traffic) session() (others, own int) {
	for _, kind := range phases() {
		others, own = others+t.others[kind], own+t.own[kind]
	}
	return others, own
}

// conversation is a session of all replicas, or of the first that begins one among those that know each
// other.
type conversation struct {
	nodes int
	ofOne bool
}

func (c conversation) counted(ctx context.Context) (traffic, error) {
	cfg := words.Config{Nodes: c.nodes}
	if c.ofOne {
		all := spec.AllNodes(c.nodes)
		for range c.nodes {
			view := words.View{Members: spec.Sequence[spec.NodeID](all), Leader: all[c.nodes-1]}
			cfg.Views = append(cfg.Views, view)
		}
		cfg.Resyncers, cfg.Resyncs = spec.NewSet[spec.NodeID](0), 1
	}
	cluster, err := replicas(cfg)
	if err != nil {
		return traffic{}, err
	}
	counts := newTraffic()
	_, err = scene{cluster: cluster, delay: oneDelay(), end: 10 * second, seed: 1}.run(ctx, counts)
	return counts, err
}

// messages is what a session costs, beside equations (5) and (16).
func (e extent) messages(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "replicas", Means: "n, or N"},
			{Name: "all", Means: "messages to others where all begin a session together; by equation (16)"},
			{Name: "each", Means: "of them what each replica gets; by equation (5)"},
			{Name: "own", Means: "messages of replicas to themselves in it, which a broadcast has and no equation " +
				"counts"},
			{Name: "one", Means: "messages to others where one begins a session alone; by equation (16)"},
		},
		Notes: []string{"A broadcast is as many messages as it has receivers, as the paper counts it."},
	}
	counts, err := parallel.Each(ctx, progress, 2*len(e.sessionSizes), func(i int) (traffic, error) {
		return conversation{e.sessionSizes[i/2], i%2 == 1}.counted(ctx)
	})
	if err != nil {
		return t, err
	}
	for i, n := range e.sessionSizes {
		all, own := counts[2*i].session()
		one, _ := counts[2*i+1].session()
		printed := fmt.Sprint(specification.Failover{Instances: n}.MutualConsensus())
		each := specification.Risk{Replicas: n}.Messages()
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Int(n), reproduce.Int(all).Exactly(printed), reproduce.Int(all / n).Exactly(fmt.Sprint(each)),
			reproduce.Int(own), reproduce.Int(one).Beside(printed, "Who begins a session asks alone, and alone "+
				"shares what comes of it (section 2.2); whoever detects a failure is such a one."),
		})
	}
	return t, nil
}

// watch is a failover topology that is observed for a time, in which the acting leader fails, or nobody.
type watch struct {
	guard
	fails bool
}

// observed is T_obs, and size C_m in bytes: the paper gives no numbers.
const (
	observed = 3600 * second
	size     = 100
)

func (e extent) watches() []watch {
	var list []watch
	for _, fails := range []bool{false, true} {
		for _, n := range e.sessionSizes {
			list = append(list, watch{guarded(words.Mutual, n, 0), fails})
		}
		for _, n := range e.workers {
			list = append(list,
				watch{guarded(words.Observer, n, 1), fails},
				watch{guarded(words.Observers, n, 3), fails})
		}
	}
	return list
}

// counted counts the messages from when all boot until T_obs is over.
func (c watch) counted(ctx context.Context) (traffic, error) {
	cluster, err := failover(c.config())
	if err != nil {
		return traffic{}, err
	}
	s := scene{cluster: cluster, delay: faults.Delay{Min: quick}, end: begins + observed + 2*quick, seed: 1}
	if c.fails {
		s.crash(c.acting(), begins+observed/2+quick)
	}
	counts := newTraffic()
	_, err = s.run(ctx, counts)
	return counts, err
}

// printed are the health checks of an interval, the messages of a consensus, and all of T_obs, by the
// equations.
func (c watch) printed() (health, consensus int, total *big.Rat) {
	f := c.closed()
	f.Observed, f.Size = rat(observed), big.NewRat(size, 1)
	switch c.topology {
	case words.Mutual:
		return f.MutualHealth(), f.MutualConsensus(), f.MutualMessages()
	case words.Observer:
		return f.ObserverHealth(), 0, f.ObserverMessages()
	}
	return f.ObserversHealth(), f.ObserversConsensus(), f.ObserversMessages()
}

// overhead is what a failover topology costs, beside equations (16) to (18), (22) to (24) and (28) to (31).
func (e extent) overhead(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "topology", Means: "mutual is that of section 4.1, observer 4.2, observers 4.3"},
			{Name: "N", Means: "instances"},
			{Name: "M", Means: "observers"},
			{Name: "fails", Means: "whether the acting leader fails, after half of the time"},
			{Name: "checks", Means: "health checks; by equation (17), (22) or (28), with N (N-1) for M_health in " +
				"(17)"},
			{Name: "consensus", Means: "messages of sessions; by equation (16) or (29)"},
			{Name: "total", Means: "checks and consensus; by equation (17), (23) or (30)"},
			{Name: "bytes", Means: fmt.Sprintf("of these, %d for each; by equation (18), (24) or (31)", size)},
			{Name: "answers", Means: "to health checks, which no equation counts"},
			{Name: "appointments", Means: "messages that tell who acts, which no equation counts"},
		},
		Notes: []string{
			fmt.Sprintf("T_obs is %s, h and h_o are %s. Messages to the sender itself are not counted.", observed,
				guards()[0].config().ProbeTime()),
		},
	}
	list := e.watches()
	counts, err := parallel.Each(ctx, progress, len(list), func(i int) (traffic, error) { return list[i].counted(ctx) })
	if err != nil {
		return t, err
	}
	for i, c := range list {
		t.Rows = append(t.Rows, c.row(counts[i]))
	}
	return t, nil
}

func (c watch) row(counts traffic) []reproduce.Cell {
	health, consensus, all := c.printed()
	intervals := int(observed / c.interval())
	sessions, _ := counts.session()
	checks := counts.others[words.KindProbe]
	total := checks + sessions
	fails := map[bool]string{false: "nobody", true: "leader"}[c.fails]
	const (
		fewer  = "Who has failed checks nobody, and is not checked where the others forget it."
		nobody = "The equation has one consensus, and nobody fails here."
		alone  = "Who finds the leader failed begins a session alone, and only those that are left answer."
	)
	checked := reproduce.Int(checks).Exactly(fmt.Sprint(intervals * health))
	why := nobody
	if c.fails {
		checked, why = reproduce.Int(checks).Beside(fmt.Sprint(intervals*health), fewer), alone
	}
	const both = "It differs as what it adds up does."
	return []reproduce.Cell{
		reproduce.Text(string(c.topology)), reproduce.Int(c.instances), reproduce.Int(c.watchers),
		reproduce.Text(fails),
		checked, reproduce.Int(sessions).Beside(fmt.Sprint(consensus), why),
		reproduce.Int(total).Beside(all.RatString(), both),
		reproduce.Int(total*size).Beside(new(big.Rat).Mul(all, big.NewRat(size, 1)).RatString(), both),
		reproduce.Int(counts.others[words.KindAck]), reproduce.Int(counts.others[words.KindAppoint]),
	}
}
