package paper

import (
	"errors"
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// steadily is a scene in the paper's network, but that each copy takes 0.3, which is the mean there.
func (s scene) steadily() scene {
	s = s.onPaper(0)
	s.delay = faults.Delay{Min: 300 * millisecond}
	return s
}

// ofEight is the crash of p0 of eight as in Figure 5.
func ofEight(of election, read ...words.Interpretation) scene {
	return scene{of: of, cfg: asRead(8, read...), rounds: 3}.crashed(0, 0)
}

// rounds5 holds a run against the rounds of Figure 5: p1, p2 and p4 suspect p0 in the first, p1 before
// the others and p4 when it elects, as p0 is the last that it tests; the others suspect p0 later. It
// returns the last round in which one does: the second in the figure.
func rounds5(o *sight) (last int, err error) {
	for i, at := range o.suspects {
		first := i == 1 || i == 2 || i == 4
		if i > 0 && (at == never || first != (at < o.interval)) {
			return 0, fmt.Errorf("p%d suspects p0 at %s", i, at)
		}
	}
	if s := o.suspects; s[1] >= s[2] || s[1] >= s[4] || o.follows[4] != s[4] {
		return 0, fmt.Errorf("p1, p2 and p4 suspect p0 at %s, %s and %s, and p4 follows another at %s",
			s[1], s[2], s[4], o.follows[4])
	}
	return o.knownIn(), nil
}

// order5 holds a run against the order in Figure 5: p1, p2, p4 suspect p0 one after the other, and of
// these p1, which takes over four tests, is the last to follow another.
func order5(o *sight) error {
	s, f := o.suspects, o.follows
	if s[1] < s[2] && s[2] < s[4] && f[4] < f[1] && f[2] < f[1] {
		return nil
	}
	return fmt.Errorf("p1, p2 and p4 suspect p0 at %s, %s and %s, and follow another at %s, %s and %s",
		s[1], s[2], s[4], f[1], f[2], f[4])
}

// checkFigure5 is VC-17 where all copies take as long, and ALL beside it.
func checkFigure5(read ...words.Interpretation) (string, error) {
	cube, err := ofEight(vCube(), read...).steadily().sight()
	if err != nil {
		return "", err
	}
	last, err := rounds5(cube)
	if err = errors.Join(err, order5(cube)); err != nil {
		return "", err
	}
	if last != 2 {
		return "", fmt.Errorf("the last comes to know in round %d, it must be the second", last)
	}
	all, err := ofEight(all()).steadily().sight()
	if err != nil {
		return "", err
	}
	for i, at := range all.suspects[1:] {
		if at != all.suspects[1] || all.follows[i+1] != at {
			return "", fmt.Errorf("ALL: p%d suspects p0 at %s and follows p1 at %s, p1 suspects it at %s", i+1, at,
				all.follows[i+1], all.suspects[1])
		}
	}
	return fmt.Sprintf("with delays of 0.3 p1, p2, p4 suspect p0 at %s, %s, %s and follow p1 at %s, %s, %s; the "+
		"others suspect it in the second round; with ALL all do at %s",
		whole(cube.suspects[1]), whole(cube.suspects[2]),
		whole(cube.suspects[4]), whole(cube.follows[1]), whole(cube.follows[2]), whole(cube.follows[4]),
		whole(all.suspects[1])), nil
}

// whole is a time in seconds, without what is less than a tenth of one.
func whole(t faults.Time) string { return fmt.Sprintf("%d.%d", t/second, t/(100*millisecond)%10) }

// samples is how often the paper's simulations are repeated.
const samples = 31

// checkDrawnFigure5 is VC-17 in as many runs as the paper's, with its delays.
func checkDrawnFigure5() (string, error) {
	ordered, late := 0, 0
	for seed := range uint64(samples) {
		o, err := ofEight(vCube()).onPaper(seed).sight()
		if err != nil {
			return "", err
		}
		last, err := rounds5(o)
		if err == nil && last > 3 {
			err = fmt.Errorf("the last comes to know in round %d, it must be the third or before", last)
		}
		if err != nil {
			return "", fmt.Errorf("run %d: %w", seed, err)
		}
		if last == 3 {
			late++
		}
		if order5(o) == nil {
			ordered++
		}
	}
	return fmt.Sprintf("%d runs with delays of 0.1 and exponentially 0.2: p1, p2 and p4 suspect p0 in the first "+
		"round in each, in the order of the figure in %d; the others in the second, in %d the last of them in the "+
		"third",
		samples, ordered, late), nil
}

// withoutFaults is a round in which nothing fails. No timeout is to end a test: the last request of 64
// departs after 6 s.
func withoutFaults(of election, nodes int) scene {
	cfg := asRead(nodes)
	cfg.TimeoutMS = 90_000
	return scene{of: of, cfg: cfg, rounds: 1}
}

// growthOf is how long rounds of 8 to 64 take, where copies take as long and
// what a step sends departs so much apart.
func growthOf(of election, apart faults.Time) ([]faults.Time, error) {
	var took []faults.Time
	for _, nodes := range []int{8, 16, 32, 64} {
		s := withoutFaults(of, nodes).steadily()
		s.gap = apart
		o, err := s.sight()
		if err != nil {
			return nil, err
		}
		took = append(took, o.last)
	}
	return took, nil
}

// checkGrowth is VC-19: how long a round without faults takes, with constant delays and what a step
// sends departing so much apart.
func checkGrowth(apart faults.Time) (string, error) {
	brute, err := growthOf(all(), apart)
	if err != nil {
		return "", err
	}
	cube, err := growthOf(vCube(), apart)
	if err != nil {
		return "", err
	}
	for i := range brute[1:] {
		if more, less := brute[i+1]-brute[i], cube[i+1]-cube[i]; more <= less {
			return "", fmt.Errorf("where N doubles from %d ALL takes %s longer, and vCube %s", 8<<i, more, less)
		}
	}
	atOnce, err := growthOf(all(), 0)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("N = 8, 16, 32, 64 with delays of 0.3: ALL takes %s, vCube %s; without the 0.1 between "+
		"copies ALL takes %s",
		claims.Listed(brute, whole), claims.Listed(cube, whole), claims.Listed(atOnce, whole)), nil
}

// checkSetUp is VC-23: the set-up can be run as it is told, with the means and their intervals of as
// many runs as there.
func checkSetUp(cfg words.Config) (string, error) {
	if cfg.IntervalMS != 100_000 || cfg.TimeoutMS != 4_000 || cfg.Threshold != 3 {
		return "", fmt.Errorf("the interval is %d ms, the timeout %d ms, the threshold %d",
			cfg.IntervalMS, cfg.TimeoutMS, cfg.Threshold)
	}
	var means []string
	for _, nodes := range []int{8, 16, 32} {
		for _, of := range []election{vCube(), all()} {
			var took []faults.Time
			for seed := range uint64(samples) {
				o, err := withoutFaults(of, nodes).onPaper(seed).sight()
				if err != nil {
					return "", err
				}
				took = append(took, o.last)
			}
			mean := reproduce.Mean(reproduce.Ratios(took, second), 2)
			means = append(means, fmt.Sprintf("%s %s ± %s", of.name, mean.Value, mean.Half))
		}
	}
	return fmt.Sprintf("a round without faults of 8, 16, 32 takes %s in %d runs, 95 %%",
		strings.Join(means, ", "), samples), nil
}
