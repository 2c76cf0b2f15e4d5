package paper

import (
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	bully "github.com/scrutineer-go/scrutineer/spec/fastbully/words"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// masters watches who acts, and who follows whom.
type masters struct {
	acting  spec.Set
	since   faults.Time // when it came to be as it is
	several faults.Time // for how long two or more have acted, in all
	windows int
	longest faults.Time
	window  faults.Time // when the present window began
	none    faults.Time // for how long nobody has acted
	from    faults.Time // from when on that counts
	until   faults.Time // what comes later is not looked at

	suspicions int // of processes that were up

	samples []faults.Time // when to count who acts
	counted []int

	// After a crash, when somebody acts who is none of those who have crashed, and when all follow it.
	after         faults.Time
	acts, follows faults.Time
	begun         bool // the crash has been
}

// watchMasters watches a scene from the beginning.
func (s scene) watchMasters() *masters {
	return &masters{acts: never, follows: never, until: begins + s.lasts}
}

// silence are the names of the firings of a timer of heartbeats.
var silence = []string{spec.Timeout(words.TimerWait), spec.Premature(words.TimerWait)}

// Observe notes who acts now.
func (o *masters) Observe(w *world.World, e *world.Event) {
	if e.At > o.until {
		return
	}
	o.passes(e.At)
	at := e.Action.At
	if at == spec.None {
		return
	}
	if whom := e.Action.Timer.Of(); slices.Contains(silence, e.Action.Name) && whom != spec.None && w.Up(whom) {
		o.suspicions++
	}
	before := o.acting
	if _, acts := leads(w.State(at), at); acts {
		o.acting = o.acting.With(at)
	} else if o.acting.Has(at) {
		o.acting = o.acting.Without(at)
	}
	was, is := len(before) > 1, len(o.acting) > 1
	switch {
	case !was && is:
		o.window = e.At
		o.windows++
	case was && !is:
		o.closes(e.At)
	}
	o.recovers(w, e)
}

// passes lets time pass until now.
func (o *masters) passes(now faults.Time) {
	for len(o.counted) < len(o.samples) && o.samples[len(o.counted)] < now-begins {
		o.counted = append(o.counted, len(o.acting))
	}
	if from := max(o.since, o.from); from < now && len(o.acting) == 0 {
		o.none += now - from
	}
	o.since = now
}

// closes ends a window.
func (o *masters) closes(now faults.Time) {
	length := now - o.window
	o.several += length
	o.longest = max(o.longest, length)
}

// ends has the run be over.
func (o *masters) ends() {
	o.passes(o.until)
	for len(o.counted) < len(o.samples) {
		o.counted = append(o.counted, len(o.acting))
	}
	if len(o.acting) > 1 {
		o.closes(o.until)
	}
}

// recovers notes, after a crash, when another one acts, and when all follow one that does.
func (o *masters) recovers(w *world.World, e *world.Event) {
	if e.Action.Name == spec.Crash {
		o.begun, o.after = true, e.At
		return
	}
	if !o.begun || o.follows != never || len(o.acting) == 0 {
		return
	}
	if o.acts == never {
		o.acts = e.At - o.after
	}
	if len(o.acting) > 1 {
		return
	}
	for _, i := range w.Living() {
		if leader, _ := leads(w.State(i), i); leader != o.acting[0] {
			return
		}
	}
	o.follows = e.At - o.after
}

// measuring gives the processes of a scene metrics that are drawn: latencies of 10 to 50 ms, powers of
// 1 to 100.
func (s scene) measuring() scene {
	key := draw.New(s.seed).Named("metrics")
	s.cfg.Latencies, s.cfg.Powers = make([]int, s.cfg.Nodes), make([]int, s.cfg.Nodes)
	for i := range s.cfg.Nodes {
		k := key.With(uint64(i))
		s.cfg.Latencies[i] = int(k.Named("latency").Between(10_000, 50_000))
		s.cfg.Powers[i] = int(k.Named("power").Between(1, 100))
	}
	s.cfg.LatencyScale, s.cfg.PowerScale = 50_000, 100
	return s
}

// beating is a group that knows all and follows process 0; nothing is sent but heartbeats.
func beating(nodes int, interval, timeout faults.Time, list ...words.Interpretation) scene {
	cfg := read(nodes, as(early(interval, timeout, list)...), func(c *words.Config) {
		c.Start, c.Versions = words.Warm, 1
		c.BeatMS, c.FailMS = int(interval/millisecond), int(timeout/millisecond)
	})
	return scene{cfg: cfg, delay: inCluster()}
}

// early are these interpretations, and with a timeout of less than three intervals that which allows it.
func early(interval, timeout faults.Time, list []words.Interpretation) []words.Interpretation {
	if timeout < 3*interval {
		list = append(slices.Clone(list), words.EarlyTimeout)
	}
	return spec.NewSet(list...)
}

// readAs names interpretations, or says that there are none.
func readAs(list []words.Interpretation) string {
	if len(list) == 0 {
		return "repaired"
	}
	var all []string
	for _, i := range list {
		all = append(all, string(i))
	}
	return strings.Join(all, ", ")
}

// bullying is the same of Fast Bully.
func bullying(nodes int, interval, timeout faults.Time, list ...bully.Interpretation) scene {
	cfg := bully.Config{
		Nodes: nodes, Start: bully.Warm, Ordered: true, BeatMS: int(interval / millisecond),
		FailMS: int(timeout / millisecond), Interpretations: spec.NewSet(list...),
	}.WithDefaults()
	return scene{cfg: read(nodes), bully: &cfg, delay: inCluster()}
}
