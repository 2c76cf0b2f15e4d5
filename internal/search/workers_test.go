package search_test

import (
	"fmt"
	"os/exec"
	"testing"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/checkout"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/search"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Several workers find the same result as one, in a search of many chunks.
func TestWorkersAgree(t *testing.T) {
	one := ""
	for workers := 1; workers <= 3; workers++ {
		budget := spec.Budget{
			Lines: []spec.Line{
				{Name: "loss", Counts: []string{"Drop"}, Most: 1}, {Name: "crash", Counts: []string{"Crash"}, Most: 1},
			},
			MayCrash: spec.AllNodes(explore.MostProcesses),
		}
		components, err := explore.NewComponents(row(explore.MostProcesses, 4), nil, budget, explore.Meets{})
		if err != nil {
			t.Fatal(err)
		}
		r := search.Reach(components, 8, search.Options{
			Workers: workers, Judge: func() search.Judge { return &looker{most: 100} },
		})
		sum := fmt.Sprint(r.Ended, r.Size(), r.Edges, r.Depth, r.Results[0].Verdict)
		if one == "" {
			one = sum
		}
		if r.Ended != checker.Complete || r.Size() < 5000 || sum != one {
			t.Errorf("%d workers: %s; one: %s; %v", workers, sum, one, r.Cause)
		}
	}
}

// The race detector looks on as several workers read what one of them has learned. By night it does so in larger
// searches: see the folder internal/verify.
func TestWorkersUnderTheRaceDetector(t *testing.T) {
	program := checkout.BuildRace(t)
	out, err := exec.CommandContext(t.Context(), program, "-test.run=^TestWorkersAgree$").CombinedOutput()
	if err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
}
