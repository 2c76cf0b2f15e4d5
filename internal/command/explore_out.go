package command

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

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
				p.Dir = c.planDir()
				for _, further := range c.files[min(len(planFiles), len(c.files)):] {
					p.Pages = append(p.Pages, further.Name)
				}
			}
		}
		result.Properties = append(result.Properties, p)
	}
	return result
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
				err = held.Write(filepath.Join(c.planDir(), f.Name), f.Text)
			}
		}
	}
	return err
}

// results are what came of the properties of an exploration, one by one, and of the code.
func (e *explored) results() []verify.Outcome {
	var all []verify.Outcome
	for i, f := range e.reach.Results {
		r := verify.Outcome{Protocol: e.protocol, Name: f.Name}
		verdict := e.verdict(e.judged[i], f)
		switch {
		case e.isWrong(i):
			text := strings.TrimSpace(fmt.Sprintf("%s: %s\n%s", verdict, f.Why, f.Path))
			r.Failures = verify.InFile(e.fileOf(f.Name), []string{text})
		case !e.isDecided(i):
			r.NotRun = verdict
		}
		all = append(all, r)
	}
	code := verify.Outcome{Protocol: e.protocol, Name: "code", Seconds: e.seconds}
	if e.reach.Breach != "" {
		code.Failures = []verify.Complaint{{Why: strings.TrimSpace(e.reach.Breach)}}
	}
	return append(all, code)
}

// fileOf is the plan of a counterexample, "" where there is none.
func (e *explored) fileOf(property string) string {
	for _, c := range e.violated {
		if c.Name == property && c.plan != nil {
			return filepath.Join(e.flags.out, c.planDir(), campaign.PlanFile)
		}
	}
	return ""
}
