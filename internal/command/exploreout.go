package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/campaign/diagram"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
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
	judged := slices.Concat(x.campaign.Properties, x.campaign.OfStates, campaign.Contracts())
	if !slices.Contains(judged, c.Name) {
		return "campaigns do not judge " + c.Name + ": its replay takes the path and passes"
	}
	if c.Temporal {
		return "a world has no budget and goes on fairly after the path: " + c.Name +
			" holds in the end, and its replay passes"
	}
	return c.Name + " does not fail in the run of the plan, which goes on after the path: its replay does not show it"
}

// dir is the folder of the plan, below that of the exploration; "" without a plan.
func (c *counterexample) dir() string {
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
	if dir := filepath.Join(folder, c.dir()); c.plan != nil {
		fmt.Fprintf(out, "  replay it:  %s replay %s\n  look at it: %s\n",
			called(), phrase.Typed(filepath.Join(dir, campaign.PlanFile)), filepath.Join(dir, campaign.DiagramFile))
	}
}

// exploredFile is the name of an exploration's result, exploredVersion that of its
// format.
const (
	exploredFile    = "explored.json"
	exploredVersion = 1
)

// exploredResult is what stands in that file. The same exploration gives the same
// bytes.
type exploredResult struct {
	Version  int             `json:"version" input:"required"`
	Protocol string          `json:"protocol" input:"required"`
	Config   json.RawMessage `json:"config" input:"required"`
	Budget   map[string]int  `json:"budget" input:"required"`
	MayCrash []int           `json:"mayCrash" input:"required"`
	// Fairness is the specification whose fairness counts, "" for none.
	Fairness string `json:"fairness,omitempty"`
	States   int    `json:"states" input:"required"`
	Edges    int    `json:"edges" input:"required"`
	Depth    int    `json:"depth" input:"required"`
	// Judged is how many states were judged, Ended why the search ended.
	Judged int    `json:"judged" input:"required"`
	Ended  string `json:"ended" input:"required"`
	// Breach says what is wrong with the implementation's own code.
	Breach     string             `json:"breach,omitempty"`
	Properties []exploredProperty `json:"properties" input:"required"`
	// NotJudged are the properties that were not judged.
	NotJudged []left `json:"notJudged,omitempty"`
}

// exploredProperty is what came of one property.
type exploredProperty struct {
	Name    string `json:"name" input:"required"`
	Verdict string `json:"verdict" input:"required"`
	Why     string `json:"why,omitempty"`
	// Length is the number of states of the counterexample, Dir the folder of its plan, Pages
	// what is there beside plan, trace and diagram.
	Length int      `json:"length,omitempty"`
	Dir    string   `json:"dir,omitempty"`
	Pages  []string `json:"pages,omitempty"`
}

func (e *explored) result() exploredResult {
	r := e.reach
	result := exploredResult{
		Version: exploredVersion, Protocol: e.protocol, Config: e.c.Config, Budget: e.c.Budget,
		MayCrash: append([]int{}, e.c.MayCrash...), Fairness: e.fair,
		States: r.States, Edges: r.Edges, Depth: r.Depth, Judged: r.Judged, Ended: r.Ended.String(), Breach: r.Breach,
		Properties: []exploredProperty{}, NotJudged: e.left,
	}
	for i, f := range r.Results {
		p := exploredProperty{Name: f.Name, Verdict: e.verdict(e.judged[i], f), Why: f.Why, Length: f.Length}
		for _, c := range e.violated {
			if c.Name == f.Name {
				p.Dir = c.dir()
				for _, further := range c.files[min(len(planFiles), len(c.files)):] {
					p.Pages = append(p.Pages, further.Name)
				}
			}
		}
		result.Properties = append(result.Properties, p)
	}
	return result
}

// planFiles are those in the folder of a plan.
var planFiles = []string{campaign.PlanFile, campaign.TraceFile, campaign.DiagramFile}

// older names the files of plans in a folder, which are an older result's. Anything else
// that is there is an input error.
func older(dir string) (plans []string, err error) {
	refuse := func(format string, args ...any) ([]string, error) {
		return nil, &input.Error{File: dir, Want: fmt.Sprintf(format, args...)}
	}
	found, err := output.Foreign(dir, nil)
	switch {
	case err != nil:
		return refuse("cannot be read (%s); name another folder", input.Reason(err))
	case found == "":
		return nil, nil
	}
	result, err := readResult(dir)
	if err != nil {
		return refuse("holds files and %v; name an empty folder or a new one", err)
	}
	for _, p := range result.Properties {
		for _, name := range slices.Concat(planFiles, p.Pages) {
			if p.Dir != "" {
				plans = append(plans, path.Join(p.Dir, name))
			}
		}
	}
	if found, err = output.Foreign(dir, append(plans, exploredFile)); found != "" {
		return refuse("holds %s, which is not of an exploration; name an empty folder or a new one", found)
	}
	return plans, err
}

// readResult reads the result of an older exploration.
func readResult(dir string) (exploredResult, error) {
	var r exploredResult
	text, err := os.ReadFile(filepath.Join(dir, exploredFile))
	if err != nil {
		return r, fmt.Errorf("no %s of an exploration", exploredFile)
	}
	err = input.Decode(text, &r)
	outside := func(p exploredProperty) bool {
		above := func(name string) bool { return !filepath.IsLocal(name) }
		return p.Dir != "" && above(p.Dir) || slices.ContainsFunc(p.Pages, above)
	}
	if err != nil || r.Version != exploredVersion || slices.ContainsFunc(r.Properties, outside) {
		return r, fmt.Errorf("an %s that is not of this program", exploredFile)
	}
	return r, nil
}

// write writes the result and then its plans, in place of those of an older result.
func (e *explored) write(held *output.Folder) error {
	plans, err := older(e.flags.out) // somebody may have put something there
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(e.result(), "", "  ")
	if err != nil {
		return err
	}
	e.text = append(text, '\n')
	texts := [][]byte{e.text}
	for _, c := range e.violated {
		for _, f := range c.files {
			texts = append(texts, f.Text)
		}
	}
	if err = held.Fits(texts...); err == nil {
		err = held.Clear(plans)
	}
	if err == nil {
		err = held.Write(exploredFile, e.text)
	}
	for _, c := range e.violated {
		for _, f := range c.files {
			if err == nil {
				err = held.Write(filepath.Join(c.dir(), f.Name), f.Text)
			}
		}
	}
	return err
}
