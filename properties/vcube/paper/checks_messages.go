package paper

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	elections "github.com/scrutineer-go/scrutineer/properties/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// sight is what is seen of a run: what is sent in each interval, also to who is down, when each
// process has come to suspect p0 and to follow another, never where it has not, and when the last
// reply of the first interval came.
type sight struct {
	interval          faults.Time
	tests, messages   []int
	suspects, follows []faults.Time
	last              faults.Time
}

const never = faults.Time(-1)

// Observe takes an event into account.
func (o *sight) Observe(w *world.World, e *world.Event) {
	round, at := int((e.At-begins)/o.interval), e.Action.At
	if at == spec.None || e.At < begins {
		return
	}
	for _, effect := range e.Effects {
		if effect.Kind == impl.Send {
			o.messages[round]++
			if effect.Body.Kind() == words.KindRequest {
				o.tests[round]++
			}
		}
	}
	if round == 0 && e.Action.Name == spec.Deliver(words.KindReply) {
		o.last = e.At - begins
	}
	view := viewOf(w.State(at))
	if view != nil && !view.Correct[0] && o.suspects[at] == never {
		o.suspects[at] = e.At - begins
	}
	if view != nil && view.Leader != 0 && o.follows[at] == never {
		o.follows[at] = e.At - begins
	}
}

// seen runs so many rounds in which a copy takes 10 ms, and in which p0 crashes so long after the
// beginning of the first, if ever.
func seen(of election, cfg words.Config, rounds int, crash faults.Time) (*sight, error) {
	s := scene{of: of, cfg: cfg, delay: faults.Delay{Min: 10 * millisecond}, rounds: rounds}
	if crash != never {
		s = s.crashed(crash, 0)
	}
	return s.sight()
}

// sight runs the scene and returns what is seen of it.
func (s scene) sight() (*sight, error) {
	o := &sight{
		interval: s.interval(), tests: make([]int, s.rounds), messages: make([]int, s.rounds),
		suspects: slices.Repeat([]faults.Time{never}, s.cfg.Nodes),
		follows:  slices.Repeat([]faults.Time{never}, s.cfg.Nodes),
	}
	return o, s.run(context.Background(), o)
}

// knownIn returns the interval in which the last process but p0 has come to suspect it, from 1; 0
// where one never does.
func (o *sight) knownIn() int {
	most := 0
	for _, at := range o.suspects[1:] {
		if at == never {
			return 0
		}
		most = max(most, int(at/o.interval)+1)
	}
	return most
}

// largest is up to how many processes the tables are run here. What is larger is measured by the
// experiments.
const largest = 64

// countedAs runs the rows of a table that are not too large, and holds what is sent against what is
// printed; it returns how many counts it has held so.
func (t messageTable) countedAs() (int, error) {
	counts, crash := 0, never
	if t.crash {
		crash = 0
	}
	for _, row := range t.printed {
		for _, one := range []struct {
			of         election
			rounds, is int
			printed    string
		}{
			{all(), t.allRounds(row.nodes), t.allIs(row.nodes), row.all},
			{vCube(), t.cubeRounds(row.nodes), t.cubeIs(row.nodes), row.cube},
		} {
			if fmt.Sprint(one.is) != one.printed {
				return 0, fmt.Errorf("of %d: %s sends %d messages by the formula, printed are %s",
					row.nodes, one.of.name, one.is, one.printed)
			}
			if row.nodes > largest {
				continue
			}
			o, err := seen(one.of, asRead(row.nodes), one.rounds, crash)
			if err != nil {
				return 0, err
			}
			if got := sum(o.messages); got != one.is {
				return 0, fmt.Errorf("of %d: %s sends %d messages in %d rounds, printed are %s",
					row.nodes, one.of.name, got, one.rounds, one.printed)
			}
			counts++
		}
	}
	return counts, nil
}

// misprints are the balances of a table that are not those of its counts.
func (t messageTable) misprints() []string {
	var wrong []string
	for _, row := range t.printed {
		all, cube := int64(t.allIs(row.nodes)), int64(t.cubeIs(row.nodes))
		if is := big.NewRat(100*(all-cube), all).FloatString(2); is != row.balance {
			wrong = append(wrong, fmt.Sprintf("N = %d: %s %%, printed is %s %%", row.nodes, is, row.balance))
		}
	}
	return wrong
}

// checkCounts is VC-14 and VC-15: the messages of a table.
func checkCounts(t messageTable) (string, error) {
	counts, err := t.countedAs()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("the %d counts of up to %d processes are those of the running processes, and all %d are %s "+
		"of ALL and %s of vCube", counts, largest, 2*len(t.printed), t.allFormula, t.cubeFormula), nil
}

// checkBalances is VC-15: all balances are those of their rows.
func checkBalances(t messageTable) (string, error) {
	if wrong := t.misprints(); len(wrong) > 0 {
		return "", fmt.Errorf("%s", strings.Join(wrong, ", "))
	}
	return fmt.Sprintf("all %d are those of their rows", len(t.printed)), nil
}

// checkMisprints is VC-14: two are not.
func checkMisprints(t messageTable) (string, error) {
	wrong := t.misprints()
	if len(wrong) != 2 {
		return "", fmt.Errorf("%d of %d are not those of their rows", len(wrong), len(t.printed))
	}
	return fmt.Sprintf("%d of %d are not those of their rows, %s",
		len(wrong), len(t.printed), strings.Join(wrong, ", ")), nil
}

// checkAnyCrash is VC-15: it does not matter which process crashes, nor whether Correct follows what is
// merged.
func checkAnyCrash(sizes []int) (string, error) {
	runs := 0
	for _, nodes := range sizes {
		for _, as := range [][]words.Interpretation{nil, {words.LiteralMerge}} {
			cfg := asRead(nodes, as...)
			for q := range spec.NodeID(nodes) {
				g, messages := elections.NewGroup(cfg), 0
				g.Fail(q)
				for range cfg.Dimension() {
					messages += messagesOf(g.Round(false))
				}
				if want := table3().cubeIs(nodes); messages != want {
					return "", fmt.Errorf("of %d, read %v: %d messages where p%s crashes, want %d",
						nodes, as, messages, q, want)
				}
				runs++
			}
		}
	}
	return fmt.Sprintf("in %d runs it is the same whichever of %s crashes, as printed (Y1), too",
		runs, numbers(sizes)), nil
}

// checkBaselines is VC-7: what a round of ALL and of vRing costs, and after how many rounds a crash is
// known to all where replies are frozen.
func checkBaselines(brute, circle election) (string, error) {
	var rounds []int
	for _, nodes := range []int{4, 8, 16, 32} {
		cfg := asRead(nodes, words.FrozenReplies)
		for _, one := range []struct {
			of            election
			tests, rounds int
		}{{brute, nodes*nodes - nodes, 1}, {circle, nodes, nodes - 1}} {
			quiet, err := seen(one.of, cfg, 1, never)
			if err != nil {
				return "", err
			}
			crashed, err := seen(one.of, cfg, nodes, 0)
			if err != nil {
				return "", err
			}
			if quiet.tests[0] != one.tests || crashed.knownIn() != one.rounds {
				return "", fmt.Errorf("%s, N = %d: %d tests in a round, want %d; a crash is known in round %d, "+
					"want %d",
					one.of.name, nodes, quiet.tests[0], one.tests, crashed.knownIn(), one.rounds)
			}
		}
		rounds = append(rounds, nodes-1)
	}
	return fmt.Sprintf("N = 4, 8, 16, 32: ALL makes N^2-N tests in a round, and a crash is known after one; vRing "+
		"makes N, and a crash is known after %s rounds", numbers(rounds)), nil
}

// checkCrashLatency is VC-18: in which round the last process comes to know of a crash at the beginning
// of one, and with ALL of one in its midst.
func checkCrashLatency(cube election) (string, error) {
	var rounds []int
	for _, nodes := range []int{8, 16, 32, 64} {
		cfg := asRead(nodes, words.FrozenReplies)
		crashed, err := seen(cube, cfg, cfg.Dimension()+1, 0)
		if err != nil {
			return "", err
		}
		if rounds = append(rounds, crashed.knownIn()); crashed.knownIn() != cfg.Dimension() {
			return "", fmt.Errorf("%s, N = %d: a crash is known in round %d", cube.name, nodes, crashed.knownIn())
		}
		for _, one := range []struct {
			crash faults.Time
			want  int
		}{{0, 1}, {15 * millisecond, 2}} {
			o, err := seen(all(), cfg, 3, one.crash)
			if err != nil {
				return "", err
			}
			if o.knownIn() != one.want {
				return "", fmt.Errorf("ALL, N = %d: a crash after %s is known in round %d, want %d", nodes, one.crash,
					o.knownIn(), one.want)
			}
		}
	}
	return fmt.Sprintf("N = 8, 16, 32, 64: with vCube and frozen replies in round %s, with ALL in the first, or "+
		"where p0 crashes after its reply in the second", numbers(rounds)), nil
}
