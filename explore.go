package scrutineer

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// ladder are the budgets of faults that are explored, one after the other, as long as there are states left to look
// at. One crash comes before none: it finds most. One that has all of another's faults comes before that only if it
// may be seen in whole, and then stands for both.
var ladder = []map[string]int{
	{"crash": 1},
	{},
	{"premature": 1},
	{"loss": 1},
	{"duplicate": 1},
	{"crashIn": 1},
	{"crash": 1, "premature": 1},
	{"crash": 1, "loss": 1, "duplicate": 1},
	{"crash": 1, "crashIn": 1, "premature": 1, "loss": 1, "duplicate": 1},
}

// exploring is the part of a Check that explores.
type exploring struct {
	*checking
	protocol *instance
}

// explore explores the protocol within one budget after the other, until there are no states left
// to look at, or something fails.
func (c *exploring) explore() {
	c.Helper()
	switch {
	case c.states == 0:
		return
	case !c.protocol.explored():
		c.Logf("not explored: %s; it is simulated only", c.protocol.unexplored())
		return
	case c.protocol.Nodes > explore.MostProcesses:
		c.Logf("not explored: %d processes are too many, at most %d can be", c.protocol.Nodes, explore.MostProcesses)
		return
	}
	left := c.states
	var looked, seen []string
	var whole []map[string]int // the budgets of which all states were seen
	for n, rung := range ladder {
		budget := c.protocol.felt(rung)
		if text := budgetText(budget); slices.Contains(seen, text) {
			continue
		} else {
			seen = append(seen, text)
		}
		if slices.ContainsFunc(whole, func(larger map[string]int) bool { return within(budget, larger) }) {
			continue
		}
		r, err := c.reach(budget, max(1, left/min(2, len(ladder)-n)))
		if err != nil {
			c.Errorf("explored with %s: %v", budgetText(budget), err)
			return
		}
		if failed := c.judgeReach(budget, r); failed {
			return
		}
		if r.Ended == checker.Complete {
			whole = append(whole, budget)
		}
		left -= r.States
		looked = append(looked, c.lookedAt(budget, r))
		if left <= 0 {
			break
		}
	}
	c.Logf("explored, nothing fails:%s", listed(looked))
	if d := c.protocol.Discrete; d != nil {
		c.Logf("time in these explorations: %s", d)
	}
	if names := c.protocol.endless(); len(names) > 0 {
		c.Logf("not judged, as time ends in these explorations: %s", strings.Join(names, ", "))
	}
	if left := c.protocol.leaves(); len(left) > 0 {
		c.Logf("not judged in these explorations, but of the specification: %s", strings.Join(left, ", "))
	}
	if c.protocol.timeless.Load() {
		c.Logf("a property asks for the time, which explorations do not know: it saw 0 there")
	}
}

// within reports whether a budget has no more of any fault than another one.
func within(budget, larger map[string]int) bool {
	for line, most := range budget {
		if most > larger[line] {
			return false
		}
	}
	return true
}

// lookedAt says what an exploration has looked at.
func (c *exploring) lookedAt(budget map[string]int, r verify.Reach) string {
	if r.Ended == checker.Complete {
		text := fmt.Sprintf("all %d states with %s", r.States, budgetText(budget))
		if r.Due > 0 {
			text += fmt.Sprintf("; in %d of them a timer fires that has stayed set round a loop", r.Due)
		}
		if r.Unfired != "" && !slices.ContainsFunc(r.Results, isUndecided) {
			text += "; " + r.Unfired
		}
		for _, found := range r.Results {
			if isUndecided(found) {
				text += fmt.Sprintf("; %s is not judged: %s", found.Name, found.Why)
			}
		}
		return text
	}
	text := fmt.Sprintf("the first %d states with %s, paths of up to %d states", r.States, budgetText(budget), r.Depth)
	if names := sortedNames(c.protocol.Eventually); len(names) > 0 {
		text += "; not judged, as that needs all states: " + strings.Join(names, ", ")
	}
	return text
}

func isUndecided(f verify.Found) bool { return f.Verdict == spec.Undecided }

// leaves names the properties that its explorations do not judge.
func (i *instance) leaves() []string {
	if i.Spec == nil {
		return nil
	}
	return i.Spec.unexplored()
}

// unexplored says why nothing is explored.
func (i *instance) unexplored() string {
	if i.Monitor != nil {
		return "a Monitor judges runs only"
	}
	if i.Projection {
		return "State is a projection of what changes"
	}
	return "what a process does depends on its clock; set Discrete for explorations in discrete time"
}

// felt is a budget without the faults that campaigns do not draw, or that nothing of the protocol can feel.
func (i *instance) felt(budget map[string]int) map[string]int {
	felt := maps.Clone(budget)
	maps.DeleteFunc(felt, func(line string, _ int) bool {
		return slices.Contains(i.Without, line) || line == "premature" && (len(i.timers()) == 0 || i.Discrete != nil)
	})
	return felt
}

// reach explores the protocol within a budget. If a function of the protocol does not return, it says which.
func (c *exploring) reach(budget map[string]int, most int) (verify.Reach, error) {
	var pulse atomic.Int64
	w := c.watcher()
	stuck := func() string {
		return w.looks("when the exploration begins again", func(g guardedRuns) { g.reach(budget, most, nil) })
	}
	return watched(w.quiet, &pulse, stuck, func() (r verify.Reach, err error) {
		defer func() {
			if cause := recover(); cause != nil {
				err = saidByPanic(cause)
			}
		}()
		return c.protocol.reach(budget, most, func() { pulse.Add(1) })
	})
}

// judgeReach logs what an exploration has found, and reports whether anything has failed.
func (c *exploring) judgeReach(budget map[string]int, r verify.Reach) bool {
	c.Helper()
	if r.Breach != "" {
		c.Errorf("explored with %s, the implementation's own code is at fault: %s%s", budgetText(budget), r.Breach,
			advice(r.Breach))
		return true
	}
	for _, found := range r.Results {
		if found.Verdict == spec.Violated {
			c.violated(budget, found)
			return true
		}
	}
	return false
}

// advice says what to do about a breach that a protocol can say it has.
func advice(breach string) string {
	switch {
	case strings.Contains(breach, "was not registered"):
		return "\n  add a value of the type to Wire in scrutineer.Protocol"
	case strings.HasPrefix(breach, "StepsRepeat"):
		return "\n  a process must be a function of its State and of the event: no randomness, no order of a map"
	case strings.HasPrefix(breach, "ClockFree"):
		return "\n  say ReadsClocks in scrutineer.Protocol where more depends on the clock than the lengths of " +
			"timers; with Discrete it is still explored"
	case strings.HasPrefix(breach, "StateShowsAll"):
		return "\n  say Projection in scrutineer.Protocol where State cannot show all that changes"
	}
	return ""
}

// violated reports a counterexample, as a plan for a world where one can take its path.
func (c *exploring) violated(budget map[string]int, found verify.Found) {
	c.Helper()
	where := fmt.Sprintf("an exploration with %s, a path of %d states", budgetText(budget), found.Length)
	failure, err := c.enacted(found)
	if err != nil {
		c.Errorf("%s fails in %s: %s\n%s  there is no plan of it: %v", found.Name, where, found.Why, found.Path, err)
		return
	}
	c.report(failure, where)
}

// enacted makes a failure of a counterexample that a world can be led along.
func (c *exploring) enacted(found verify.Found) (campaign.Failure, error) {
	base := faults.Plan{Protocol: c.harness.Name, Config: c.protocol.initial()}
	for _, at := range slices.Backward(c.protocol.awake()) {
		found.Actions = slices.Insert(slices.Clone(found.Actions), 0, spec.Action{Name: spec.Boot, At: at})
	}
	plan, err := found.Plan(c.protocol.cluster(), base)
	if err != nil {
		return campaign.Failure{}, err
	}
	all, err := campaign.Replay(c.harness, plan)
	if err != nil {
		return campaign.Failure{}, err
	}
	if !all[0].Outcome.Fails(found.Name) {
		return campaign.Failure{}, fmt.Errorf("in a world, which goes on after the path, %s does not fail", found.Name)
	}
	v := campaign.Violation{Property: found.Name, Why: found.Why}
	return c.harness.NewFailure(0, plan, v, "explored, shrunk: "+found.Name+" fails", c.tries, nil)
}

// budgetText is such as "crash=1, loss=1".
func budgetText(budget map[string]int) string {
	if lines := phrase.Amounts(budget); len(lines) > 0 {
		return strings.Join(lines, ", ")
	}
	return "no faults"
}

// listed are lines below another one.
func listed(parts []string) string {
	var text strings.Builder
	for _, part := range parts {
		text.WriteString("\n    " + part)
	}
	return text.String()
}
