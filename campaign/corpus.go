package campaign

import (
	"path/filepath"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Entry is a plan of a corpus, replayed.
type Entry struct {
	File     string
	Replayed []Replayed
}

// ReplayCorpus replays every plan of a folder, in the order of their names. A plan
// without expectations, or without a digest in one, is an input error: it would pass
// whatever happens.
func ReplayCorpus(p Protocol, dir string) ([]Entry, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, file := range files {
		plan, err := ReadPlan(file)
		if err != nil {
			return nil, err
		}
		if err := pinned(plan.Why, len(plan.Expect)); err != nil {
			return nil, input.In(file, "", err)
		}
		all, err := Replay(p, plan)
		if err != nil {
			return nil, input.In(file, "", err)
		}
		for i, r := range all {
			if r.Expect.Digest == "" {
				return nil, &input.Error{File: file, Field: expectField(i) + ".digest", Want: "is missing, it is " +
					r.Outcome.Report.Digest}
			}
		}
		entries = append(entries, Entry{file, all})
	}
	return entries, nil
}

func pinned(why string, expectations int) error {
	switch {
	case why == "":
		return input.Errorf("why", "is missing, say what the entry is for")
	case expectations == 0:
		return input.Errorf("expect", "is missing, say what is to come of the plan")
	}
	return nil
}
