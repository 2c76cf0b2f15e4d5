package campaign_test

import (
	"context"
	"encoding/json"
	"runtime"
	"sync"
	"testing"
	"weak"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// A campaign does not keep the worlds of its runs until their block is merged: a hundred large ones would be kept.
func TestRunsKeepNoWorlds(t *testing.T) {
	p := beatHarness()
	open, tally := p.Open, &census{}
	p.Open = func(config json.RawMessage) (campaign.Subject, error) {
		s, err := open(config)
		judge := s.NewJudge
		s.NewJudge = func(refine bool) campaign.Judge { return &counted{Judge: judge(refine), of: tally} }
		return s, err
	}
	most := 0
	_, err := p.Campaign(context.Background(), campaign.Options{
		Runs: 40, Seed: 1, Workers: 1, Ran: func(int) { most = max(most, tally.living()) },
	}, nil)
	if err != nil || len(tally.worlds) == 0 {
		t.Fatal(err, tally.worlds)
	}
	if most > 2 {
		t.Errorf("%d worlds were kept at a time", most)
	}
}

// census are the worlds of a campaign.
type census struct {
	mutex  sync.Mutex
	worlds []weak.Pointer[world.World]
}

// living counts the worlds that are still kept.
func (w *census) living() int {
	runtime.GC()
	w.mutex.Lock()
	defer w.mutex.Unlock()
	n := 0
	for _, p := range w.worlds {
		if p.Value() != nil {
			n++
		}
	}
	return n
}

// counted notes the world of its run.
type counted struct {
	campaign.Judge
	of *census
}

func (j *counted) End(w *world.World) campaign.Finding {
	j.of.mutex.Lock()
	j.of.worlds = append(j.of.worlds, weak.Make(w))
	j.of.mutex.Unlock()
	f := j.Judge.End(w)
	f.Ends = campaign.Ends(w, nil) // as most do
	return f
}
