package vcube

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Boot is the first event of a process that is there at the beginning (lines 1 to 10).
func (p *Process) Boot(out *impl.Effects) {
	p.trustAll()
	p.Incarnations = p.Config.Incarnations
	p.Leader = 0
	p.Freeze()
	record := p.record()
	if p.Config.Interprets(words.LeaderUnstored) {
		record.Leader = spec.None // V6
	}
	out.Save(record)
	p.startMonitor(out)
}

// Recover is the first event of a process that comes up again: it has what is on its disk, and
// that is nothing if it crashed before it had saved anything. It is in a new incarnation, and
// if it was the leader it has failed as such once more.
func (p *Process) Recover(disk any, out *impl.Effects) {
	saved, is := disk.(words.Record)
	if !is {
		saved = words.Record{Incarnation: p.Config.Incarnations[p.ID], Leader: spec.None}
	}
	p.trustAll()
	others := words.Unknown
	if p.Config.Interprets(words.ZeroAfterRecover) {
		others = 0 // Y8
	}
	incarnations := slices.Repeat([]int{others}, p.Config.Nodes)
	incarnations[p.ID] = saved.Incarnation + 1
	p.Incarnations = incarnations
	p.Leader, p.Count, p.Recovering = saved.Leader, saved.Count, true
	p.Freeze()
	p.save(out)
	if p.Leader == p.ID {
		p.Count++
		p.save(out)
	}
	p.startMonitor(out)
}

// soon is when the first round begins after a process has come up: at once, but as an event of its
// own, which a crash may come before.
const soon = time.Millisecond

// startMonitor has the first round begin (lines 10 to 13).
func (p *Process) startMonitor(out *impl.Effects) { out.SetTimer(words.TimerInterval, soon) }

// trustAll has everybody be correct, and nothing have happened yet.
func (p *Process) trustAll() {
	p.Correct = slices.Repeat([]bool{true}, p.Config.Nodes)
	p.Timestamps = make([]int, p.Config.Nodes)
}

// record is what the process keeps on its disk.
func (p *Process) record() words.Record {
	return words.Record{Incarnation: p.life(), Count: p.Count, Leader: p.Leader}
}

// save is the paper's Store.
func (p *Process) save(out *impl.Effects) { out.Save(p.record()) }
