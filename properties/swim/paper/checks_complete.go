package paper

import (
	"context"
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// checkComplete is SW-1: all processes that crash, at drawn instants, are in no survivor's list in the end, though
// copies are lost all the time. At least two processes survive.
func checkComplete(p processes) (string, error) {
	const runs, crashing = 10, 20 // runs, and periods in which processes crash
	var found []string
	for _, n := range []int{4, 8, 16} {
		crashes := 0
		for seed := range uint64(runs) {
			s := p.of(scene{cfg: group(n, 2, 3), loss: 100, spread: true, seed: seed})
			key := draw.New(seed).Named("crashes")
			s.end = faults.Time(crashing+12*n) * period
			down := 1 + int(key.Below(uint64(n-2)))
			for id := range spec.NodeID(down) {
				s = s.crash(id, begins+faults.Time(key.With(uint64(id)).Below(uint64(crashing*period))))
			}
			w, _, err := s.run(context.Background())
			if err != nil {
				return "", err
			}
			all := (n - down) * down
			if removed := statuses(w, words.Dead, false); removed != all {
				return "", fmt.Errorf("%d processes, seed %d: of %d entries of crashed processes %d are dead", n, seed,
					all, removed)
			}
			crashes += down
		}
		found = append(found, fmt.Sprintf("%d of %d", crashes, n))
	}
	return "with a loss of 10 % all processes that crashed are in no survivor's list in the end: " +
		strings.Join(found, ", ") + fmt.Sprintf(" processes in %d runs each", runs), nil
}
