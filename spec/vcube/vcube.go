// Package vcube is the executable specification of vCube's leader election (Rodrigues et al., LADC
// 2024), deliberately naive. Each process tests some of the others in rounds, one after another,
// and learns from their replies what they know (detector.go). After each round it elects whom it
// holds for correct and who has the least incarnation; a leader that fails again and again is
// penalised (election.go). Here is what goes through the network, and what each event does.
//
// The package must not import impl/vcube. Start reading at [Handlers].
package vcube

import (
	"math/bits"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Local is what a process knows while it is up.
type Local struct {
	// Correct are those that it does not suspect.
	Correct spec.Set
	// Timestamps count each process's changes between correct (even) and suspected (odd), and
	// Incarnations are each process's; Unknown where nobody has told.
	Timestamps, Incarnations []int
	// Leader is whom it elected last.
	Leader spec.NodeID
	// Recovering tells that it has elected nobody since it came up again.
	Recovering bool
	// Count is how often it has recovered in sequence from failing as the leader.
	Count int
	// Testing is whom it tests, None between two rounds.
	Testing spec.NodeID
	// Ahead are those of the same cluster whom it is still to test in this round.
	Ahead spec.Set
	// Nonce is that of its last test.
	Nonce int
	// Frozen is what it replies with where replies are frozen; else empty.
	Frozen Arrays
}

// Arrays are what a Reply tells, by process.
type Arrays struct{ Timestamps, Incarnations []int }

// State is a global state of the election.
type State = spec.State[Local]

// Handlers returns the handlers of the election under the configuration, test by test and message by message.
func Handlers(cfg words.Config) spec.Handlers[Local] {
	e := election{cfg}
	return spec.Handlers[Local]{
		Fresh:  func(at spec.NodeID) Local { return Fresh(at, cfg) },
		Handle: e.handle,
		Awaits: awaits,
	}
}

type election struct{ words.Config }

func (e election) handle(p Local, disk any, a spec.Action) []spec.Outcome[Local] {
	o := spec.Outcome[Local]{Local: p}
	var saved []words.Record
	switch body := a.Msg.Body.(type) {
	case words.Request:
		now := p.Told(e.Config)
		o.Effects = []spec.Effect{spec.SendTo(a.Msg.From, words.Reply{
			Life: body.Life, Nonce: body.Nonce, Timestamps: now.Timestamps, Incarnations: now.Incarnations,
		})}
	case words.Reply:
		if a.Msg.From == p.Testing && body.Life == p.Incarnations[a.At] && body.Nonce == p.Nonce {
			o.Disarm = spec.NewSet(words.TimerTest)
			o.Local = p.Merge(e.Config, a.At, a.Msg.From, Arrays{body.Timestamps, body.Incarnations})
			if e.Interprets(words.Scan) {
				o.Local.Ahead = nil // one who answers is enough
			}
			e.next(&o, a.At)
		}
	default:
		switch {
		case a.Name == spec.Boot:
			o.Local, saved = Booted(e.Config, a.At)
			o.Arm = spec.NewSet(words.TimerInterval)
		case a.Name == spec.Recover:
			stored, _ := disk.(words.Record)
			if disk == nil {
				stored = words.Record{Incarnation: e.Incarnations[a.At], Leader: spec.None}
			}
			o.Local, saved = Recovered(e.Config, a.At, stored)
			o.Arm = spec.NewSet(words.TimerInterval)
		case a.Timer == words.TimerTest:
			o.Local = p.Suspect(p.Testing)
			e.next(&o, a.At)
		case a.Timer == words.TimerInterval:
			o.Arm = spec.NewSet(words.TimerInterval)
			if p.Testing == spec.None {
				o.Local = p.RoundBegun(e.Config)
				e.cluster(&o, a.At, 1)
			}
		}
	}
	save(&o, saved)
	return []spec.Outcome[Local]{o}
}

func save(o *spec.Outcome[Local], records []words.Record) {
	for _, record := range records {
		o.Effects = append(o.Effects, spec.SaveRecord(record))
	}
}

// next goes on after a test: with the next of its cluster, or else the next cluster.
func (e election) next(o *spec.Outcome[Local], at spec.NodeID) {
	s := bits.Len(uint(at ^ o.Local.Testing)) // the cluster in which it is
	for _, j := range Cluster(e.Config, at, s) {
		if o.Local.Ahead.Has(j) {
			e.test(o, at, j, o.Local.Ahead.Without(j))
			return
		}
	}
	e.cluster(o, at, s+1)
}

// cluster goes on with cluster s, and ends the round where it is beyond the last.
func (e election) cluster(o *spec.Outcome[Local], at spec.NodeID, s int) {
	for ; s <= e.Dimension(); s++ {
		if assigned := o.Local.Assigned(e.Config, at, s); len(assigned) > 0 {
			e.test(o, at, assigned[0], spec.NewSet(assigned[1:]...))
			return
		}
	}
	p, saved := o.Local.CheckLeader(e.Config, at)
	p.Testing, p.Ahead = spec.None, nil
	o.Local = p
	save(o, saved)
}

// test begins the test of process j, when these are still ahead.
func (e election) test(o *spec.Outcome[Local], at, j spec.NodeID, ahead spec.Set) {
	p := &o.Local
	p.Testing, p.Ahead, p.Nonce = j, ahead, (p.Nonce+1)%e.Nonces
	o.Arm = o.Arm.With(words.TimerTest)
	o.Effects = append(o.Effects, spec.SendTo(j, words.Request{Life: p.Incarnations[at], Nonce: p.Nonce}))
}

// awaits: a test waits for its own Request and for the Reply to it; an interval that is long for
// everything.
func awaits(timer spec.Timer, at spec.NodeID, p Local, copy spec.Message) bool {
	if timer != words.TimerTest {
		return true
	}
	switch body := copy.Body.(type) {
	case words.Request:
		return copy.From == at && copy.To == p.Testing && body.Life == p.Incarnations[at] && body.Nonce == p.Nonce
	case words.Reply:
		return copy.From == p.Testing && copy.To == at && body.Life == p.Incarnations[at] && body.Nonce == p.Nonce
	}
	return false
}
