package campaign

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Planned is a plan of a corpus, not yet replayed.
type Planned struct {
	File string
	Plan faults.Plan
}

const (
	// CorpusDir is the folder of a corpus.
	CorpusDir = "testdata/corpus"
	// TranscriptExt is the end of the name of a plan's transcript, which stands beside the plan.
	TranscriptExt = ".txt"
)

// Name is the plan's file without its folder and .json.
func (p Planned) Name() string { return nameOf(p.File) }

func nameOf(file string) string { return strings.TrimSuffix(filepath.Base(file), ".json") }

// ReadOwnCorpus reads the corpus that is built into the protocol; one without a corpus
// has no plans.
func ReadOwnCorpus(p Harness) ([]Planned, error) {
	if p.Corpus == nil {
		return nil, nil
	}
	plans, err := fs.Sub(p.Corpus, CorpusDir)
	if err != nil {
		return nil, err
	}
	return readCorpus(p, plans, p.Name+"/corpus")
}

// PlansOf returns the plans of the protocol's corpus, whatever they expect; if there is no corpus
// there are none. others are the plans for other protocols.
func PlansOf(p Harness) (all, others []Planned, err error) {
	if p.Corpus == nil {
		return nil, nil, nil
	}
	files, err := fs.Glob(p.Corpus, CorpusDir+"/*.json")
	for _, file := range files {
		var plan faults.Plan
		text, err := fs.ReadFile(p.Corpus, file)
		file = filepath.FromSlash(file)
		if plan, err = parsePlan(file, text, err); err != nil {
			return nil, nil, err
		}
		if plan.Protocol == p.Name {
			all = append(all, Planned{file, plan})
		} else {
			others = append(others, Planned{file, plan})
		}
	}
	return all, others, err
}

// readCorpus reads the plans at the root of a file system, which is called dir.
func readCorpus(p Harness, fsys fs.FS, dir string) ([]Planned, error) {
	files, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, &input.Error{File: dir, Want: "cannot be read: " + input.Reason(err)}
	}
	var all []Planned
	for _, f := range files {
		file := filepath.Join(dir, f.Name())
		if plan, is := strings.CutSuffix(f.Name(), TranscriptExt); is {
			if _, err := fs.Stat(fsys, plan+".json"); err != nil {
				return nil, &input.Error{File: file, Want: "is the transcript of a plan that is gone, remove it too"}
			}
			continue
		}
		if filepath.Ext(file) != ".json" {
			return nil, &input.Error{File: file, Want: "is no plan, the name of one ends in .json"}
		}
		text, err := fs.ReadFile(fsys, f.Name())
		plan, err := parsePlan(file, text, err)
		if err != nil {
			return nil, err
		}
		switch {
		case plan.Protocol == p.Name:
		case p.Holds:
			continue // the folder is one for several protocols
		default:
			return nil, &input.Error{File: file, Field: "protocol", Want: fmt.Sprintf(
				"%q, it must be %s, whose corpus this is", plan.Protocol, p.Name)}
		}
		if err := pinned(plan.Why, len(plan.Expect)); err != nil && !p.Holds {
			return nil, input.In(file, "", err)
		}
		all = append(all, Planned{file, plan})
	}
	return all, nil
}

// expecting says which command writes what a corpus wants.
const expecting = "; replay -expect NEWFILE FILE writes the plan with what comes of it"

func pinned(why string, expectations int) error {
	switch {
	case why == "":
		return input.Errorf("why", "is missing, say what the entry is for")
	case expectations == 0:
		return input.Errorf("expect", "is missing, say what is to come of the plan"+expecting)
	}
	return nil
}
