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
		e, err := planned.Replay(p)
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// Replay replays the plan as one of the protocol's corpus.
func (p Planned) Replay(h Harness) (Entry, error) {
	all, err := Replay(h, p.Plan)
	if err != nil {
		return Entry{}, input.In(p.File, "", err)
	}
	if len(p.Plan.Expect) == 0 {
		all[0].judge()
	}
	for i, r := range all {
		if r.Expect.Digest == "" && !h.Holds {
			return Entry{}, &input.Error{
				File: p.File, Field: expectField(i) + ".digest",
				Want: "is missing, it is " + r.Outcome.Report.Digest + expecting,
			}
		}
	}
	for i := range all { // a corpus is judged as a whole: all its worlds would be kept until then
		all[i].Outcome.forget()
		all[i].Trace, all[i].recorded = nil, nil
	}
	return Entry{p.File, all}, nil
}
