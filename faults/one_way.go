package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// OneWay stops what some processes send to others, not what they receive from
// them; otherwise it is like a Partition.
type OneWay struct {
	From  spec.Set `json:"from" input:"required"`
	To    spec.Set `json:"to" input:"required"`
	Begin Time     `json:"begin" input:"required"`
	End   Time     `json:"end" input:"required"`
	Drops bool     `json:"drops,omitempty"`
}

// Name is oneWay.
func (f *OneWay) Name() string { return "oneWay" }

// Words says who does not reach whom.
func (f *OneWay) Words() string {
	return fmt.Sprintf("%s cut off from %s in this direction %s", f.From, f.To, acrossWords(f.Begin, f.End, f.Drops))
}

// spans are those of who sends and of who receives.
func (f *OneWay) spans(int) []Span {
	var list []Span
	for _, id := range f.From {
		list = append(list, Span{id, f.Begin, f.End, "does not reach " + f.To.Without(id).String()})
	}
	for _, id := range f.To {
		list = append(list, Span{id, f.Begin, f.End, "does not hear " + f.From.Without(id).String()})
	}
	return list
}

func (f *OneWay) check(l limits) error {
	if err := l.set("from", f.From); err != nil {
		return err
	}
	if err := l.set("to", f.To); err != nil {
		return err
	}
	if len(f.From) == 0 || len(f.To) == 0 {
		return input.Errorf("from", "from and to must each name a process")
	}
	return l.interval(f.Begin, f.End)
}

// Schedule stops the copies on that way.
func (f *OneWay) Schedule(s Scheduler) {
	separate(s, f.Begin, f.End, f.Drops, func(from, to spec.NodeID) bool {
		return from != to && f.From.Has(from) && f.To.Has(to)
	})
}

// Scale multiplies when it begins and ends.
func (f *OneWay) Scale(by Time) Time {
	scale(&f.Begin, by)
	scale(&f.End, by)
	return 0
}

// subsumed tells that what it does to single copies is all.
func (f *OneWay) subsumed(dissolve bool) bool { return dissolve }

func (f *OneWay) draw(d Drawer) Kind {
	begin, end := d.Interval(f.Name())
	return &OneWay{
		From: d.Some("oneWay from"), To: d.Some("oneWay to"),
		Begin: begin, End: end, Drops: d.Choose("drops", 2) == 1,
	}
}

// Earlier is the same some rounds before.
func (f *OneWay) Earlier(rounds int, round Time) (Kind, bool) {
	before, ok := *f, false
	before.Begin, ok = f.Begin.earlier(rounds, round)
	before.End, _ = f.End.earlier(rounds, round)
	return &before, ok
}

// Until ends it when the faults stop.
func (f *OneWay) Until(stop Time) (Kind, bool) {
	left := *f
	left.End = min(f.End, stop)
	return &left, left.Begin < left.End
}
