package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// explored is what came of an exploration.
type explored struct {
	flags *exploreFlags
	target
	reach verify.Reach
	// seconds is how long it took, searched how long until every state was found; then
	// temporal properties are judged, and what was learned is run again.
	seconds, searched float64
	violated          []counterexample
	text              []byte // the result, as its file has it
}

// print prints the report.
func (e *explored) print(out io.Writer) {
	r := e.reach
	e.block(out, [][2]string{
		{"explored", e.protocol + ", the implementation alone"},
		{"configuration", string(e.c.Config)},
		{"budget", budgetText(e.c.Budget)},
		{"may crash", processes(e.c.MayCrash)},
	})
	if e.fair != "" {
		e.block(out, [][2]string{{"fairness", "that of " + e.fair}})
	}
	fmt.Fprintln(out)
	e.block(out, [][2]string{
		{"states", thousands(r.States)},
		{"edges", thousands(r.Edges)},
		{"depth", thousands(r.Depth)},
		{"local states", thousands(r.Locals)},
		{"inboxes", thousands(r.Inboxes)},
		{"handler runs", share(r.Executed, r.Edges)},
		{"memory", fmt.Sprintf("%s, %s bytes a state", memoryText(r.Bytes),
			thousands(int(r.Bytes/int64(max(1, r.States)))))},
		{"time", fmt.Sprintf("%.2f s with %s, %.2f s of it to search: %s states a second", e.seconds,
			phrase.Plural(e.flags.workers, "worker", "workers"), e.searched, thousands(rate(r.States, e.searched)))},
	})
	fmt.Fprintln(out)
	var verdicts [][2]string
	for i, f := range r.Results {
		verdicts = append(verdicts, [2]string{f.Name, e.verdict(e.judged[i], f)})
	}
	e.block(out, append(verdicts, e.unjudged()...))
	for _, c := range e.violated {
		c.print(out, e.flags.out)
	}
	if r.Breach != "" {
		fmt.Fprintf(out, "\nthe implementation's code is at fault: %s\n", strings.TrimRight(r.Breach, "\n"))
	}
	fmt.Fprintf(out, "\n%s\n", e.end())
}

// unjudged names the properties that are not judged, a line for each reason.
func (e *explored) unjudged() (lines [][2]string) {
	names := map[string][]string{}
	for _, l := range e.left {
		if len(names[l.Why]) == 0 {
			lines = append(lines, [2]string{"not judged", l.Why})
		}
		names[l.Why] = append(names[l.Why], l.Name)
	}
	for i := range lines {
		why := lines[i][1]
		lines[i][1] = fmt.Sprintf("%s (%s)", strings.Join(names[why], ", "), why)
	}
	return lines
}

// block prints pairs of a name and a text in two columns.
func (e *explored) block(out io.Writer, pairs [][2]string) {
	width := len("configuration")
	for _, p := range e.judged {
		width = max(width, len(p.Name))
	}
	for _, pair := range pairs {
		fmt.Fprintf(out, "%-*s  %s\n", width, pair[0], pair[1])
	}
}

func budgetText(budget map[string]int) string {
	lines := phrase.Amounts(budget)
	if len(lines) == 0 {
		return "nothing"
	}
	return strings.Join(lines, ", ") + ", and nothing else"
}

// share says how many of the steps had to be run.
func share(runs, steps int) string {
	if steps == 0 {
		return thousands(runs)
	}
	return fmt.Sprintf("%s of %s steps, %.3f %%", thousands(runs), thousands(steps), 100*float64(runs)/float64(steps))
}

// verdict says what came of one property.
func (e *explored) verdict(p verify.Stated, f verify.Found) string {
	complete := e.reach.Ended == checker.Complete
	switch {
	case f.Verdict == spec.Violated && p.Witness:
		return fmt.Sprintf("violated, as a witness must be somewhere, %s", pathLength(f))
	case f.Verdict == spec.Violated:
		return fmt.Sprintf("violated, %s", pathLength(f))
	case f.Verdict == spec.Holds && p.Witness:
		return "holds, and a witness must be violated somewhere"
	case f.Verdict == spec.Holds && complete && f.Excused > 0:
		return fmt.Sprintf("holds (%s excused: only the budget forbids what must happen)",
			phrase.Plural(f.Excused, "state", "states"))
	case f.Verdict == spec.Holds && (complete || p.Kind == spec.Reachable):
		return "holds"
	case p.Kind.Temporal() && f.Why != "":
		return "not decided: " + f.Why
	case p.Kind.Temporal():
		return "not decided: it is temporal, and the graph is not complete"
	case p.Kind == spec.Reachable:
		return fmt.Sprintf("not decided: no witness up to %s states", thousands(e.reach.Judged))
	case p.Kind == spec.Stepwise:
		return fmt.Sprintf("no violation in the steps from %s states", thousands(e.reach.Expanded))
	}
	return fmt.Sprintf("no violation up to %s states", thousands(e.reach.Judged))
}

// end says whether everything was seen, in the last line.
func (e *explored) end() string {
	r := e.reach
	states, depth := thousands(r.Judged), thousands(r.Depth)
	if r.Judged < r.States {
		states += " of " + thousands(r.States)
	}
	isSafety := func(p verify.Stated) bool { return p.Kind == spec.Always || p.Kind == spec.Stepwise }
	switch {
	case e.undecided() != "":
		return "NOT complete: every reachable state within the budget was judged, and " + e.undecided() + " was not"
	case r.Unfired != "":
		return "NOT complete: every reachable state within the budget was judged, but " + r.Unfired
	case r.Ended == checker.Complete:
		return "complete: every reachable state within the budget was judged"
	case r.Breach != "" || len(e.violated) > 0 || !slices.ContainsFunc(e.judged, isSafety):
		return fmt.Sprintf("NOT complete: %s: %s states (depth %s) were judged, which proves nothing about the rest",
			e.whyEnded(), states, depth)
	}
	return fmt.Sprintf("NOT complete: %s: no violation among the first %s states (depth %s), "+
		"which proves nothing about the rest", e.whyEnded(), states, depth)
}

// undecided names a property that is not decided although the graph is complete, "" for
// none.
func (e *explored) undecided() string {
	for _, f := range e.reach.Results {
		if e.reach.Ended == checker.Complete && f.Verdict == spec.Undecided {
			return f.Name
		}
	}
	return ""
}

// whyEnded says why the search did not see everything.
func (e *explored) whyEnded() string {
	switch r := e.reach; r.Ended {
	case checker.BoundHit:
		if e.flags.maxStates > 0 {
			return "there are more states than -max-states, " + thousands(e.flags.maxStates)
		}
		return "there are more states than can be numbered"
	case checker.MemoryOut:
		return "the memory ran out, " + memoryText(int64(e.flags.memory))
	case checker.Stopped:
		return "interrupted"
	case checker.FoundViolation:
		return "-until-violated ended the search"
	case checker.BrokenModel:
		return "the implementation's code is at fault"
	default:
		return r.Ended.String()
	}
}

// enact makes a plan of each counterexample.
func (e *explored) enact() {
	for i, f := range e.reach.Results {
		if f.Verdict == spec.Violated {
			c := counterexample{Found: f, witness: e.judged[i].Witness}
			if err := c.enact(&e.target); err != nil {
				c.note = "no plan: a world cannot take this path: " + phrase.FirstLine(err.Error())
			}
			e.violated = append(e.violated, c)
		}
	}
}

// foundWrong reports whether some property is violated that must hold, or a witness holds,
// which must be violated somewhere.
func (e *explored) foundWrong() bool {
	for i := range e.reach.Results {
		if e.isWrong(i) {
			return true
		}
	}
	return false
}

// isWrong reports whether a property is violated that must hold, or the other way round.
func (e *explored) isWrong(i int) bool {
	must := spec.Violated
	if e.judged[i].Witness {
		must = spec.Holds
	}
	return e.reach.Results[i].Verdict == must && (must == spec.Violated || e.reach.Ended == checker.Complete)
}

// isDecided reports whether it is known of a property that it is violated, or that it holds.
func (e *explored) isDecided(i int) bool {
	verdict := e.reach.Results[i].Verdict
	return verdict == spec.Violated || verdict == spec.Holds &&
		(e.reach.Ended == checker.Complete || e.judged[i].Kind == spec.Reachable)
}
