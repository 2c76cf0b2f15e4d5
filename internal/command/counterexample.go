package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/campaign/diagram"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// counterexample is a violated property and, where a world can take its path, the
// files of its plan.
type counterexample struct {
	verify.Found
	// plan is nil where there is none; else files are it and what stands beside it.
	plan  []byte
	files []campaign.Page
	// witness tells that the property must fail somewhere: its plan expects that.
	witness bool
	// note says what is to be known of the plan, or why there is none.
	note string
}

// enact makes the plan and runs it.
func (c *counterexample) enact(x *target) error {
	if c.Length == 0 {
		return errors.New("there is none")
	}
	if x.cluster.New == nil {
		return fmt.Errorf("%s is no model of what runs in worlds", x.c.Module)
	}
	plan, err := c.Plan(x.cluster, faults.Plan{
		Protocol: x.protocol, Config: x.c.Config, Why: fmt.Sprintf("%s fails: %s; found by explore", c.Name, c.Why),
	})
	if err != nil {
		return err
	}
	all, err := campaign.Replay(x.campaign, plan)
	if err != nil {
		return err
	}
	if expecting, again := c.expecting(x, plan, all[0]); again == nil {
		c.note = c.unexpected(x, all[0])
	} else if all = again; c.witness {
		plan = expecting
	}
	if !c.witness {
		plan = campaign.Failing(plan)
	}
	var page bytes.Buffer
	fact := []string{"replay, in this page's folder", programName() + " replay " + campaign.PlanFile}
	if err := diagram.Write(&page, campaign.Diagram(all[0], fact)); err != nil {
		return err
	}
	c.plan = campaign.PlanText(plan)
	c.files = append([]campaign.Page{
		{Name: campaign.PlanFile, Text: c.plan},
		{Name: campaign.TraceFile, Text: campaign.TraceText(all[0].Trace)},
		{Name: campaign.DiagramFile, Text: page.Bytes()},
	}, all[0].Pages()...)
	return nil
}

// expecting returns the plan with the expectation that the property fails, and what
// came of it; nil where it comes out otherwise in a world.
func (c *counterexample) expecting(
	x *target, plan faults.Plan, r campaign.Replayed,
) (faults.Plan, []campaign.Replayed) {
	expect := faults.Expect{Violates: c.Name}
	for _, name := range r.Outcome.Broken { // and excuses something else
		excuses := func(v campaign.Violation) bool { return slices.Contains(v.Needs, name) }
		if slices.ContainsFunc(r.Outcome.Violations, excuses) {
			expect.Outside = append(expect.Outside, name)
		}
	}
	slices.Sort(expect.Outside)
	plan.Expect = []faults.Expect{expect}
	again, err := campaign.Replay(x.campaign, plan)
	if err != nil || len(again[0].Wrong) > 0 {
		return plan, nil
	}
	return plan, again
}

// unexpected says why the replay of a plan does not show what was found.
func (c *counterexample) unexpected(x *target, r campaign.Replayed) string {
	for _, v := range r.Outcome.Violations {
		if v.Property == c.Name && r.Outcome.Excused(v) {
			return fmt.Sprintf("the run breaks %s, without which campaigns do not claim %s: its replay passes",
				strings.Join(r.Outcome.Broken, ", "), c.Name)
		}
	}
	judged := x.campaign.Judged()
	if !slices.Contains(judged, c.Name) {
		return "campaigns do not judge " + c.Name + ": its replay takes the path and passes"
	}
	if c.Temporal {
		return "a world has no budget and goes on fairly after the path: " + c.Name +
			" holds in the end, and its replay passes"
	}
	return c.Name + " does not fail in the run of the plan, which goes on after the path: its replay does not show it"
}

// planDir is the folder of the plan, below that of the exploration; "" without a plan.
func (c *counterexample) planDir() string {
	if c.plan == nil {
		return ""
	}
	return c.Name
}

func (c *counterexample) print(out io.Writer, folder string) {
	fmt.Fprintf(out, "\n%s is violated (%s): %s\n%s", c.Name, pathLength(c.Found), c.Why, c.Path)
	if c.note != "" {
		fmt.Fprintf(out, "  note:       %s\n", c.note)
	}
	if dir := filepath.Join(folder, c.planDir()); c.plan != nil {
		fmt.Fprintf(out, "  replay it:  %s replay %s\n  look at it: %s\n",
			called(), phrase.Typed(filepath.Join(dir, campaign.PlanFile)), filepath.Join(dir, campaign.DiagramFile))
	}
}

func pathLength(f verify.Found) string {
	text := "path of " + phrase.Plural(f.Length, "state", "states")
	if len(f.Cycle) > 0 {
		text += " with a cycle"
	}
	return text
}
