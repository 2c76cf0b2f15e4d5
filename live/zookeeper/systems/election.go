package systems

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl/succession"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/lab"
	"github.com/scrutineer-go/scrutineer/properties/swim/trace"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/spec/succession/words"
	detector "github.com/scrutineer-go/scrutineer/spec/swim/words"
)

const (
	// apart is the distance of two neighbours on the grid, in millimetres. The 16 processes are on 6 m x 6 m, each in
	// the middle of a square.
	apart = 1500
	side  = 4
	// NewsMost is how many entries a message carries at most. A whole table in each would be the most of its bytes.
	NewsMost = 8
)

// Election is 16 processes of one of the paper's elections over a failure detector.
type Election struct {
	Variant election.Variant
	// Medley picks targets by their distances on a grid of 4 x 4 places. Otherwise the detector is SWIM.
	Medley bool
	Period time.Duration // of the detector
	C, F   int
	// OnMap has messages travel over the links of the grid: each takes up to 50 ms over a link, and Lost of 1,000
	// messages are lost.
	OnMap bool
	Lost  int
}

// Title is the name in a table.
func (e Election) Title() string {
	over := "SWIM"
	if e.Medley {
		over = "Medley"
	}
	return strings.ToUpper(string(e.Variant[:1])) + string(e.Variant[1:]) + " over " + over
}

// Short is the name in the name of a job.
func (e Election) Short() string {
	return strings.ReplaceAll(strings.ToLower(e.Title()), " over ", "-")
}

// system returns the election as a system that is compared.
func (e Election) system() System {
	return System{
		Name: e.Title(), ID: e.Short(), Flags: oneProcessor, Nodes: groupSize, LostBy: "stopped", Elects: true,
		versions: ours,
		start: func(ctx context.Context, dir string) (*running, error) {
			c, err := e.start(ctx, dir, 0)
			if err != nil {
				return nil, err
			}
			if _, err := c.elects(); err != nil {
				c.stop()
				return nil, err
			}
			return c.running, nil
		},
		Losses: func(ctx context.Context, dir string, n int) ([]Loss, error) {
			return inRounds(n, func(i int) (Loss, error) {
				t, err := e.trial(ctx, filepath.Join(dir, fmt.Sprint(i)), i, syscall.SIGSTOP)
				if err == nil && t.Loss == nil {
					err = errors.New("the processes do not agree")
				}
				if err != nil {
					return Loss{}, err
				}
				return *t.Loss, nil
			})
		},
	}
}

// ours are the versions of a system that is this program.
func ours(context.Context) []string { return []string{runtime.Version()} }

// config is the configuration of the processes.
func (e Election) config(grid *faults.Topology) words.Config {
	cfg := words.Config{
		Config: detector.Config{
			Nodes: groupSize, Helpers: 3, Returns: true, PeriodMS: int(e.Period.Milliseconds()), Patience: 3,
			Picks: detector.RoundRobin, NewsMost: NewsMost,
		},
		Protocol: e.Variant, C: e.C, F: e.F,
	}
	if e.Medley {
		cfg.Picks, cfg.Exponent, cfg.KeepsPinging = detector.TimeBounded, 3, true
		for _, p := range grid.Positions {
			cfg.Positions = append(cfg.Positions, detector.Position(p))
		}
	}
	return cfg
}

// start starts the processes. No election has begun. The number decides all draws.
func (e Election) start(ctx context.Context, dir string, number int) (*cluster, error) {
	grid, err := faults.Map{Nodes: groupSize, Layout: faults.GridLayout, Side: side * apart, Reach: apart}.Topology()
	if err != nil {
		return nil, err
	}
	fields := map[string]any{}
	if e.OnMap {
		fields["topology"], fields["delay"] = grid, trace.Delay()
		fields["rates"] = faults.Rates{Loss: e.Lost, LossPerRoute: true}
	}
	cfg := e.config(grid)
	return serve(ctx, dir, number, "succession", cfg, fields, func(id spec.NodeID, state []byte) (is seen, err error) {
		s := succession.New(id, cfg).State().(*succession.State)
		if err := codec.Decode(state, s); err != nil {
			return is, err
		}
		is.leader, is.tag = s.Upper.Leader, s.Upper.Tag
		is.busy = s.Upper.Election != nil || s.Upper.Rival.Number != 0
		for i, entry := range s.Lower.Known {
			switch entry.Status {
			case detector.Suspect:
				is.suspects |= 1 << i
			case detector.Dead:
				is.lacks |= 1 << i
			}
		}
		return is, nil
	})
}

// Trial is one election, and the loss of its leader.
type Trial struct {
	// Completion is when the last process followed the leader that all follow at the end, in milliseconds since the
	// election began; -1 if they did not agree within a minute.
	Completion int `json:"completion"`
	// Changes is how many leaders announced themselves, one after another.
	Changes int `json:"changes"`
	// Loss is how the others noticed that the leader was lost; nil if it was not taken away, or if they did not agree
	// within a minute.
	Loss *Loss `json:"loss,omitempty"`
}

// Trials are elections that were begun alike.
type Trials struct {
	All []Trial `json:"all" input:"required"`
	Made
}

// Trials returns the job that runs elections. If kills is set it kills each leader.
func (e Election) Trials(kills bool) lab.Job {
	id, by := fmt.Sprintf("elections-%s-%d-%d", e.Short(), e.C, e.Lost), syscall.Signal(0)
	if kills {
		id, by = "kills"+strings.TrimPrefix(id, "elections"), syscall.SIGKILL
	}
	return lab.Job{ID: id, Run: func(p lab.Place) (any, error) {
		all, err := inRounds(p.Size.Trials, func(i int) (Trial, error) {
			return e.trial(context.Background(), filepath.Join(p.Dir, fmt.Sprint(i)), i, by)
		})
		return Trials{All: all, Made: e.system().made()}, err
	}}
}

// warmPeriods is how many periods the detector runs before an election begins.
const warmPeriods = 5

// trial runs an election in a new group. It sends the leader the signal by, unless by is 0.
func (e Election) trial(ctx context.Context, dir string, number int, by syscall.Signal) (t Trial, err error) {
	c, err := e.start(ctx, dir, number)
	if err != nil {
		return t, err
	}
	defer func() { c.stop() }()
	time.Sleep(warmPeriods * e.Period)
	leader, err := c.elects()
	began, begun := c.watch.busy(0)
	t.Changes = c.watch.changes()
	switch {
	case errors.Is(err, errTooLate) && begun:
		t.Completion = -1
		return t, nil
	case err != nil:
		return t, err
	case !begun:
		return t, fmt.Errorf("%s: no election has begun", dir)
	}
	t.Completion = since(began, c.watch.elected(spec.None))
	if by == 0 {
		return t, nil
	}
	time.Sleep(phase(number, e.Period))
	loss, err := c.loses(leader, by)
	switch {
	case errors.Is(err, errTooLate):
		return t, nil
	case err != nil:
		return t, err
	}
	t.Loss = &loss
	return t, nil
}
