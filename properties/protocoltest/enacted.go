package protocoltest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/enact"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Walks are random walks through the implementation's model, of one configuration.
type Walks struct {
	Config string
	// N is how many there are, Most how often each line of the budget may be spent in one.
	N, Most  int
	MayCrash spec.Set
}

// Enacted takes so many random walks of 5 to 60 steps through what the explorer sees
// of a configuration within a budget. Each becomes a plan and goes through a file;
// replayed from there, it must be that walk, step by step.
func Enacted(t *testing.T, p campaign.Harness, lines []spec.Line, w Walks) {
	t.Helper()
	config, walks := w.Config, shorter(w.N, w.N/4)
	subject, err := p.Open(json.RawMessage(config))
	if err != nil {
		t.Fatal(err)
	}
	budget := spec.Budget{Lines: slices.Clone(lines), MayCrash: w.MayCrash}
	for i := range budget.Lines {
		budget.Lines[i].Most = w.Most
	}
	base := faults.Plan{
		Protocol: p.Name, Config: json.RawMessage(config), Why: "a random walk", Settle: faults.Time(time.Second),
	}
	file := filepath.Join(t.TempDir(), campaign.PlanFile)
	model := spec.Bounded(explore.Model(subject.Cluster), budget)
	steps, taken := 0, spec.NewSet[string]()
	for n := range walks {
		path := walk(model, draw.New(uint64(n)))
		plan, err := enact.Path(subject.Cluster, base, path)
		if err != nil {
			t.Fatalf("walk %d: %v\n%s", n, err, told(path))
		}
		if err := os.WriteFile(file, campaign.PlanText(plan), 0o600); err != nil {
			t.Fatal(err)
		}
		read, err := campaign.ReadPlan(file)
		if err != nil {
			t.Fatalf("walk %d: %v", n, err)
		}
		replayed, err := campaign.Replay(p, read)
		if err != nil {
			t.Fatalf("walk %d: %v\n%s", n, err, told(path))
		}
		var replays []string
		for _, line := range replayed[0].Trace {
			if line.Action == world.FaultsStop {
				break
			}
			replays = append(replays, line.Text)
		}
		if !slices.Equal(replays, told(path)) {
			t.Fatalf("walk %d: the plan replays\n%s\nand not\n%s", n, replays, told(path))
		}
		steps += len(path)
		for _, a := range path {
			taken = taken.With(a.Name)
		}
	}
	t.Logf("%d walks, %d steps, with %s", walks, steps, taken)
}

// walk takes 5 to 60 random steps, or as many as there are. Which action it takes is
// drawn before at whom, so that rare ones are taken too.
func walk[S any](m spec.Model[S], key draw.Key) []spec.Action {
	var s S
	for s = range m.Init() {
	}
	var path []spec.Action
	for n := range 5 + key.Below(56) {
		names, named := spec.NewSet[string](), map[string][]spec.Action{}
		for a := range m.Actions(s) {
			names = names.With(a.Name)
			named[a.Name] = append(named[a.Name], a)
		}
		if len(names) == 0 {
			break
		}
		key := key.With(n)
		which := named[names[key.Below(uint64(len(names)))]]
		a := which[key.With(1).Below(uint64(len(which)))]
		path = append(path, a)
		s, _ = m.Do(s, a)
	}
	return path
}

// told returns the steps as a trace tells them.
func told(path []spec.Action) []string {
	var texts []string
	for _, a := range path {
		texts = append(texts, a.String())
	}
	return texts
}
