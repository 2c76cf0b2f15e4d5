package ctolerant

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// drawConfig draws a configuration: one of the four protocols, a group of three to six or now and then a larger one, c
// and f as they fit, lists that lack processes within c, and suspicions where somebody asks for them. At the bound
// nothing changes.
func drawConfig(
	c campaign.Chooser, fixed map[string]json.RawMessage, atBound bool,
) (json.RawMessage, campaign.Shape) {
	var cfg words.Config
	cfg.Nodes = campaign.Given(fixed, "nodes", func() int { return drawNodes(c) })
	cfg.Protocol = campaign.Given(fixed, "protocol", func() words.Variant {
		return words.Variants()[c.Choose("protocol", len(words.Variants()))]
	})
	cfg.C = campaign.Given(fixed, "c", func() int { return drawC(c, cfg.Nodes) })
	cfg.F = campaign.Given(fixed, "f", func() int { return c.Choose("f", min(mostF(cfg), max(1, cfg.Nodes-cfg.C))) })
	cfg.Initiator = campaign.Given(fixed, "initiator", func() spec.NodeID { return drawInitiator(c, cfg.Nodes, fixed) })
	cfg.Lists = campaign.Given(fixed, "lists", func() []spec.Set { return drawLists(c, cfg) })
	if !atBound && cfg.Nodes > 1 && cfg.Nodes <= words.MaxNodes {
		drawChurn(c, &cfg, fixed)
	}
	drawTimeouts(c, &cfg)
	cfg.Rule = words.Tagged
	said := map[string]json.RawMessage{}
	if cfg.Protocol.Prefers() && cfg.Nodes > 0 && cfg.Nodes <= words.MaxNodes {
		drawHealth(c, &cfg)
		said["y"] = campaign.JSON(cfg.Y) // 0 too
	}
	mayCrash := spec.AllNodes(cfg.Nodes).Without(cfg.Initiator)
	return campaign.Merged(cfg, said, fixed), campaign.Shape{
		Nodes: cfg.Nodes, MayCrash: mayCrash, Crashes: max(0, min(cfg.F, len(mayCrash))-len(cfg.Leavers())),
		Timeout: faults.Time(500 * time.Millisecond), Steady: cfg.Nodes > mostDrawn,
	}
}

// drawHealth draws x, y, who suspects whom, and what failure detectors find on the way.
// In one of four groups nobody is suspected. In the others half of the processes suspect
// nobody at first, the others some of the lowest, which are
// the ones on whom it depends who is elected.
func drawHealth(c campaign.Chooser, cfg *words.Config) {
	nodes := cfg.Nodes
	cfg.X, cfg.Y = 1+c.Choose("x", min(3, nodes)), c.Choose("y", min(4, nodes+1))
	low := min(mostDrawn, nodes)
	if c.Choose("asks for many", 8) == 7 {
		low = min(2*mostAsked, nodes)
		cfg.X, cfg.Y = 1+c.Choose("many", min(mostAsked, nodes)), c.Choose("many unhealthy", min(mostAsked, nodes)+1)
	}
	if c.Choose("healthy", 4) == 0 {
		return // nobody suspects anybody
	}
	cfg.Suspicions = make([][]int, nodes)
	for i := range cfg.Suspicions {
		cfg.Suspicions[i] = make([]int, nodes)
		if c.Choose("suspects", 2) == 0 {
			continue
		}
		for range low {
			cfg.Suspicions[i][lowly(c, "suspected", low, nodes)] = drawCount(c, 0)
		}
	}
	for range c.Choose("rises", 4) {
		r := words.Rise{
			At: spec.NodeID(c.Choose("at", nodes)), Of: lowly(c, "of", low, nodes), Count: drawCount(c, 1),
		}
		if r.At != r.Of {
			cfg.Rises = append(cfg.Rises, r)
		}
	}
}

// drawLists takes each process out of at most c other lists; nil where all are full.
func drawLists(c campaign.Chooser, cfg words.Config) []spec.Set {
	stairs := steps(c, cfg)
	if cfg.C == 0 || !stairs && c.Choose("full lists", 2) == 0 {
		return nil
	}
	lists := words.Config{Nodes: cfg.Nodes}.WithDefaults().Lists
	if stairs {
		return staircase(cfg, lists)
	}
	for id := range cfg.Nodes {
		for range c.Choose("lacking", cfg.C+1) {
			if at := c.Choose("in", cfg.Nodes); at != id {
				lists[at] = lists[at].Without(spec.NodeID(id))
			}
		}
	}
	return lists
}

// churner draws what changes in a group: who initiates besides, who joins and leaves, who is
// forgotten and learned.
type churner struct {
	campaign.Chooser
	cfg     *words.Config
	lacking []int    // how many lists lack each process at some time
	passive spec.Set // those that are given to join or to leave
}

// drawChurn draws rivals and churn, unless they are given, for three of four groups. The lists
// respect c over the run, but for one in ten, in which it is broken on purpose.
func drawChurn(c campaign.Chooser, cfg *words.Config, fixed map[string]json.RawMessage) {
	d := churner{Chooser: c, cfg: cfg, lacking: make([]int, cfg.Nodes)}
	for _, list := range cfg.Lists {
		for _, id := range spec.AllNodes(cfg.Nodes).Minus(list) {
			d.lacking[id]++
		}
	}
	given := words.Config{Churn: campaign.Given(fixed, "churn", func() []words.Change { return nil })}
	d.passive = given.Joiners().Union(given.Leavers())
	for _, id := range given.Joiners() {
		d.comes(id)
	}
	still := c.Choose("churn", 4) == 0
	cfg.Rivals = campaign.Given(fixed, "rivals", func() spec.Set { return d.rivals(still) })
	cfg.Churn = campaign.Given(fixed, "churn", func() []words.Change {
		if still {
			return nil
		}
		_, listed := fixed["lists"]
		return d.drawChanges(!listed && answersJoiners(fixed))
	})
}

// drawInitiator draws one that neither is a rival nor joins nor leaves, where those are given.
func drawInitiator(c campaign.Chooser, nodes int, fixed map[string]json.RawMessage) spec.NodeID {
	given := words.Config{
		Rivals: campaign.Given(fixed, "rivals", func() spec.Set { return nil }),
		Churn:  campaign.Given(fixed, "churn", func() []words.Change { return nil }),
	}
	taken := given.Rivals.Union(given.Joiners()).Union(given.Leavers())
	id := spec.NodeID(c.Choose("initiator", nodes))
	for range nodes {
		if !taken.Has(id) {
			break
		}
		id = (id + 1) % spec.NodeID(nodes)
	}
	return id
}

func (d churner) node(what string) spec.NodeID { return spec.NodeID(d.Choose(what, d.cfg.Nodes)) }

func (d churner) rivals(still bool) spec.Set {
	var rivals spec.Set
	if still {
		return nil
	}
	for range []int{0, 0, 1, 2}[d.Choose("rivals", 4)] {
		if id := d.node("rival"); id != d.cfg.Initiator && !d.passive.Has(id) {
			rivals = rivals.With(id)
		}
	}
	return rivals
}

// drawChanges draws the churn: what processes are told of others, in the order in which it is
// drawn; who joins does so first, who leaves does so last.
func (d churner) drawChanges(mayJoin bool) []words.Change {
	joins, leaves := spec.None, spec.None
	if id := d.node("joiner"); mayJoin && d.Choose("joins", 4) == 3 && !d.cfg.Initiators().Has(id) {
		joins = id
		d.comes(id)
	}
	id := d.node("leaver")
	if d.cfg.F > 0 && d.Choose("leaves", 4) == 3 && id != joins && !d.cfg.Initiators().Has(id) {
		leaves = id
	}
	all := slices.Concat(d.learned(joins), d.forgotten(joins))
	if d.Choose("breaks", 10) == 9 {
		d.cfg.BreaksC = true
		for range 2 {
			all = append(all, d.change("forgets", words.Forgets, joins)...)
		}
		for range d.Choose("starves", 4) { // the initiator comes to know too few
			if id := d.node("starved of"); id != d.cfg.Initiator && id != joins {
				all = append(all, words.Change{At: d.cfg.Initiator, Does: words.Forgets, Node: id})
			}
		}
	}
	if d.Choose("stale", 4) == 3 {
		all = append(all, d.change("learns", words.Learns, joins)...)
	}
	if joins != spec.None {
		all = slices.Insert(all, 0, words.Change{At: joins, Does: words.Joins, Node: spec.None})
	}
	if leaves != spec.None {
		all = append(all, words.Change{At: leaves, Does: words.Leaves, Node: spec.None})
	}
	return all
}

// comes takes a process that joins out of the lists of the others.
func (d churner) comes(id spec.NodeID) {
	for i := range d.cfg.Lists {
		if at := spec.NodeID(i); at != id {
			d.cfg.Lists[i] = d.cfg.Lists[i].Without(id)
		}
	}
}

// change draws a change about two different processes, none where the draw does not fit.
func (d churner) change(what string, does words.Verb, joins spec.NodeID) []words.Change {
	c := words.Change{At: d.node(what), Does: does}
	c.Node = lowly(d, what+" whom", min(mostDrawn, d.cfg.Nodes), d.cfg.Nodes)
	if c.At == c.Node || c.Node == joins {
		return nil
	}
	return []words.Change{c}
}

// learned lets lists that lack a process learn it.
func (d churner) learned(joins spec.NodeID) []words.Change {
	var all []words.Change
	for i, list := range d.cfg.Lists {
		for _, id := range spec.AllNodes(d.cfg.Nodes).Minus(list) {
			if id != joins && d.Choose("learns", learnsOneIn(d.cfg.Nodes)) == 2 {
				all = append(all, words.Change{At: spec.NodeID(i), Does: words.Learns, Node: id})
			}
		}
	}
	return all
}

// forgotten lets processes be forgotten as far as c allows, half of them for a while.
func (d churner) forgotten(joins spec.NodeID) []words.Change {
	var all []words.Change
	for range d.Choose("forgotten", 4) {
		for _, c := range d.change("forgets", words.Forgets, joins) {
			if d.lacking[c.Node] >= d.cfg.C {
				continue
			}
			d.lacking[c.Node]++
			if all = append(all, c); d.Choose("back", 2) == 1 {
				c.Does = words.Learns
				all = append(all, c)
			}
		}
	}
	return all
}

// shrink returns what makes a configuration simpler: a process less, fewer rivals, fewer changes
// of the membership and suspicions, a smaller x or y, full lists, a smaller c or f, and the
// timeouts of the paper.
func shrink(cfg words.Config) []func(*words.Config) {
	changes := slices.Concat(quieter(cfg), healthier(cfg), []func(*words.Config){
		func(c *words.Config) { c.Lists = nil },
		func(c *words.Config) { c.C-- },
		func(c *words.Config) { c.F-- },
		func(c *words.Config) {
			def := (words.Config{}).WithDefaults()
			c.CollectTimeoutMS, c.AwaitTimeoutMS = def.CollectTimeoutMS, def.AwaitTimeoutMS
			c.TakeoverTimeoutMS = def.TakeoverTimeoutMS
		},
	})
	if cfg.Nodes > 2 {
		changes = slices.Insert(changes, 0, withoutLast)
	}
	return changes
}

// compact leaves out the lists that a configuration would have anyway.
func compact(c *words.Config) {
	def := *c
	def.Lists = nil
	if codec.Same(c.WithDefaults().Lists, def.WithDefaults().Lists) {
		c.Lists = nil
	}
}

// withoutLast takes the last process out of the configuration.
func withoutLast(c *words.Config) {
	c.Nodes--
	last := spec.NodeID(c.Nodes)
	c.Lists = c.Lists[:last]
	for i := range c.Lists {
		c.Lists[i] = c.Lists[i].Without(last)
	}
	c.Suspicions = c.Suspicions[:min(len(c.Suspicions), c.Nodes)]
	for i, counts := range c.Suspicions {
		c.Suspicions[i] = counts[:last]
	}
	c.Rises = slices.DeleteFunc(c.Rises, func(r words.Rise) bool { return r.At == last || r.Of == last })
	c.Rivals = c.Rivals.Without(last)
	c.Churn = slices.DeleteFunc(c.Churn, func(d words.Change) bool { return d.At == last || d.Node == last })
}

// quieter are the ways to have fewer initiators and less churn: no churn, one rival less, one
// change less, and to break nothing on purpose.
func quieter(cfg words.Config) []func(*words.Config) {
	var all []func(*words.Config)
	if len(cfg.Churn) > 1 {
		all = append(all, func(c *words.Config) { c.Churn = nil })
	}
	for _, id := range cfg.Rivals {
		all = append(all, func(c *words.Config) { c.Rivals = c.Rivals.Without(id) })
	}
	for i := range cfg.Churn {
		all = append(all, func(c *words.Config) { c.Churn = slices.Delete(c.Churn, i, i+1) })
	}
	return append(all, func(c *words.Config) { c.BreaksC = false },
		func(c *words.Config) { c.Held, c.Troubles = "", false })
}

// healthier are the ways to have fewer suspicions: nobody's, one process's less, one rise
// less; and to ask for fewer.
func healthier(cfg words.Config) []func(*words.Config) {
	all := []func(*words.Config){func(c *words.Config) { c.Suspicions, c.Rises = nil, nil }}
	for i := range cfg.Suspicions {
		all = append(all, func(c *words.Config) { clear(c.Suspicions[i]) })
	}
	for i := range cfg.Rises {
		all = append(all, func(c *words.Config) { c.Rises = slices.Delete(c.Rises, i, i+1) })
	}
	if cfg.X > 1 { // without an x it would be as large as can be
		all = append(all, func(c *words.Config) { c.X-- })
	}
	return append(all, func(c *words.Config) { c.Y-- })
}
