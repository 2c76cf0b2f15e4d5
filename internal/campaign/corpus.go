package campaign

import (
	"io/fs"
	"os"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Entry is a plan of a corpus, replayed and judged. Its runs have neither traces nor diagrams.
type Entry struct {
	File     string
	Replayed []Replayed
}

// ReplayCorpus replays every plan of a folder, in the order of their names. A plan
// without expectations, or without a digest in one, is an input error: it would pass
// whatever happens. So is anything in the folder that is no plan.
func ReplayCorpus(p Harness, dir string) ([]Entry, error) {
	return replayCorpus(p, os.DirFS(dir), dir)
}

// ReplayOwnCorpus replays the corpus that is built into the protocol, if there is one.
func ReplayOwnCorpus(p Harness) ([]Entry, error) {
	if p.Corpus == nil {
		return nil, nil
	}
	plans, err := fs.Sub(p.Corpus, CorpusDir)
	if err != nil {
		return nil, err
	}
	return replayCorpus(p, plans, p.Name+"/corpus")
}

// Name is the plan's file without its folder and .json.
func (e Entry) Name() string { return nameOf(e.File) }

// replayCorpus replays the plans at the root of a file system, which is called dir.
func replayCorpus(p Harness, fsys fs.FS, dir string) ([]Entry, error) {
	plans, err := readCorpus(p, fsys, dir)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, planned := range plans {
		all, err := Replay(p, planned.Plan)
		if err != nil {
			return nil, input.In(planned.File, "", err)
		}
		if len(planned.Plan.Expect) == 0 {
			all[0].judge()
		}
		for i, r := range all {
			if r.Expect.Digest == "" && !p.Holds {
				return nil, &input.Error{
					File: planned.File, Field: expectField(i) + ".digest",
					Want: "is missing, it is " + r.Outcome.Report.Digest + expecting,
				}
			}
		}
		for i := range all { // a corpus is judged as a whole: all its worlds would be kept until then
			all[i].Outcome.forget()
			all[i].Trace, all[i].recorded = nil, nil
		}
		entries = append(entries, Entry{planned.File, all})
	}
	return entries, nil
}
