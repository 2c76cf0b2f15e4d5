package faults

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Partition separates groups of processes from each other from Begin until End.
// The processes that it does not name form one more group. With Drops, unicast
// copies that are sent across are lost; all others wait for the end.
type Partition struct {
	Groups []spec.Set `json:"groups" input:"required"`
	Begin  Time       `json:"begin" input:"required"`
	End    Time       `json:"end" input:"required"`
	Drops  bool       `json:"drops,omitempty"`
}

// Name is partition.
func (f *Partition) Name() string { return "partition" }

// Words says who is cut off from each other.
func (f *Partition) Words() string {
	var groups []string
	for _, group := range f.Groups {
		groups = append(groups, group.String())
	}
	return fmt.Sprintf("%s cut off from all others %s", strings.Join(groups, " and "),
		acrossWords(f.Begin, f.End, f.Drops))
}

// Separates reports whether the partition cuts two processes off from each other while it lasts.
func (f *Partition) Separates(a, b spec.NodeID) bool { return f.group(a) != f.group(b) }

// group returns the index of the group of a process, -1 for the rest.
func (f *Partition) group(id spec.NodeID) int {
	return slices.IndexFunc(f.Groups, func(group spec.Set) bool { return group.Has(id) })
}

// spans are those of all processes, who reach their own group alone.
func (f *Partition) spans(nodes int) []Span {
	var list []Span
	rest := spec.AllNodes(nodes)
	groups := slices.Clone(f.Groups)
	for _, group := range f.Groups {
		rest = rest.Minus(group)
	}
	for _, group := range append(groups, rest) {
		for _, id := range group {
			list = append(list, Span{id, f.Begin, f.End, "reaches " + group.String()})
		}
	}
	return list
}

func (f *Partition) check(l limits) error {
	seen := spec.Set{}
	for i, group := range f.Groups {
		if err := l.set("groups", group); err != nil {
			return err
		}
		for _, id := range group {
			if seen.Has(id) {
				return input.Errorf("groups", "group %d has node %d, which is in another group too", i, int(id))
			}
			seen = seen.With(id)
		}
	}
	if len(f.Groups) == 0 {
		return input.Errorf("groups", "is empty, name at least one group")
	}
	return l.interval(f.Begin, f.End)
}

// Schedule stops the copies between the groups.
func (f *Partition) Schedule(s Scheduler) {
	separate(s, f.Begin, f.End, f.Drops, f.Separates)
}

// Scale multiplies when it begins and ends.
func (f *Partition) Scale(by Time) Time {
	scale(&f.Begin, by)
	scale(&f.End, by)
	return 0
}

// subsumed tells that what it does to single copies is all.
func (f *Partition) subsumed(dissolve bool) bool { return dissolve }

func (f *Partition) draw(d Drawer) Kind {
	begin, end := d.Interval(f.Name())
	group := d.Some(f.Name())
	if len(group) == d.Nodes() { // from whom should they be separated?
		group = group[1:]
	}
	return &Partition{Groups: []spec.Set{group}, Begin: begin, End: end, Drops: d.Choose("drops", 2) == 1}
}

// The marks of all that separates processes.
const (
	PartitionBegins = "PartitionBegins"
	PartitionHeals  = "PartitionHeals"
)

func (f *Partition) marks() []string { return []string{PartitionBegins, PartitionHeals} }

// separate stops the copies between some neighbours for a while.
func separate(s Scheduler, begin, end Time, drops bool, between func(from, to spec.NodeID) bool) {
	s.OnHop(func(h *Hop) bool {
		if h.Departs < begin || h.Departs >= end || !between(h.From, h.To) {
			return false
		}
		if drops && h.MayDrop {
			h.Drops = true
		} else {
			h.Departs = end
		}
		return true
	})
	s.At(begin, func() { s.Mark(PartitionBegins, spec.None) })
	s.At(end, func() { s.Mark(PartitionHeals, spec.None) })
}

// Earlier is the same some rounds before.
func (f *Partition) Earlier(rounds int, round Time) (Kind, bool) {
	before, ok := *f, false
	before.Begin, ok = f.Begin.earlier(rounds, round)
	before.End, _ = f.End.earlier(rounds, round)
	return &before, ok
}

// Until ends it when the faults stop.
func (f *Partition) Until(stop Time) (Kind, bool) {
	left := *f
	left.End = min(f.End, stop)
	return &left, left.Begin < left.End
}
