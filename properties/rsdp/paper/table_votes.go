package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// ballot is what one replica shares: a list, the best last, and whom it proposes.
type ballot struct {
	from   spec.NodeID
	list   []spec.NodeID
	leader spec.NodeID
}

// of is the ballot of a replica that proposes the last of a list.
func of(from spec.NodeID, list ...spec.NodeID) ballot { return ballot{from, list, list[len(list)-1]} }

// elected is what a running replica holds when it has made one state of these ballots: itself and all
// others, of so many, were members before, and nobody led whom it could know.
func elected(election string, nodes int, at spec.NodeID, ballots []ballot, how ...words.Interpretation) words.View {
	cfg := words.Config{Nodes: nodes, Reducers: []string{election}, Interpretations: spec.NewSet(how...)}.WithDefaults()
	for id := range spec.NodeID(nodes) {
		cfg.Views = append(cfg.Views, words.View{Members: spec.Sequence[spec.NodeID]{id}, Leader: id})
	}
	node, effects := implementation.New(at, cfg), impl.NewEffects(nil)
	for _, b := range ballots {
		data := spec.Sequence[any]{words.View{Members: b.list, Leader: b.leader}}
		node.Step(impl.Event{Kind: impl.Delivered, From: b.from, Body: words.Share{Data: data}}, effects)
	}
	node.Step(impl.Event{Kind: impl.Fired, From: spec.None, Timer: words.TimerShare}, effects)
	return node.State().(*implementation.State).View(0)
}

// upTo are the first so many processes.
func upTo(n int) []spec.NodeID { return spec.AllNodes(n) }

// without is a list without one of it.
func without(list []spec.NodeID, id spec.NodeID) []spec.NodeID {
	return spec.NewSet(list...).Without(id)
}

// colluders has each of three honest replicas of five miss another answer, and two others propose one of
// them on the same list.
func colluders() string {
	all := upTo(5)
	ballots := []ballot{of(2, without(all, 0)...), of(3, without(all, 1)...), of(4, without(all, 2)...)}
	plot := []spec.NodeID{0, 1, 2, 3, 4}
	ballots = append(ballots, ballot{0, plot, 0}, ballot{1, plot, 0})
	return leaderOf(elected(words.Popular, 5, 4, ballots))
}

// stuffing has one replica send its ballot four times, for itself, against the equal ones of three
// others.
func stuffing(how ...words.Interpretation) string {
	all := upTo(4)
	ballots := []ballot{of(1, all...), of(2, all...), of(3, all...)}
	for range 4 {
		ballots = append(ballots, ballot{0, all, 0})
	}
	return leaderOf(elected(words.Popular, 4, 3, ballots, how...))
}

func leaderOf(v words.View) string { return v.Leader.String() }

// favourite is who is elected by rank where all ballots are full, and a majority prefers the first
// candidate to the second, and the rest of the ballots the second to all and have the first last.
func favourite(n int) string {
	a, b, rest := spec.NodeID(n-1), spec.NodeID(n-2), upTo(n-2)
	majority := specification.Risk{Replicas: n}.Majority()
	var ballots []ballot
	for id := range spec.NodeID(n) {
		if int(id) < majority {
			ballots = append(ballots, of(id, append(append([]spec.NodeID{}, rest...), b, a)...))
		} else {
			ballots = append(ballots, of(id, append(append([]spec.NodeID{a}, rest...), b)...))
		}
	}
	return leaderOf(elected(words.Ranked, n, 0, ballots))
}

// shortened is by how many the lists of all others must be shorter than that of one ballot, so that its
// candidate, whom they do not name, wins by rank against theirs, which it has last.
func shortened(n int) int {
	mine := append(append([]spec.NodeID{spec.NodeID(n - 1)}, upTo(n - 1)[1:]...), 0)
	for s := 1; s < n; s++ {
		if winsAlone(n, n, mine, upTo(n)[s:]) {
			return s
		}
	}
	return -1
}

// inflated is how many made-up members a liar needs on its ballot, so that one of them wins by rank
// against the full ballots of all others, whose candidate it has last.
func inflated(n int) int {
	for more := 1; more < n; more++ {
		all := upTo(n + more)
		mine := append([]spec.NodeID{spec.NodeID(n - 1)}, without(all, spec.NodeID(n-1))...)
		if winsAlone(n, n+more, mine, upTo(n)) {
			return more
		}
	}
	return -1
}

// winsAlone reports whether one ballot wins by rank against those of all others of n, which are alike.
func winsAlone(n, processes int, mine, theirs []spec.NodeID) bool {
	ballots := []ballot{of(0, mine...)}
	for id := spec.NodeID(1); int(id) < n; id++ {
		ballots = append(ballots, of(id, theirs...))
	}
	return elected(words.Ranked, processes, 0, ballots).Leader == mine[len(mine)-1]
}

// partial counts, of all ways in which replicas miss answers of others, those in which the ranked vote
// elects another than the greatest, whom at least it itself has heard.
func partial(n int) (other, all int) {
	each := 1 << (n - 1)
	for way := range pow(each, n) {
		var ballots []ballot
		for id, rest := 0, way; id < n; id, rest = id+1, rest/each {
			list := spec.NewSet(spec.NodeID(id))
			for bit, other := range without(upTo(n), spec.NodeID(id)) {
				if rest%each>>bit&1 == 1 {
					list = list.With(other)
				}
			}
			ballots = append(ballots, of(spec.NodeID(id), list...))
		}
		if all++; elected(words.Ranked, n, 0, ballots).Leader != spec.NodeID(n-1) {
			other++
		}
	}
	return other, all
}

func pow(x, n int) int {
	all := 1
	for range n {
		all *= x
	}
	return all
}

// vote is a row: what an election makes of ballots.
type vote struct {
	election, ballots, majority string // whom a majority has first, "" where that is not asked
	elects                      reproduce.Cell
}

// plurality has no quorum, and counts messages.
func plurality() []vote {
	return []vote{
		{
			words.Popular, "three of five propose 4, each on another list, as each has missed one answer; two " +
				"propose 0 on one",
			"4", reproduce.Text(colluders()).Beside("4", "Two equal tuples are the most of five: no quorum is asked "+
				"for."),
		},
		{
			words.Popular + ", repeats kept", "three of four propose 3; one proposes 0, and says so four times",
			"3", reproduce.Text(stuffing(words.KeepsRepeats)).Beside("3", "Messages are counted, and not who sends "+
				"them."),
		},
		{
			words.Popular, "the same, where a second ballot takes the place of the first",
			"3", reproduce.Text(stuffing()).Beside("3", "A second ballot has counted."),
		},
	}
}

// ranks are what the weights of ranks come to.
func ranks() ([]vote, error) {
	var list []vote
	add := func(majority string, elects reproduce.Cell, ballots string, args ...any) {
		list = append(list, vote{words.Ranked, fmt.Sprintf(ballots, args...), majority, elects})
	}
	for n := 3; n <= 9; n++ {
		a := fmt.Sprint(n - 1)
		add(a, reproduce.Text(favourite(n)), "a majority of %d has %s first and %d second, the others %d first and "+
			"%s last",
			n, a, n-2, n-2, a)
	}
	for _, n := range []int{3, 5, 10} {
		want := specification.Risk{Replicas: n}.Inflation()
		shorter, more := shortened(n), inflated(n)
		if shorter != want || more != want {
			return nil, fmt.Errorf("one of %d wins against lists that are shorter by %d, or with %d names more, and "+
				"by the weights with %d", n, shorter, more, want)
		}
		add("", reproduce.Int(shorter), "one of %d has a full list; by how many those of all others must be "+
			"shorter, so that its first is elected", n)
		add("", reproduce.Int(more), "all of %d have full lists; how many made-up names one needs on its own, so "+
			"that one of them is elected", n)
	}
	for _, n := range []int{3, 4} {
		other, all := partial(n)
		add("", reproduce.Int(other), "each of %d has the answers of some; in how many of %d ways not the greatest "+
			"is elected",
			n, all)
	}
	return list, nil
}

// votes is A4.4 and A-20: what the votes elect of given ballots.
func votes(context.Context, reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "election", Means: "which a running replica has"},
			{Name: "ballots", Means: "what it is told in one batch; the greatest number is the greatest address"},
			{Name: "majority", Means: "whom a majority has first"},
			{
				Name: "elects", Means: "whom it then follows, or what is counted; by section 3.1 a popular vote " +
					"needs a majority",
			},
		},
		Notes: []string{
			"These are computed, and none is drawn.",
			"By rank each place has half of the weight of the one before it: those of many second places add up.",
		},
	}
	list, err := ranks()
	for _, v := range append(plurality(), list...) {
		majority := reproduce.None()
		if v.majority != "" {
			majority = reproduce.Text(v.majority)
		}
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Text(v.election), reproduce.Text(v.ballots), majority, v.elects,
		})
	}
	return t, err
}
