// Package nats carries messages between real processes over a NATS server, as live.Transport. Each process has a
// subject of its own, and all share one. The server keeps no message for a process that is not connected. It keeps the
// order of each sender's messages.
//
// Start reading at [Join].
package nats

import (
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// transport is the transport of one process.
type transport struct {
	conn    *nats.Conn
	group   string
	packets chan []byte
	done    chan struct{}
	close   func()
}

// again is the time between two attempts to connect to a server that is gone.
const again = 20 * time.Millisecond

// joinWithin is how long joining waits for the server.
const joinWithin = time.Second

// waiting is how many messages may wait for their process. Those beyond are lost.
const waiting = 1 << 16

// Join connects a process to the server. If that is not there, or goes, the connection is made again until the
// transport is closed; what is sent meanwhile is lost.
func Join(j live.Joining) (live.Transport, error) {
	if j.Keeps {
		return nil, fmt.Errorf("NATS keeps no message for a process that is down: use another medium")
	}
	t := &transport{
		group: fmt.Sprintf("scrutineer.%016x", j.Group), packets: make(chan []byte, 1), done: make(chan struct{}),
	}
	arrived := make(chan *nats.Msg, waiting)
	var err error
	t.conn, err = nats.Connect(j.URL, nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1),
		nats.ReconnectWait(again), nats.ReconnectJitter(0, 0), nats.ReconnectBufSize(-1))
	if err != nil {
		return nil, err
	}
	for _, subject := range []string{t.to(j.ID), t.all()} {
		if _, err := t.conn.ChanSubscribe(subject, arrived); err != nil {
			t.conn.Close()
			return nil, err
		}
	}
	_ = t.conn.FlushTimeout(joinWithin) // the server knows the subscriptions then
	t.close = sync.OnceFunc(func() {
		close(t.done)
		t.conn.Close()
	})
	go t.hand(arrived)
	return t, nil
}

func (t *transport) to(id spec.NodeID) string { return fmt.Sprintf("%s.%s", t.group, id) }
func (t *transport) all() string              { return t.group + ".all" }

// hand hands over the messages that arrive.
func (t *transport) hand(arrived <-chan *nats.Msg) {
	defer close(t.packets)
	for {
		select {
		case m := <-arrived:
			select {
			case t.packets <- m.Data:
			case <-t.done:
				return
			}
		case <-t.done:
			return
		}
	}
}

// Send publishes a packet on the subject of a process.
func (t *transport) Send(to spec.NodeID, packet []byte) error {
	return t.conn.Publish(t.to(to), packet)
}

// Broadcast publishes a packet on the subject of all processes.
func (t *transport) Broadcast(packet []byte) error { return t.conn.Publish(t.all(), packet) }

// Packets returns the packets that arrive.
func (t *transport) Packets() <-chan []byte { return t.packets }

// Close ends the connection.
func (t *transport) Close() error {
	t.close()
	return nil
}
