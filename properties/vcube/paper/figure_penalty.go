package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// outage is when a process is down, in time units after the first round has begun.
type outage struct{ from, to int }

// figure7Outages are those of the paper's log, and for runs without penalty more like them.
func figure7Outages(failures int) []outage {
	list := []outage{{1, 10}, {104, 111}, {207, 215}, {302, 307}}
	for n := len(list); n < failures; n++ {
		list = append(list, outage{100*n + 2, 100*n + 7})
	}
	return list[:failures]
}

// failing has a process fail and come up.
func (s scene) failing(who spec.NodeID, from, to faults.Time) scene {
	at, down := begins+from, to-from
	s.faults = append(s.faults[:len(s.faults):len(s.faults)], faults.Fault{
		Kind: &faults.Crash{Node: who, At: &at, Down: &down},
	})
	s.until = max(s.until, at+down)
	return s
}

// life is what comes of a process in the time between one of its failures and the next.
type life struct {
	incarnation, count int         // with which it recovers
	leader, then       spec.NodeID // whom it elects first, and last before it fails again
	disk               int         // its incarnation on the disk after that first election
	others             spec.Set    // whom the others follow when it fails again, or at the end
}

// lives watches process 0 from failure to failure.
type lives struct {
	list    []life
	elected bool // it has since it recovered
}

// Observe notes recoveries and elections of process 0, and whom all others follow.
func (l *lives) Observe(w *world.World, e *world.Event) {
	if len(l.list) > 0 && e.Action.Name != spec.Recover {
		now := &l.list[len(l.list)-1]
		now.others = nil
		for id := spec.NodeID(1); int(id) < w.Nodes(); id++ {
			now.others = now.others.With(viewOf(w.State(id)).Leader)
		}
	}
	if e.Action.At != 0 {
		return
	}
	if e.Action.Name == spec.Recover {
		v := viewOf(w.State(0))
		l.list = append(l.list, life{
			incarnation: v.Incarnations[0], count: v.Count, leader: spec.None, then: spec.None,
		})
		l.elected = false
		return
	}
	if len(l.list) == 0 || !elects(e) {
		return
	}
	now, leader := &l.list[len(l.list)-1], viewOf(w.State(0)).Leader
	if !l.elected {
		now.leader, now.disk = leader, w.Disk(0).(words.Record).Incarnation
	}
	now.then, l.elected = leader, true
}

// reading is a way to read the paper's counting.
type reading struct {
	name     string
	how      []words.Interpretation
	penalty  bool
	failures int // so many are shown
	// penalised is at which failure p0 is penalised, 0 for never, and dethroned at which it elects
	// another one in the round in which it comes up; "" where the paper does not say.
	penalised, dethroned string
}

// figure7 is VC-20.
func figure7() []reading {
	return []reading{
		{"repaired", nil, true, 4, "3", "4"},
		{"as printed, leader stored", []words.Interpretation{words.CountKept}, true, 4, "3", "4"},
		{"to the letter", words.AsPrinted(), true, 5, "", ""},
		{"without penalty", nil, false, 11, "0", "11"},
	}
}

// setting is the run of Figure 7.
func (r reading) setting() scene {
	cfg := configured(8, func(c *words.Config) {
		c.Incarnations, c.Interpretations = figure7Incarnations(), r.how
		if !r.penalty {
			c.Threshold = -1
		}
	})
	s := scene{of: vCube(), cfg: cfg, rounds: r.failures + 4}.onPaper(1)
	for _, o := range figure7Outages(r.failures) {
		s = s.failing(0, faults.Time(o.from)*second, faults.Time(o.to)*second)
	}
	return s
}

// penalties is Figure 7: each failure of p0, under several readings.
func penalties(
	ctx context.Context, progress reproduce.Progress, printed []reading,
) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "reading", Means: "how the count of failures is read (V6, V7)"},
			{Name: "failure", Means: "of p0, in sequence"},
			{Name: "up with", Means: "the incarnation with which p0 comes up"},
			{Name: "count", Means: "its failures as the leader in sequence, then"},
			{Name: "elects", Means: "whom it elects at the end of its first round"},
			{Name: "stores", Means: "its incarnation after that"},
			{Name: "later", Means: "whom it follows when it fails again, or four intervals later"},
			{Name: "others", Means: "whom all others follow then"},
		},
		Notes: []string{
			"Incarnations at the beginning: " + figure7Incarnations().String() + ". p0 fails at the times of the " +
				"paper's log: 1 to 10, 104 to 111, 207 to 215, 302 to 307, and once in each interval after that.",
			"Of the log the incarnations are held against ours, and whom p0 elects: its times contradict each " +
				"other (V17).",
		},
	}
	all, err := parallel.Each(ctx, progress, len(printed), func(i int) ([]life, error) {
		var l lives
		err := printed[i].setting().run(ctx, &l)
		return l.list, err
	})
	if err != nil {
		return t, err
	}
	for i, r := range printed {
		t.Rows = append(t.Rows, r.rows(all[i])...)
		t.Notes = append(t.Notes, r.note(all[i]))
	}
	return t, nil
}

// rows are those of a reading: what the paper's log shows is held against ours.
func (r reading) rows(all []life) [][]reproduce.Cell {
	var rows [][]reproduce.Cell
	for i, l := range all {
		elects, stores := reproduce.Int(l.leader), reproduce.Int(l.disk)
		if n := fmt.Sprint(i + 1); r.penalised == n {
			elects, stores = elects.Exactly("0"), stores.Exactly("11")
		} else if r.dethroned == n {
			elects = elects.Exactly("1")
		}
		rows = append(rows, []reproduce.Cell{
			reproduce.Text(r.name), reproduce.Int(i + 1), reproduce.Int(l.incarnation), reproduce.Int(l.count),
			elects, stores, reproduce.Int(l.then), reproduce.Text(joined(l.others, ",")),
		})
	}
	return rows
}

// note says at which failure p0 is penalised and dethroned.
func (r reading) note(all []life) string {
	penalised, dethroned, gone := 0, 0, 0
	for i, l := range all {
		if penalised == 0 && l.disk > l.incarnation {
			penalised = i + 1
		}
		if dethroned == 0 && l.leader != 0 {
			dethroned = i + 1
		}
		if gone == 0 && len(l.others) == 1 && l.others[0] != 0 {
			gone = i + 1
		}
	}
	says := "never"
	if penalised > 0 {
		says = fmt.Sprintf("at failure %d", penalised)
	}
	return fmt.Sprintf("%s: p0 is penalised %s; all others follow another after failure %d, and p0 elects another "+
		"when it comes up from failure %d.", r.name, says, gone, dethroned)
}
