package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
)

// settled is how many intervals lie between two failures: another acts before the next one, if any can.
const settled = 4

// falling is the topology in which some processes fail, in that order, with time between them.
func (g guard) falling(order []spec.NodeID) (scene, error) {
	cluster, err := failover(g.config())
	s := scene{cluster: cluster, delay: faults.Delay{Min: quick}, seed: 1}
	for i, id := range order {
		s.stop = begins + faults.Time(i+1)*settled*g.interval() + second
		s.crash(id, s.stop)
	}
	s.end = s.stop + settled*g.interval()
	return s, err
}

// outages are how likely it is that nobody acts in the end, and how many runs say so.
type outages struct {
	nobody *big.Rat
	runs   int
}

// outages runs the topology once for each order in which some of its processes may fail. Instances and
// observers fail independently with these probabilities, and each order of those who fail is as likely as
// another.
func (g guard) outages(instance, observer *big.Rat) (outages, error) {
	o := outages{nobody: new(big.Rat)}
	for _, failed := range subsets(spec.AllNodes(g.config().Nodes)) {
		runs, nobody := int64(0), int64(0)
		err := orders(failed, func(order []spec.NodeID) error {
			s, err := g.falling(order)
			if err != nil {
				return err
			}
			w, err := s.run(context.Background())
			if err != nil {
				return err
			}
			runs++
			if g.nobodyActs(w) {
				nobody++
			}
			return nil
		})
		if err != nil {
			return o, err
		}
		likely := g.chance(failed, instance, observer)
		o.nobody.Add(o.nobody, new(big.Rat).Mul(likely, big.NewRat(nobody, runs)))
		o.runs += int(runs)
	}
	return o, nil
}

// chance is how likely it is that these processes fail, and no others.
func (g guard) chance(failed spec.Set, instance, observer *big.Rat) *big.Rat {
	likely := big.NewRat(1, 1)
	for _, id := range spec.AllNodes(g.config().Nodes) {
		p := instance
		if int(id) >= g.instances {
			p = observer
		}
		if !failed.Has(id) {
			p = minus(big.NewRat(1, 1), p)
		}
		likely.Mul(likely, p)
	}
	return likely
}

// nobodyActs reports whether no process acts.
func (g guard) nobodyActs(w *world.World) bool {
	for _, id := range w.Living() {
		if g.acts(id, w.State(id).(*implementation.FailoverState)) {
			return false
		}
	}
	return true
}

// planeFails is how likely it is that all instances fail or all observers do: the sum of all cases, without a
// run.
func (g guard) planeFails(instance, observer *big.Rat) *big.Rat {
	sum := new(big.Rat)
	for _, failed := range subsets(spec.AllNodes(g.config().Nodes)) {
		instances, observers := 0, 0
		for _, id := range failed {
			if int(id) < g.instances {
				instances++
			} else {
				observers++
			}
		}
		if instances == g.instances || g.watchers > 0 && observers == g.watchers {
			sum.Add(sum, g.chance(failed, instance, observer))
		}
	}
	return sum
}

// unlikely writes a small probability.
func unlikely(p *big.Rat) string { return p.FloatString(7) }

// checkObserverOutage is A-33: that the observer or all instances are down is equation (21), by arithmetic; that
// nobody acts is less likely in the runs, since a leader that is up acts without an observer.
func checkObserverOutage(g guard) (string, error) {
	f := g.closed()
	f.InstanceFails, f.WatcherFails = exact("0.1"), exact("0.05")
	down := g.planeFails(f.InstanceFails, f.WatcherFails)
	o, err := g.outages(f.InstanceFails, f.WatcherFails)
	if err == nil && (down.Cmp(f.ObserverFails()) != 0 || o.nobody.Cmp(down) >= 0) {
		err = fmt.Errorf("down with %s, by (21) %s, nobody acts with %s", unlikely(down), unlikely(f.ObserverFails()),
			unlikely(o.nobody))
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, p_i = 0.1, p_o = 0.05: by arithmetic over all cases the observer or all instances are "+
		"down with %s, as (21) has it; in a run for each of %d orders in which some fail, one after another, nobody "+
		"acts in the end with %s", g.numbers(), unlikely(down), o.runs, unlikely(o.nobody)), nil
}

// checkMutualOutage is: in the mutual topology nobody acts in the end with equation (14): where all
// have failed.
func checkMutualOutage(g guard) (string, error) {
	f := g.closed()
	f.InstanceFails = exact("0.1")
	o, err := g.outages(f.InstanceFails, f.InstanceFails)
	if err == nil && o.nobody.Cmp(f.AllInstancesFail()) != 0 {
		err = fmt.Errorf("%s: nobody acts with %s, by (14) %s", g.topology, unlikely(o.nobody),
			unlikely(f.AllInstancesFail()))
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, p_i = 0.1, a run for each of %d orders in which some fail, one after another: nobody acts "+
		"in the end with %s, as (14) has it", g.numbers(), o.runs, unlikely(o.nobody)), nil
}
