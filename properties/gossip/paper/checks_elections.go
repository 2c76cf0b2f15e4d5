package paper

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	rival "github.com/scrutineer-go/scrutineer/impl/fastbully"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/spec"
	bullyWords "github.com/scrutineer-go/scrutineer/spec/bully/words"
	bully "github.com/scrutineer-go/scrutineer/spec/fastbully/words"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
	ringWords "github.com/scrutineer-go/scrutineer/spec/ring/words"
)

// clusters are sizes from the paper's range of 5 to 60, odd, so that there is a view change of each.
func clusters() []int { return []int{5, 15, 31, 59} }

// inAll runs a life of each of these elections in each of these sizes.
func inAll(list []election, sizes []int) ([][]life, error) {
	all := make([][]life, len(list))
	for i, e := range list {
		for _, n := range sizes {
			l, err := e.lives(n, 0)
			if err == nil && l.recovery.took == never {
				err = fmt.Errorf("%s, %d nodes: after the crash not all follow another", e.name, n)
			}
			if err != nil {
				return nil, err
			}
			all[i] = append(all[i], l)
		}
	}
	return all, nil
}

// What is said of lives.
func recoveryTime(l life) string { return shortly(l.recovery.took) }
func recoverySent(l life) string { return fmt.Sprint(l.recovery.sent) }
func regularSent(l life) string  { return fmt.Sprint(l.regular) }
func startTime(l life) string    { return shortly(l.start.took) }
func startSent(l life) string    { return fmt.Sprint(l.start.sent) }

// said says the same of each of these elections.
func said(list []election, all [][]life, say func(life) string) string {
	var text []string
	for i, e := range list {
		text = append(text, fmt.Sprintf("%s %s", e.name, claims.Listed(all[i], say)))
	}
	return strings.Join(text, "; ")
}

// checkHighest is C-26 and C-35: whoever crashes at once, the highest of those who are left is followed by all of them.
func checkHighest(e election) (string, error) {
	tried := 0
	for nodes := 2; nodes <= 5; nodes++ {
		for down := 1; down < nodes; down++ {
			for dead := range spec.AllNodes(nodes).Subsets(down) {
				up := spec.AllNodes(nodes).Minus(dead)
				leader, err := e.leaderWithout(nodes, dead)
				if want := up[len(up)-1]; err != nil || leader != want {
					return "", failed(err, "%s, %d nodes without %s: %s is followed, it must be %s", e.name, nodes,
						dead, leader, want)
				}
				tried++
			}
		}
	}
	return fmt.Sprintf("in all %d crash sets of groups of 2 to 5 all who are left follow the highest of them",
		tried), nil
}

// asPrintedBully is Bully without the repairs.
func asPrintedBully() election {
	return bullyElection("Bully as printed", bullyWords.Interpretations()...)
}

// asPrintedFastBully is Fast Bully without them.
func asPrintedFastBully(ordered bool) election {
	return fastBully("Fast Bully as printed", ordered, bully.AsPrinted()...)
}

// checkFast is C-27: Bully's time until all follow the next leader is T_fail, less what has gone by since the last
// heartbeat, and two times that it awaits answers, in any size.
func checkFast(e election) (string, error) {
	list := []election{e}
	all, err := inAll(list, clusters())
	if err != nil {
		return "", err
	}
	for k, l := range all[0] {
		if most := (failMS + 2*replyMS) * millisecond; l.recovery.took > most {
			return "", fmt.Errorf("%s, %d nodes: %s s, it must be at most %s s", e.name, clusters()[k],
				recoveryTime(l), shortly(most))
		}
	}
	return fmt.Sprintf("of %s nodes, T_hb .5, T_fail 1.5, no loss: seconds from the leader's crash until all follow "+
		"another, %s; from a cold start %s", numbers(clusters()), said(list, all, recoveryTime), said(list, all,
		startTime)), nil
}

// checkBullyTraffic is C-28: what an election of Bully's sends grows as n^2, where Fast Bully's recovery takes n-1.
func checkBullyTraffic(list [2]election) (string, error) {
	all, err := inAll(list[:], clusters())
	if err != nil {
		return "", err
	}
	for k, n := range clusters() {
		if sent := all[0][k].recovery.sent; sent < n*(n-1)/2 {
			return "", fmt.Errorf("%s, %d nodes: %d messages", list[0].name, n, sent)
		}
	}
	return fmt.Sprintf("of %s nodes, messages from the leader's crash until all follow another: %s",
		numbers(clusters()), said(list[:], all, recoverySent)), nil
}

// struckText says what becomes of elections whose copies are struck one by one.
func struckText(what string, s struck) string {
	if s.two == 0 {
		return fmt.Sprintf("%s: of %d 0 make two leaders, and all follow one after at most %s s", what, s.copies,
			shortly(s.longest))
	}
	return fmt.Sprintf("%s: of %d %d make two leaders, for at most %s s, and all follow one after at most %s s", what,
		s.copies, s.two, shortly(s.most), shortly(s.longest))
}

// checkOneLoss strikes each copy of a recovery of five in a run of its own. In some two must lead, and in all all
// follow one again: the next heartbeat mends it.
func checkOneLoss(list ...election) (string, error) {
	var text []string
	for _, e := range list {
		s, err := e.oneByOne(5, true, lost)
		if err != nil || s.two == 0 || s.stuck > 0 {
			return "", failed(err, "%s: %+v", e.name, s)
		}
		text = append(text, struckText(e.name, s))
	}
	return fmt.Sprintf("5 nodes, one message of a recovery lost, each in a run of its own: %s", strings.Join(text,
		"; ")), nil
}

// checkFewer is C-29: Fast Bully's recovery sends less than Bully's and its first election does not, and it keeps a
// list of all.
func checkFewer(list [2]election) (string, error) {
	all, err := inAll(list[:], clusters())
	if err != nil {
		return "", err
	}
	for k, n := range clusters() {
		theirs, ours := all[0][k], all[1][k]
		if ours.recovery.sent >= theirs.recovery.sent || ours.start.sent <= theirs.start.sent {
			return "", fmt.Errorf("%d nodes: %s sends %d and %d, %s %d and %d", n, list[0].name, theirs.start.sent,
				theirs.recovery.sent, list[1].name, ours.start.sent, ours.recovery.sent)
		}
	}
	return fmt.Sprintf("of %s nodes, messages of a recovery: %s; of the first election: %s", numbers(clusters()),
		said(list[:], all, recoverySent), said(list[:], all, startSent)), nil
}

// checkCached is C-29: each keeps a list of all, by whom it takes over.
func checkCached(nodes []int) (string, error) {
	for _, n := range nodes {
		s, err := fastBully("Fast Bully", true).scene(n, crashesAt, 1)
		if err != nil {
			return "", err
		}
		o := &ending{}
		if _, err := s.run(context.Background(), nil, o); err != nil {
			return "", err
		}
		for _, i := range o.world.Living() {
			if kept := o.world.State(i).(*rival.State).Heirs; len(kept) != n || n < 2 {
				return "", fmt.Errorf("%s of %d keeps %v", i, n, kept)
			}
		}
	}
	return fmt.Sprintf("of %s nodes each keeps a list of all, in the order in which they take over",
		numbers(nodes)), nil
}

// checkFaster is C-30: nobody's recovery is more than 50 ms faster than Bully's by having fewer messages: the time is
// T_fail.
func checkFaster(list [2]election) (string, error) {
	all, err := inAll(list[:], clusters())
	if err != nil {
		return "", err
	}
	for k, n := range clusters() {
		if off := all[0][k].recovery.took - all[1][k].recovery.took; off > 50*millisecond || off < -50*millisecond {
			return "", fmt.Errorf("%d nodes: %s takes %s s, and %s %s s", n, list[0].name,
				recoveryTime(all[0][k]), list[1].name, recoveryTime(all[1][k]))
		}
	}
	return fmt.Sprintf("of %s nodes, seconds from the leader's crash until all follow another: %s; from a cold start: "+
		"%s", numbers(clusters()), said(list[:], all, recoveryTime), said(list[:], all, startTime)), nil
}

// checkOrder is C-31: over links that keep no order, and over such that do, each copy of a recovery comes a second
// late, in a run of its own, and all follow one again. In order more of them make two leaders, and for longer.
func checkOrder(nodes int, list ...func(ordered bool) election) (string, error) {
	var text []string
	for _, of := range list {
		var both [2]struck
		for k, ordered := range []bool{false, true} {
			e := of(ordered)
			s, err := e.oneByOne(nodes, true, late)
			if err != nil || s.stuck > 0 || s.copies == 0 {
				return "", failed(err, "%s: %+v", e.name, s)
			}
			both[k] = s
			text = append(text, struckText(fmt.Sprintf("%s, %s", e.name, []string{"no order", "in order"}[k]), s))
		}
		if both[1].two <= both[0].two || both[1].most <= both[0].most {
			return "", fmt.Errorf("%s: in order two lead for %+v", of(true).name, both)
		}
	}
	return fmt.Sprintf("%d nodes, one message of a recovery a second late, each in a run of its own: %s", nodes,
		strings.Join(text, "; ")), nil
}

// checkAvailable is C-33: the view change of any of these sizes, in T_fail and three delays, and with any one message
// of it lost, in a second more than T_fail at most.
func checkAvailable(e election) (string, error) {
	all, err := inAll([]election{e}, clusters())
	if err != nil {
		return "", err
	}
	for k, l := range all[0] {
		if most := failMS*millisecond + 3*inCluster().Max; l.recovery.took > most {
			return "", fmt.Errorf("%s, %d nodes: %s s, it must be at most %s s", e.name, clusters()[k],
				recoveryTime(l), shortly(most))
		}
	}
	s, err := e.oneByOne(5, true, lost)
	if err != nil || s.stuck > 0 || s.two > 0 || s.longest > failMS*millisecond+second {
		return "", failed(err, "%s: %+v", e.name, s)
	}
	return fmt.Sprintf("of %s nodes, seconds from the primary's crash until all follow the next: %s; %s",
		numbers(clusters()), claims.Listed(all[0], recoveryTime), struckText("5 nodes, one message of it lost", s)), nil
}

// checkActive is C-34: with any f of 2f+1 replicas down all others follow one, and with f+1 nobody leads.
func checkActive(more int) (string, error) {
	tried, idle := 0, 0
	for _, nodes := range []int{3, 5, 7} {
		for down := 1; down <= nodes/2+1; down++ {
			for dead := range spec.AllNodes(nodes).Subsets(down) {
				if !dead.Has(0) {
					continue // nothing is to be changed
				}
				leader, err := viewChange().leaderWithout(nodes, dead)
				if few := down <= nodes/2+more; err != nil || few != (leader != spec.None) {
					return "", failed(err, "%d of %d replicas are down, and %s is followed", down, nodes, leader)
				}
				if down <= nodes/2 {
					tried++
				} else {
					idle++
				}
			}
		}
	}
	return fmt.Sprintf("of 3, 5 and 7 replicas, the primary and others down: in all %d sets of up to f all others "+
		"follow one, in all %d sets of f+1 nobody is followed", tried, idle), nil
}

// onceRound is the ring of Chang and Roberts, in which no election is begun anew.
func onceRound() election {
	return ringElection("ring", 24*hour, ringWords.FollowsLower, ringWords.NoRounds)
}

// checkGuaranteed is C-36: one message of the first election of five lost, and not all come to follow one.
func checkGuaranteed(e election) (string, error) {
	s, err := e.oneByOne(5, false, lost)
	if err != nil || s.stuck == 0 {
		return "", failed(err, "all come to follow one: %+v", s)
	}
	return fmt.Sprintf("5 nodes, one message of the first election lost, each in a run of its own: of %d for %d "+
		"not all come to follow one within a minute", s.copies, s.stuck), nil
}

// checkSlow is C-37: the ring's election takes the longer the more there are, by more than a delay for each, where
// that of others takes the same in any size.
func checkSlow(list []election) (string, error) {
	all, err := inAll(list, clusters())
	if err != nil {
		return "", err
	}
	few, many := all[0][0], all[0][len(clusters())-1]
	added := faults.Time(clusters()[len(clusters())-1] - clusters()[0])
	if grown := many.recovery.took - few.recovery.took; grown < added*inCluster().Min {
		return "", fmt.Errorf("%s: %s s and %s s", list[0].name, recoveryTime(few), recoveryTime(many))
	}
	for i, lives := range all[1:] {
		for _, l := range lives {
			if off := l.recovery.took - lives[0].recovery.took; off > inCluster().Max || off < -inCluster().Max {
				return "", fmt.Errorf("%s: %s s and %s s", list[i+1].name, recoveryTime(lives[0]), recoveryTime(l))
			}
		}
	}
	return fmt.Sprintf("of %s nodes, seconds from the leader's crash until all follow another: %s", numbers(clusters()),
		said(list, all, recoveryTime)), nil
}

// tuning is what is gossiped by a cluster that publishes as Table 3 has it.
type tuning struct {
	fanout, ttl int
	every       faults.Time
}

// lightly is the lightest that Table 3 has, inExample what its example has.
func lightly() tuning   { return tuning{2, 6, 5 * second} }
func inExample() tuning { return tuning{3, 12, second} }

// records counts the messages that records take in each of some rounds.
type records struct {
	every faults.Time
	count []int
}

// Observe counts.
func (o *records) Observe(_ *world.World, e *world.Event) {
	k := int((e.At - begins) / o.every)
	if k == 0 || k > len(o.count) {
		return // the first round begins with the boots
	}
	for i := range e.Effects {
		if _, is := e.Effects[i].Body.(words.Gossip); is && e.Effects[i].Kind == impl.Send {
			o.count[k-1]++
		}
	}
}

// sends are the messages of each of five rounds.
func (g tuning) sends(nodes int) ([]int, error) {
	cfg := read(nodes, as(words.DedupDrops), func(c *words.Config) {
		c.Fanout, c.TTL, c.Start, c.Detector = min(g.fanout, nodes-1), g.ttl, words.Warm, words.Told
		c.GossipMS = int(g.every / millisecond)
	})
	o := &records{every: g.every, count: make([]int, 5)}
	s := scene{cfg: cfg, delay: inCluster(), seed: 1, lasts: 6*g.every + g.every/2}
	_, err := s.run(context.Background(), nil, o)
	return o.count, err
}

// others are the algorithms of Table 1 beside Gossip.
func others() []election {
	list := tableOne()
	return list[:len(list)-1]
}

// checkLight is C-38: the records of one second take more messages than all that any of the others sends in one, in the
// example in any size, and by the lightest of Table 3 from 15 nodes on.
func checkLight(light tuning) (string, error) {
	theirs, err := inAll(others(), clusters())
	if err != nil {
		return "", err
	}
	var text []string
	for _, of := range []struct {
		name string
		tuning
		from int
	}{{"F=3, T_gossip 1 s", inExample(), 0}, {"F=2, T_gossip 5 s", light, 1}} {
		var rates []int
		for k, n := range clusters() {
			sent, err := of.sends(n)
			if err != nil {
				return "", err
			}
			rate := int(faults.Time(sum(sent)/len(sent)) * second / of.every)
			for i, e := range others() {
				if most := theirs[i][k].regular; k >= of.from && rate <= most {
					return "", fmt.Errorf("%d nodes, %s: %d messages a second, where %s sends %d", n, of.name, rate,
						e.name, most)
				}
			}
			rates = append(rates, rate)
		}
		text = append(text, fmt.Sprintf("%s for %s", numbers(rates), of.name))
	}
	return fmt.Sprintf("of %s nodes, as printed, messages a second of the records alone: %s; all messages of others, "+
		"T_hb .5: %s", numbers(clusters()), strings.Join(text, ", "), said(others(), theirs, regularSent)), nil
}

// checkConstant is that each round takes about as many messages: the most of five not a tenth more than the least.
func checkConstant(g tuning) (string, error) {
	var text []string
	for _, n := range clusters()[1:] {
		sent, err := g.sends(n)
		if err != nil {
			return "", err
		}
		low, high := slices.Min(sent), slices.Max(sent)
		if 10*high > 11*low || low == 0 {
			return "", fmt.Errorf("%d nodes: %d to %d messages a round", n, low, high)
		}
		text = append(text, fmt.Sprintf("%d to %d of %d", low, high, n))
	}
	return fmt.Sprintf("F=%d, messages a round, of five rounds: %s nodes", g.fanout, strings.Join(text, ", ")), nil
}

// checkLong is C-39 for partitions: for as long as one lasts, but for T_fail, two act, and all follow one soon after
// it.
func checkLong(e election) (string, error) {
	var text []string
	for _, lasts := range []faults.Time{10 * second, minute, 5 * minute} {
		during, later, err := e.cutOff(5, lasts)
		if err != nil || during.two < lasts-2*failMS*millisecond || later.apart {
			return "", failed(err, "%s: two act for %s s of %s s", e.name, shortly(during.two), shortly(lasts))
		}
		text = append(text, fmt.Sprintf("%s s of %s s", shortly(during.two-later.two), shortly(lasts)))
	}
	return fmt.Sprintf("5 nodes, the master and its first substitute cut off: two masters for %s", strings.Join(text,
		", ")), nil
}

// checkPrintedCut is the same as printed, where each record that comes has the master that is cut off first again.
func checkPrintedCut(list ...words.Interpretation) (string, error) {
	e := gossiping("Gossip as printed", list...)
	during, _, err := e.cutOff(5, minute)
	if err != nil || during.two > 0 || during.since < 59*second {
		return "", failed(err, "%s: two act for %s s, and all follow one after %s s", e.name, shortly(during.two),
			shortly(during.since))
	}
	return fmt.Sprintf("5 nodes, cut off for a minute: nobody acts in the other part, and all follow one again after "+
		"%s s", shortly(during.since)), nil
}

// checkByList is C-40: whoever takes over by the list does so with n-1 messages, and who gathers scores first later.
func checkByList(list [2]election) (string, error) {
	all, err := inAll(list[:], clusters())
	if err != nil {
		return "", err
	}
	for k, n := range clusters() {
		if by, gathers := all[0][k].recovery, all[1][k].recovery; by.sent != n-1 || by.took >= gathers.took {
			return "", fmt.Errorf("%d nodes: %s takes %s s and %d messages, %s %s s", n, list[0].name,
				shortly(by.took), by.sent, list[1].name, shortly(gathers.took))
		}
	}
	return fmt.Sprintf("of %s nodes, seconds from the leader's crash until all follow another: %s; messages: %s",
		numbers(clusters()), said(list[:], all, recoveryTime), said(list[:], all, recoverySent)), nil
}

// checkTrouble is C-41: what becomes of both where two are cut off for so long: neither is the better one by much, and
// Fast Bully agrees sooner than Bully as printed and later repaired.
func checkTrouble(lasts faults.Time) (string, error) {
	var text []string
	var first []faults.Time
	for _, e := range []election{
		bullyElection("Bully"), fastBully("Fast Bully", true), asPrintedBully(), asPrintedFastBully(true),
	} {
		var healed, two []faults.Time
		for _, n := range []int{5, 15} {
			during, later, err := e.cutOff(n, lasts)
			if err != nil || later.apart || during.two == 0 {
				return "", failed(err, "%s, %d nodes: two act for %s s", e.name, n, shortly(during.two))
			}
			healed, two = append(healed, later.since), append(two, during.two)
		}
		if slices.Max(healed) > second/2+10*millisecond {
			return "", fmt.Errorf("%s: all follow one again after %s s", e.name, claims.Listed(healed, shortly))
		}
		first = append(first, healed[0])
		text = append(text, fmt.Sprintf("%s %s, and two lead for %s",
			e.name, claims.Listed(healed, shortly), claims.Listed(two, shortly)))
	}
	if first[0] >= first[1] || first[2] <= first[3] {
		return "", fmt.Errorf("all follow one again after %s s", claims.Listed(first, shortly))
	}
	return fmt.Sprintf("of 5, 15 nodes the leader and one more cut off for %s s, seconds from then on until all "+
		"follow one: %s", shortly(lasts), strings.Join(text, "; ")), nil
}
