// Package lease has process 0 grant a lease of one second to one of the others at a time.
package lease

import (
	"time"

	"github.com/scrutineer-go/scrutineer"
)

type Ask struct{ At time.Duration } // what the asker's clock read

func (Ask) Kind() string { return "Ask" }

type Grant struct{ At time.Duration } // that of the Ask

func (Grant) Kind() string { return "Grant" }

const length, margin, retry = time.Second, 100 * time.Millisecond, 300 * time.Millisecond

type Process struct {
	ID, Holder scrutineer.NodeID
	Until      time.Duration // its own clock reads so much
}

func New(id scrutineer.NodeID, _ int) scrutineer.Node { return &Process{ID: id} }

func (p *Process) State() any { return p }

func (p *Process) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	switch body := ev.Body.(type) {
	case Ask:
		if ev.Now >= p.Until || p.Holder == ev.From {
			p.Holder, p.Until = ev.From, ev.Now+length
			out.Send(ev.From, Grant(body))
		}
	case Grant: // it counts from the Ask on: before the lessor's clock did
		p.Holder, p.Until = p.ID, body.At+length-margin
	default: // it comes up, or its timer fires
		if p.ID == 0 {
			p.Until = ev.Now + length // somebody may hold a lease from before
		} else {
			out.SetTimer("Retry", retry)
			out.Send(0, Ask{At: ev.Now})
		}
	}
}
