package paper

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// checkMessagesOfBase is CT-9, Lemma 1: without failures an election of Base takes
// 2(c+f+1)+1 unicasts and one multicast, for seven pairs of c and f, in a group that is
// just large enough and in a larger one.
func checkMessagesOfBase() (string, error) { return messagesOfBase(nil) }

func messagesOfBase(change func(*words.Config)) (string, error) {
	type count struct{ c, f, unicasts int }
	counts := []count{{0, 0, 3}, {1, 0, 5}, {2, 0, 7}, {1, 1, 7}, {4, 0, 11}, {4, 1, 13}, {13, 0, 29}}
	for _, want := range counts {
		for _, nodes := range []int{want.c + want.f + 1, want.c + want.f + 4} {
			cfg := words.Config{Nodes: nodes, C: want.c, F: want.f}
			if change != nil {
				change(&cfg)
			}
			got, err := undisturbed(cfg)
			if err != nil {
				return "", err
			}
			if got.Disturbed || got.Unicasts() != want.unicasts || got.Multicasts != 1 {
				return "", fmt.Errorf("c %d, f %d, %d processes: %d unicasts and %d multicasts, it must be %d and 1",
					want.c, want.f, nodes, got.Unicasts(), got.Multicasts, want.unicasts)
			}
		}
	}
	return "Base takes 1 multicast; its unicasts for (c, f): " + joined(counts, func(n count) string {
		return fmt.Sprintf("(%d, %d) %d", n.c, n.f, n.unicasts)
	}), nil
}

const runsOfMessages = 5000

// checkMessagesOfOptimistic is CT-10: Optimistic takes 2k+n unicasts and n multicasts, n from
// 1 to c+1, and n = 1 where all lists are equal.
func checkMessagesOfOptimistic() (string, error) { return messagesOfOptimistic(runsOfMessages, nil) }

func messagesOfOptimistic(runs int, change func(*words.Config)) (string, error) {
	occurred := map[[2]int]int{} // by c and n
	equal, most := 0, 0
	for n := range uint64(runs) {
		cfg, _, judge, err := drawnRun(words.Optimistic, n, change)
		if err != nil {
			return "", err
		}
		got := judge.Tally
		notified := got.Notifies
		if got.Unicasts() != 2*cfg.Quorum()+notified || got.Multicasts != notified ||
			notified < 1 || notified > cfg.C+1 || notified > 1 && !lacks(cfg) {
			return "", fmt.Errorf("run %d, c %d, lists %v: %+v", n, cfg.C, cfg.Lists, got)
		}
		occurred[[2]int{cfg.C, notified}]++
		most = max(most, notified)
		if !lacks(cfg) {
			equal++
		}
	}
	withTwo := []int{occurred[[2]int{2, 1}], occurred[[2]int{2, 2}], occurred[[2]int{2, 3}]}
	if withTwo[0] == 0 || withTwo[1] == 0 || withTwo[2] == 0 || equal == 0 {
		return "", fmt.Errorf("for c = 2, n = 1, 2, 3 occurred %v times, equal lists %d times", withTwo, equal)
	}
	return fmt.Sprintf("in all %d runs Optimistic takes 2k+n unicasts and n multicasts, n from 1 to c+1; the largest "+
		"n is %d; for c = 2, n = 1, 2, 3 in %s runs; n = 1 in all %d runs with equal lists",
		runs, most, joined(withTwo, asText), equal), nil
}

// checkMessagesOfHybrid is CT-11: an attempt of Hybrid notifies at most c+1 processes, and
// there are at most y+1 attempts without faults.
func checkMessagesOfHybrid() (string, error) { return messagesOfHybrid(runsOfMessages, nil) }

func messagesOfHybrid(runs int, change func(*words.Config)) (string, error) {
	most, full, attempts, all := 0, 0, 0, 0
	for n := range uint64(runs) {
		cfg, seen, judge, err := drawnRun(words.Hybrid, n, change)
		if err != nil {
			return "", err
		}
		if seen.last.Run > cfg.Y+1 {
			return "", fmt.Errorf("run %d: %d attempts, with y = %d", n, seen.last.Run, cfg.Y)
		}
		for _, notified := range seen.notified {
			if notified > cfg.C+1 {
				return "", fmt.Errorf("run %d: an attempt has notified %d processes, with c = %d", n, notified, cfg.C)
			}
			most = max(most, notified)
			if notified == cfg.C+1 && cfg.C > 0 {
				full++
			}
		}
		attempts, all = max(attempts, seen.last.Run), max(all, judge.Notifies)
	}
	if attempts < 3 || full == 0 {
		return "", fmt.Errorf("at most %d attempts, and %d of them notified c+1: the bounds are not tried",
			attempts, full)
	}
	return fmt.Sprintf("in %d runs of Hybrid with c up to 3 and y up to 4 an attempt notifies at most c+1 processes, "+
		"%d at most and c+1 of them %d times where c > 0; there are at most y+1 attempts, %d at most; "+
		"%d NOTIFYLEADERs at most in all attempts of an election", runs, most, full, attempts, all), nil
}

// lacks reports whether some list lacks a process.
func lacks(cfg words.Config) bool {
	return slices.ContainsFunc(cfg.Lists, func(list spec.Set) bool { return len(list) < cfg.Nodes })
}
