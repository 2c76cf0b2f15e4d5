package live

import (
	"context"
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/spec"
)

const (
	// greetEvery is the time between two greetings to a process that has not answered.
	greetEvery = 20 * time.Millisecond
	// warnAfter is how long a process waits for the others without a word.
	warnAfter = time.Second
)

// greeter sends and answers the greetings of a process.
type greeter struct {
	id        spec.NodeID
	life      int
	group     uint64
	nodes     int
	start     int64 // when the first life of the process started, in nanoseconds since 1970
	transport Transport
	counts    *Counts
	warn      func(string)
}

// meet greets the others until all have answered. began is when the last of all processes started. early are packets of
// others that do not wait any more.
func (g *greeter) meet(ctx context.Context) (began int64, early []packet, err error) {
	began = g.start
	missing := spec.AllNodes(g.nodes).Without(g.id)
	next, warn := time.NewTicker(greetEvery), time.NewTimer(warnAfter)
	defer next.Stop()
	defer warn.Stop()
	g.askAll(missing)
	for len(missing) > 0 {
		select {
		case <-ctx.Done():
			return 0, nil, ctx.Err()
		case <-next.C:
			g.askAll(missing)
		case <-warn.C:
			g.waits(missing)
		case data, open := <-g.transport.Packets():
			if !open {
				return 0, nil, errClosed
			}
			switch came, err := decode(data, g.group, g.nodes); {
			case err != nil:
				g.counts.drop(err)
			case came.copy.Number > 0:
				early = append(early, came)
			default:
				began = max(began, came.start)
				g.answer(came)
				if came.sent == iAmThere {
					missing = missing.Without(came.copy.From)
				}
			}
		}
	}
	return began, early, nil
}

// waits says whom the process waits for.
func (g *greeter) waits(missing spec.Set) {
	if g.warn == nil {
		return
	}
	why := fmt.Sprintf("process %s waits for the first answer of the processes %s", g.id, missing)
	if n := g.counts.Strangers; n > 0 {
		why += fmt.Sprintf("; %s of another program or configuration came", phrase.Plural(n, "packet", "packets"))
	}
	g.warn(why)
}

// answer answers a greeting that asks.
func (g *greeter) answer(came packet) {
	if came.sent == areYouThere {
		g.say(came.copy.From, iAmThere)
	}
}

func (g *greeter) askAll(of spec.Set) {
	for _, id := range of {
		g.say(id, areYouThere)
	}
}

// say sends a greeting. One that is lost is sent again.
func (g *greeter) say(to spec.NodeID, what int64) {
	greeting := packet{copy: MessageID{From: g.id, Life: g.life}, sent: what, start: g.start}
	_ = g.transport.Send(to, greeting.encode(g.group))
}
