package ctolerant

import (
	"encoding/json"
	"slices"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

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
		return d.changes(!listed)
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

// changes draws the churn: what processes are told of others, in the order in which it is
// drawn; who joins does so first, who leaves does so last.
func (d churner) changes(mayJoin bool) []words.Change {
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
	c.Node = spec.NodeID(d.Choose(what+" whom", min(mostDrawn, d.cfg.Nodes)))
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
			if id != joins && d.Choose("learns", 3) == 2 {
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
