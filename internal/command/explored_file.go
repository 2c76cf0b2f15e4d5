package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
)

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

// left is a property that an exploration does not judge, and why.
type left struct {
	Name string `json:"name" input:"required"`
	Why  string `json:"why" input:"required"`
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
