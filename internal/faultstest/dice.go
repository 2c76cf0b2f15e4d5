package faultstest

import (
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Dice draws the parts of one plan.
type Dice struct {
	Key   draw.Key
	n     uint64
	Nodes int
}

// Below draws a number below n.
func (d *Dice) Below(n int) int {
	d.n++
	return int(d.Key.With(d.n).Below(uint64(n)))
}

// One draws whether one chance of so many comes.
func (d *Dice) One(in int) bool { return d.Below(in) == 0 }

// Node draws a process.
func (d *Dice) Node() spec.NodeID { return spec.NodeID(d.Below(d.Nodes)) }

// Time draws a time of less than so many milliseconds.
func (d *Dice) Time(most int) faults.Time { return faults.Time(d.Below(most)) * Ms }
func (d *Dice) down() *faults.Time        { return new(d.Time(20)) }
func (d *Dice) rate() int                 { return d.Below(3) * d.Below(150) }
func (d *Dice) of(list ...string) string  { return list[d.Below(len(list))] }

func (d *Dice) some() spec.Set {
	set := spec.NewSet(d.Node())
	for range d.Below(d.Nodes) {
		set = set.With(d.Node())
	}
	return set
}

func (d *Dice) copy() faults.MessageRef {
	return faults.MessageRef{Kind: d.of("Ping", "Ping", "News"), From: d.Node(), To: d.Node(), Nth: 1 + d.Below(3)}
}

// anyCopy draws also copies that were made of others.
func (d *Dice) anyCopy() faults.MessageRef {
	c := d.copy()
	if d.One(4) {
		c.Again = 1 + d.Below(2)
	}
	return c
}

// after draws when something happens to a copy, if not when it is sent.
func (d *Dice) after() *faults.Time {
	if d.One(2) {
		return nil
	}
	return new(d.Time(5))
}

func (d *Dice) step() faults.StepRef {
	r := faults.StepRef{
		Action: d.of("Kick", "Purge", "DeliverPing", "DeliverNews", "TimeoutT", "PrematureT", "PrematureU", "Recover"),
		Node:   d.Node(), Nth: 1 + d.Below(3),
	}
	if strings.HasPrefix(r.Action, "Deliver") && d.One(3) {
		r.From = new(d.Node())
	}
	return r
}

// stops is when the faults of drawn plans stop.
const stops = 40 * Ms

func (d *Dice) fault(recovers bool) faults.Fault {
	var down *faults.Time
	if recovers && !d.One(4) {
		down = d.down()
	}
	begin := d.Time(30)
	end := min(begin+Ms+d.Time(15), stops)
	switch d.Below(10) {
	case 0:
		return faults.Fault{Kind: &faults.Crash{Node: d.Node(), At: new(d.Time(40)), Down: down}}
	case 1:
		return faults.Fault{Kind: &faults.Crash{Node: d.Node(), After: new(d.step()), Down: down}}
	case 2:
		return faults.Fault{Kind: &faults.CrashIn{Step: d.step(), Cut: d.Below(3), Down: down}}
	case 3:
		return faults.Fault{
			Kind: &faults.Premature{
				Node: d.Node(), Timer: spec.Timer(d.of("T", "U")), Nth: 1 + d.Below(3), After: d.Time(4),
			},
		}
	case 4:
		return faults.Fault{Kind: &faults.Loss{Copy: d.anyCopy(), After: d.after()}}
	case 5:
		return faults.Fault{Kind: &faults.Duplicate{Copy: d.anyCopy(), By: d.Time(9), After: d.after()}}
	case 6:
		return faults.Fault{Kind: &faults.Reorder{Copy: d.copy(), By: d.Time(9)}}
	case 7:
		return faults.Fault{
			Kind: &faults.Partition{Groups: []spec.Set{d.some()}, Begin: begin, End: end, Drops: d.One(2)},
		}
	case 8:
		return faults.Fault{
			Kind: &faults.OneWay{From: d.some(), To: d.some(), Begin: begin, End: end, Drops: d.One(2)},
		}
	}
	return faults.Fault{Kind: &faults.Pause{Node: d.Node(), Begin: begin, End: end}}
}

func (d *Dice) flap() faults.Fault {
	between := func(least int) faults.Delay {
		from := faults.Time(least) * Ms
		return faults.Delay{Min: from, Max: from + d.Time(9)}
	}
	return faults.Fault{
		Kind: &faults.Flap{Node: d.Node(), Begin: d.Time(30), Up: between(3), Down: between(0), Forever: d.One(2)},
	}
}

// clock draws a fault of a clock.
func (d *Dice) clock() faults.Fault {
	ppm := (d.Below(2*faults.MostPPM) - faults.MostPPM) | 1
	by := faults.Shift(d.Time(50)+Ms) * faults.Shift(1-2*d.Below(2))
	var end *faults.Time
	if d.One(2) {
		end = new(stops)
	}
	switch d.Below(4) {
	case 0:
		return faults.Fault{Kind: &faults.Offset{Node: d.Node(), By: by}}
	case 1:
		return faults.Fault{Kind: &faults.Jump{Node: d.Node(), At: d.Time(40), By: by}}
	case 2:
		return faults.Fault{Kind: &faults.Rate{Node: d.Node(), PPM: ppm, Begin: d.Time(30), End: end}}
	}
	return faults.Fault{
		Kind: &faults.Drift{
			Node: d.Node(), Within: max(ppm, -ppm), Every: Ms + d.Time(5),
			Begin: d.Time(30), End: end, Seed: d.Key.Uint64(),
		},
	}
}

func (d *Dice) pin() faults.Pin {
	switch d.Below(4) {
	case 0:
		return faults.Pin{Kind: &faults.Hold{Copy: d.copy(), Until: d.step()}}
	case 1:
		return faults.Pin{Kind: &faults.DelayPin{Copy: d.copy(), By: d.Time(20)}}
	case 2:
		return faults.Pin{Kind: &faults.PickPin{Node: d.Node(), Nth: 1 + d.Below(3), Set: d.some()}}
	}
	return faults.Pin{
		Kind: &faults.InputPin{Node: d.Node(), Kind: d.of("Kick", "Purge"), Nth: 1 + d.Below(2), By: d.Time(20)},
	}
}

// sensible takes out of a drawn plan what Check refuses because it could not act.
func sensible(p faults.Plan, c network.Cluster) faults.Plan {
	if p.Patient {
		p.Rates.Early = 0
	}
	if !c.Failures.Recovers() {
		p.Rates.Down = 0
	}
	if c.Failures != spec.MessagesWait {
		p.Rates.Lose = 0
	}
	if p.Rates.MaxCrashes == 0 {
		p.Rates.CrashIn = 0
	}
	faults := p.Faults
	p.Faults = nil
	for _, f := range faults {
		p.Faults = append(p.Faults, f)
		if _, err := p.Check(c.Nodes, c.Failures); err != nil {
			p.Faults = p.Faults[:len(p.Faults)-1]
		}
	}
	pins := p.Pins
	p.Pins = nil
	for _, pin := range pins {
		p.Pins = append(p.Pins, pin)
		if _, err := p.Check(c.Nodes, c.Failures); err != nil {
			p.Pins = p.Pins[:len(p.Pins)-1]
		}
	}
	return p
}

// Drawn draws a plan and the cluster that runs it.
func Drawn(n int, topology bool) (network.Cluster, faults.Plan) {
	d := &Dice{Key: draw.New(uint64(n)), Nodes: 3 + n%2}
	c := Chatters(d.Nodes, spec.Failures(n/2%3), n/6%2 == 1, n/12%2 == 1)
	p := faults.Plan{
		Version: faults.PlanVersion, Protocol: "chatter", Seed: uint64(n), Patient: d.One(3),
		Delay:  faults.Delay{Min: d.Time(3), Max: faults.Time(d.Below(8)) * Ms},
		Inputs: faults.Delay{Min: d.Time(3), Max: faults.Time(d.Below(8)) * Ms},
		Stop:   stops, Settle: 60 * Ms,
		Rates: faults.Rates{
			Loss: d.rate(), Duplicate: d.rate(), Reorder: d.rate(), ReorderBy: d.Time(10),
			Early: d.rate(), CrashIn: d.rate(), MaxCrashes: d.Below(3), Lose: d.rate(),
		},
	}
	p.Delay.Max = max(p.Delay.Min, p.Delay.Max)
	p.Inputs.Max = max(p.Inputs.Min, p.Inputs.Max)
	if d.One(3) {
		p.Delay.Shape = faults.LongTail
	}
	if c.Failures.Recovers() {
		p.Rates.Down = d.Time(20)
	}
	if d.One(3) {
		p.Rates.Spares = d.some()
	}
	for range d.Below(4) {
		p.Faults = append(p.Faults, d.fault(c.Failures.Recovers()))
	}
	for range d.Below(3) {
		p.Pins = append(p.Pins, d.pin())
	}
	if c.Failures.Recovers() && d.One(4) {
		p.Faults = append(p.Faults, d.flap())
	}
	if d.One(4) {
		p.DelayAfterStop = &faults.Delay{Shape: faults.Exponential, Mean: Ms, Max: 3 * Ms}
	}
	for range d.Below(3) {
		p.Faults = append(p.Faults, d.clock())
	}
	if d.One(4) {
		p.Gap = d.Time(4)
	}
	p = sensible(p, c)
	if topology {
		p.Topology = &faults.Topology{Links: [][2]spec.NodeID{{0, 2}, {2, 1}}}
		if d.Nodes == 4 {
			p.Topology.Links = append(p.Topology.Links, [2]spec.NodeID{1, 3}, [2]spec.NodeID{0, 3})
		}
	}
	return c, p
}
