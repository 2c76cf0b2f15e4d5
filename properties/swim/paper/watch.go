package paper

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// change is a change of an entry in the table of a process.
type change struct {
	at      faults.Time
	by, of  spec.NodeID
	was, is words.Entry
}

// watch tells of each change of an entry. The process's own entry is one of them.
type watch struct {
	tables [][]words.Entry // by process; the table of a process is replaced when it changes
	tell   func(w *world.World, c change)
}

// Observe compares the table of the process with what it was.
func (o *watch) Observe(w *world.World, e *world.Event) {
	by := e.Action.At
	if by == spec.None {
		return
	}
	if o.tables == nil {
		o.tables = make([][]words.Entry, w.Nodes())
	}
	s, up := w.State(by).(*implementation.State)
	if !up {
		o.tables[by] = nil
		return
	}
	was, is := o.tables[by], s.Known
	o.tables[by] = is
	if len(was) == 0 || &was[0] == &is[0] {
		return
	}
	for id := range is {
		if was[id] != is[id] {
			o.tell(w, change{e.At, by, spec.NodeID(id), was[id], is[id]})
		}
	}
}

// never is the time of what has not happened.
const never = faults.Time(-1)

// death observes what survivors learn of a process that crashes, and ends the run when all of them have removed it.
type death struct {
	watch

	cfg     words.Config
	who     spec.NodeID
	crash   faults.Time
	ticks   []int       // by process: how many periods it has begun since the crash
	first   faults.Time // when a survivor first suspected the process, or removed it
	periods int         // how many periods that survivor had begun since the crash
	known   faults.Time // when all survivors knew of it
	removed faults.Time // when all survivors had removed it

	unaware, listed int    // how many survivors do not know of it, and have it in the list
	early           bool   // whether the run ends when the first survivor suspects the process
	statuses        []rank // by survivor
}

// rank is how far a process is with a crash.
type rank int

const (
	alive rank = iota
	suspected
	dead
)

func rankOf(status string) rank {
	return map[string]rank{words.Alive: alive, words.Suspect: suspected, words.Dead: dead}[status]
}

// newDeath observes the crash of a process of the scene.
func newDeath(s scene, who spec.NodeID, crash faults.Time) *death {
	n := s.cfg.Nodes
	d := &death{
		who: who, crash: crash, ticks: make([]int, n), first: never, known: never, removed: never,
		unaware: n - 1, listed: n - 1, statuses: make([]rank, n),
	}
	d.tell = d.changed
	return d
}

// Observe counts periods, and looks at changes.
func (d *death) Observe(w *world.World, e *world.Event) {
	if e.At >= d.crash && e.Action.Timer == words.ClockPeriod {
		d.ticks[e.Action.At]++
	}
	d.watch.Observe(w, e)
}

func (d *death) changed(w *world.World, c change) {
	if c.of != d.who || c.by == d.who {
		return
	}
	was, is := d.statuses[c.by], rankOf(c.is.Status)
	d.statuses[c.by] = is
	if was == alive && is != alive {
		d.unaware--
	} else if was != alive && is == alive {
		d.unaware++
	}
	if is == dead && was != dead {
		d.listed--
	}
	if c.at < d.crash {
		return
	}
	if d.first == never && is != alive {
		d.first, d.periods = c.at, d.ticks[c.by]
	}
	if d.known == never && d.unaware == 0 {
		d.known = c.at
	}
	if d.removed == never && d.listed == 0 {
		d.removed = c.at
	}
	if d.removed != never || d.early && d.first != never {
		w.Finish()
	}
}
