package paper

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	elections "github.com/scrutineer-go/scrutineer/properties/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// checkLatency is VC-4: whoever is down, when all know it, and one process fails or comes up, all know
// that after log2 N rounds, and follow whom they should.
func checkLatency(read ...words.Interpretation) (string, error) {
	var found []string
	for _, nodes := range []int{3, 4, 5, 8} {
		cfg := asRead(nodes, read...)
		events, most := 0, 0
		err := downSets(nodes, func(down spec.Set) error {
			known := settled(cfg, down)
			for q := range spec.NodeID(nodes) {
				for _, frozen := range []bool{true, false} {
					rounds, err := news(known, q, frozen)
					if err == nil && rounds > cfg.Dimension() {
						err = fmt.Errorf("it takes %d rounds, it may take %d", rounds, cfg.Dimension())
					}
					if err != nil {
						return fmt.Errorf("of %d without %s, then p%s changes: %w", nodes, down, q, err)
					}
					events, most = events+1, max(most, rounds)
				}
			}
			return nil
		})
		if err != nil {
			return "", err
		}
		if most != cfg.Dimension() {
			return "", fmt.Errorf("of %d: never more than %d rounds: the worst case is not met", nodes, most)
		}
		found = append(found, fmt.Sprintf("%d of %d events", most, events))
	}
	return "rounds until all know one event after any crash set, frozen or live replies: N = 3, 4, 5, 8: at most " +
		strings.Join(found, ", "), nil
}

// news counts the rounds until all know that a process has failed or come up, and follow whom they
// should; where nobody is left there is nothing to know.
func news(known *elections.Group, q spec.NodeID, frozen bool) (int, error) {
	g := known.Clone()
	if g.State(q) == nil {
		g.Return(q)
	} else {
		g.Fail(q)
	}
	return roundsUntil(g, frozen, 10, func() bool { return isRight(g) && followLeast(g, g.Up()) })
}

// checkDistance is VC-4, of one crash: with replies frozen it is known after as many rounds as the
// two numbers differ in bits.
func checkDistance(read ...words.Interpretation) (string, error) {
	pairs := 0
	for _, nodes := range []int{4, 8, 16} {
		cfg := asRead(nodes, read...)
		for q := range spec.NodeID(nodes) {
			g := elections.NewGroup(cfg)
			g.Fail(q)
			knew := spec.NewSet[spec.NodeID]()
			for round := 1; round <= cfg.Dimension(); round++ {
				g.Round(true)
				for _, i := range suspecting(g, q).Minus(knew) {
					if bits.OnesCount(uint(i^q)) != round {
						return "", fmt.Errorf("of %d: p%s suspects p%s in round %d", nodes, i, q, round)
					}
					pairs++
				}
				knew = suspecting(g, q)
			}
			if len(knew) != nodes-1 {
				return "", fmt.Errorf("of %d: p%s is suspected by %s", nodes, q, knew)
			}
		}
	}
	return fmt.Sprintf("N = 4, 8, 16: in all %d pairs i suspects q from round popcount(i xor q) on", pairs), nil
}

// checkOverlapping is VC-4 where events overlap: processes fail and come up between rounds as they are
// drawn, for some rounds.
func checkOverlapping(read ...words.Interpretation) (string, error) {
	const runs = 300
	var found []string
	for _, nodes := range []int{4, 8, 16} {
		cfg, most := asRead(nodes, read...), 0
		for run := range uint64(runs) {
			key := draw.New(4).With(uint64(nodes)).With(run)
			frozen := key.Hits(500)
			g := elections.NewGroup(cfg)
			for round := range uint64(6) {
				if round > 0 {
					g.Round(frozen)
				}
				disturb(g, nodes, key.With(round))
			}
			rounds, err := roundsUntil(g, frozen, cfg.Dimension(), func() bool { return isRight(g) })
			if err != nil {
				return "", fmt.Errorf("of %d, run %d: %w", nodes, run, err)
			}
			most = max(most, rounds)
		}
		found = append(found, fmt.Sprint(most))
	}
	return fmt.Sprintf("%d schedules each of overlapping crashes and recoveries between rounds, N = 4, 8, 16: at "+
		"most %s rounds from the last event on", runs, strings.Join(found, ", ")), nil
}

// checkLater says when news come later than VC-4 has it: with a false suspicion on the way, where a
// recovery brings a penalty, and where tests are those of the text (V2).
func checkLater() (string, error) {
	falsely, err := afterSuspicionOnTheWay(8)
	if err != nil {
		return "", err
	}
	penalised, err := afterPenalty()
	if err != nil {
		return "", err
	}
	scan, err := afterOverlap(words.Scan)
	if err != nil {
		return "", err
	}
	algorithm, err := afterOverlap()
	if err != nil {
		return "", err
	}
	if falsely != 4 || penalised != 4 || algorithm != 2 || scan != 3 {
		return "", fmt.Errorf("%d rounds with a false suspicion, %d until a penalised leader is followed by "+
			"nobody, %d and %d rounds of four after an overlap: want 4, 4, 2 and 3",
			falsely, penalised, algorithm, scan)
	}
	return fmt.Sprintf("N = 8: %d rounds where a test fails falsely meanwhile, and %d until all follow another one "+
		"where a recovery brings a penalty; N = 4: where p0 and p1 come up as p2 fails %d by the algorithm, %d by "+
		"the text (V2)",
		falsely, penalised, algorithm, scan), nil
}

// afterSuspicionOnTheWay is how many rounds it takes at most until all know of a crash while one
// process falsely suspects another when it tests that next.
func afterSuspicionOnTheWay(nodes int) (int, error) {
	most := 0
	for p := range spec.NodeID(nodes) {
		for q := range spec.NodeID(nodes) {
			for x := range spec.NodeID(nodes) {
				if p == q {
					continue
				}
				g := elections.NewGroup(asRead(nodes))
				g.Suspect(p, q)
				g.Fail(x)
				rounds, err := roundsUntil(g, true, 10, func() bool { return isRight(g) })
				if err != nil {
					return 0, fmt.Errorf("p%s suspects p%s, p%s fails: %w", p, q, x, err)
				}
				most = max(most, rounds)
			}
		}
	}
	return most, nil
}

// afterPenalty is how many rounds after its recovery a leader of eight who is penalised for it is
// followed by nobody.
func afterPenalty() (int, error) {
	cfg := asRead(8)
	cfg.Threshold, cfg.Incarnations = 1, []int{0, 5, 5, 5, 5, 5, 5, 5}
	g := settled(cfg, spec.Set{0})
	g.Return(0)
	g.Round(true)
	rounds, err := roundsUntil(g, true, 10, func() bool { return followLeast(g, g.Up()) && len(following(g, 0)) == 0 })
	return rounds + 1, err
}

// afterOverlap is how many rounds of four it takes until all know that p0 and p1, who were down
// for a round, are up again and p2 has failed meanwhile.
func afterOverlap(read ...words.Interpretation) (int, error) {
	g := elections.NewGroup(asRead(4, read...))
	g.Fail(0, 1)
	g.Round(true)
	g.Return(0, 1)
	g.Fail(2)
	return roundsUntil(g, true, 10, func() bool { return isRight(g) })
}

// checkExample is VC-13: the paper's example of eight processes. With replies frozen p0's crash is known
// in the rounds that the paper says, p1 leads from then on, and when p0 comes up again. So it is with live
// ones, where those who are to know late carry out their tests first.
func checkExample(read ...words.Interpretation) (string, error) {
	g := elections.NewGroup(asRead(8, read...))
	if err := comesAsPrinted(g, func() { g.Round(true) }); err != nil {
		return "", err
	}
	g.Return(0)
	for range 3 {
		g.Round(true)
	}
	if got := following(g, 1); len(got) != 8 || !isRight(g) || g.Disks[0].Incarnation != 1 {
		return "", fmt.Errorf("after the recovery of p0 %s follow p1", got)
	}
	order := []spec.NodeID{7, 3, 5, 6, 1, 2, 4}
	inOrder := elections.NewGroup(asRead(8, read...))
	err := comesAsPrinted(inOrder, func() {
		for _, p := range order {
			inOrder.Go(p)
		}
	})
	if err != nil {
		return "", fmt.Errorf("live, in the order %s: %w", claims.Listed(order, spec.NodeID.String), err)
	}
	live := elections.NewGroup(asRead(8, read...))
	live.Fail(0)
	rounds, err := roundsUntil(live, false, 3, func() bool { return isRight(live) })
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("p0's crash comes to {1,2,4}, {3,5,6}, {7} in rounds 1, 2, 3 with replies frozen, and with "+
		"live ones in the order %s; in that of their numbers to all in round %d; p1 leads, and still does when p0 is "+
		"up again", claims.Listed(order, spec.NodeID.String), rounds), nil
}

// comesAsPrinted has p0 crash, and holds the rounds against the paper's: who comes to suspect it in which, and follows
// p1 from then on.
func comesAsPrinted(g *elections.Group, round func()) error {
	g.Fail(0)
	knew := spec.NewSet[spec.NodeID]()
	for k, want := range []spec.Set{{1, 2, 4}, {3, 5, 6}, {7}} {
		round()
		if got := suspecting(g, 0).Minus(knew); !got.Equal(want) || len(following(g, 1)) != len(suspecting(g, 0)) {
			return fmt.Errorf("in round %d %s come to suspect p0, and %s follow p1; want %s", k+1, got,
				following(g, 1), want)
		}
		knew = suspecting(g, 0)
	}
	return nil
}

// checkExamplePrinted is VC-13 by Algorithm 1 as it is printed, or read otherwise: all hear of p0's crash within three
// rounds, and those who have not tested it go on to follow it.
func checkExamplePrinted(read ...words.Interpretation) (string, error) {
	g := elections.NewGroup(asRead(8, read...))
	g.Fail(0)
	for range 3 {
		g.Round(true)
	}
	var told spec.Set
	for _, p := range g.Up() {
		if g.State(p).Timestamps[0]%2 == 1 {
			told = append(told, p)
		}
	}
	if len(told) != 7 || len(following(g, 0)) == 0 {
		return "", fmt.Errorf("%s have heard of the crash, %s follow p0", told, following(g, 0))
	}
	return fmt.Sprintf("after three rounds %s have an odd timestamp of p0, %s follow p1, and %s the dead p0", told,
		following(g, 1), following(g, 0)), nil
}

// checkBeforeDetection is VC-9: who follows the dead leader of eight after each round.
func checkBeforeDetection() (string, error) {
	g := elections.NewGroup(asRead(8))
	g.Fail(0)
	counts := []int{len(following(g, 0))}
	for range 3 {
		g.Round(true)
		counts = append(counts, len(following(g, 0)))
	}
	if counts[1] == 0 {
		return "", fmt.Errorf("nobody follows the dead p0 after the first round")
	}
	return fmt.Sprintf("of the seven that are left %s follow the dead p0 before the first round and after each of "+
		"three",
		numbers(counts)), nil
}
