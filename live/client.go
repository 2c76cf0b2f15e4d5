package live

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Client is the environment of all processes of a cluster, as a process of its own. To each process it gives the inputs
// that the protocol offers, one after another. It is also the failure detector of protocols whose inputs depend on who
// is down. Its log has each input and its outcome.
type Client struct {
	// Peers are the addresses of the processes.
	Peers []string
	// Group is the group of the processes.
	Group uint64
	// Life is the number of this life of the client, from 1.
	Life int
	Log  *Log
	// Delay is how long the client waits before it gives the next input to a process.
	Delay faults.Delay
	// SuspectAfter is how long a process may be silent before the client takes it to be down. 0 means for ever.
	SuspectAfter time.Duration
	// Seed decides which inputs are given, and when.
	Seed uint64

	number   int // of the last input
	servers  []server
	suspects spec.Set
	first    time.Time // when any process was heard for the first time: all have started then
	heard    chan heard
	due      chan spec.NodeID
	key      draw.Key
}

// server is the client's view of a process.
type server struct {
	conn   net.Conn  // nil if there is no connection
	at     time.Time // when it was heard last
	report report
	open   []*call // the inputs whose results are not known yet
	busy   bool    // whether the client does not know yet if the process has taken the last input
	waits  bool    // whether the next input is planned
}

// heard is a report of a process, or that its connection has ended.
type heard struct {
	from   spec.NodeID
	conn   net.Conn
	report *report // nil at the beginning and at the end of the connection
	ends   bool
}

// Run gives inputs until the context ends.
func (c *Client) Run(ctx context.Context) error {
	c.servers, c.suspects = make([]server, len(c.Peers)), spec.Set{}
	c.heard, c.due = make(chan heard), make(chan spec.NodeID)
	c.key = draw.New(c.Seed).With(uint64(c.Life)).Named("inputs")
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for id := range c.Peers {
		go c.connect(ctx, spec.NodeID(id))
	}
	detects := time.NewTicker(reportEvery)
	defer detects.Stop()
	for c.Log.err == nil {
		select {
		case <-ctx.Done():
			c.Log.write(line{Stopped: &Counts{}})
			return c.Log.err
		case h := <-c.heard:
			if err := c.hear(ctx, h); err != nil {
				return err
			}
		case id := <-c.due:
			c.servers[id].waits = false
			c.give(id)
			c.plan(ctx, id)
		case <-detects.C:
			c.detect()
		}
	}
	return c.Log.err
}

// connect keeps a connection to a process until the context ends.
func (c *Client) connect(ctx context.Context, id spec.NodeID) {
	for ctx.Err() == nil {
		if conn, err := net.Dial("tcp", c.Peers[id]); err == nil {
			c.listen(ctx, id, conn)
			conn.Close()
		}
		select {
		case <-time.After(reportEvery):
		case <-ctx.Done():
		}
	}
}

// listen hands over the reports of a process until the connection ends.
func (c *Client) listen(ctx context.Context, id spec.NodeID, conn net.Conn) {
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	say := func(h heard) {
		h.from, h.conn = id, conn
		select {
		case c.heard <- h:
		case <-ctx.Done():
		}
	}
	if _, err := conn.Write(asLine(request{Group: &c.Group})); err != nil {
		return
	}
	say(heard{})
	defer say(heard{ends: true})
	lines := bufio.NewScanner(conn)
	lines.Buffer(nil, mostLine)
	for lines.Scan() {
		var r report
		if json.Unmarshal(lines.Bytes(), &r) != nil {
			return
		}
		say(heard{report: &r})
	}
}

// hear takes a report of a process, or the beginning or the end of its connection.
func (c *Client) hear(ctx context.Context, h heard) error {
	s := &c.servers[h.from]
	switch {
	case h.ends:
		s.conn = nil
		for _, lost := range slices.Clone(s.open) {
			c.result(h.from, &result{ID: lost.ID, Outcome: unknown})
		}
	case h.report == nil:
		s.conn = h.conn
		c.tell(h.from, request{Suspects: &c.suspects})
	case h.report.Stranger:
		return fmt.Errorf("process %s at %s is of another program or configuration", h.from, c.Peers[h.from])
	default:
		s.at, s.report = time.Now(), *h.report
		if c.first.IsZero() {
			c.first = s.at
		}
		for _, r := range h.report.Results {
			c.result(h.from, r)
		}
		c.plan(ctx, h.from)
	}
	return nil
}

// tell sends a request. One that is lost with its connection has an unknown result.
func (c *Client) tell(id spec.NodeID, r request) { _, _ = c.servers[id].conn.Write(asLine(r)) }

// result takes the result of an input, and logs it unless the input is a pending call.
func (c *Client) result(id spec.NodeID, r *result) {
	s := &c.servers[id]
	n := slices.IndexFunc(s.open, func(o *call) bool { return o.ID == r.ID })
	if n < 0 {
		return
	}
	if n == len(s.open)-1 {
		s.busy = false
	}
	if r.Outcome != pending {
		c.Log.write(line{Returned: &returned{r.ID.Number, r.Outcome, r.Answer}})
		s.open = slices.Delete(s.open, n, n+1)
	}
}

// mayGive reports whether a process may be given an input. A call that is pending does not forbid other inputs, which
// the process offers.
func (s *server) mayGive() bool { return !s.busy && s.conn != nil && len(s.report.Offers) > 0 }

// plan plans the next input of a process.
func (c *Client) plan(ctx context.Context, id spec.NodeID) {
	s := &c.servers[id]
	if s.waits || !s.mayGive() {
		return
	}
	s.waits = true
	wait := c.Delay.Draw(c.key.With(uint64(id)).With(uint64(c.number)))
	after(ctx, time.Duration(wait), c.due, id)
}

// give gives a process one of the inputs that it offers.
func (c *Client) give(id spec.NodeID) {
	s := &c.servers[id]
	if !s.mayGive() {
		return
	}
	c.number++
	one := c.key.With(uint64(c.number)).Below(uint64(len(s.report.Offers)))
	input := &call{ID: CallID{c.Life, c.number}, Life: s.report.Life, Body: s.report.Offers[one]}
	c.Log.write(line{Called: &called{id, input.Life, c.number, input.Body}})
	if c.Log.err == nil {
		s.open, s.busy = append(s.open, input), true
		c.tell(id, request{Call: input})
	}
}

// detect takes silent processes to be down, and tells all others.
func (c *Client) detect() {
	suspects := spec.Set{} // which JSON tells from none
	for id, s := range c.servers {
		last := s.at
		if last.IsZero() {
			last = c.first
		}
		if c.SuspectAfter > 0 && !last.IsZero() && time.Since(last) > c.SuspectAfter {
			suspects = suspects.With(spec.NodeID(id))
		}
	}
	if slices.Equal(suspects, c.suspects) {
		return
	}
	c.suspects = suspects
	c.Log.write(line{Suspects: &suspects})
	for id, s := range c.servers {
		if s.conn != nil {
			c.tell(spec.NodeID(id), request{Suspects: &suspects})
		}
	}
}
