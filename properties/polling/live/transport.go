package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// settings are what the URL of a cluster says.
type settings struct {
	address  string // where the provider listens
	workers  int
	window   time.Duration
	allowed  int // requests of all workers in a window
	bans     bool
	database string // the file
	unique   bool   // whether a second record of an interval is refused
}

// parse reads a URL.
func parse(text string) (s settings, err error) {
	u, err := url.Parse(text)
	if err != nil {
		return s, err
	}
	q := u.Query()
	number := func(name string) int {
		n, wrong := strconv.Atoi(q.Get(name))
		if wrong != nil || n < 1 {
			err = errors.Join(err, fmt.Errorf("%s: %q, it must be a number above 0", name, q.Get(name)))
		}
		return n
	}
	s = settings{
		address: u.Host, workers: number("workers"), window: time.Duration(number("window")) * time.Millisecond,
		allowed: number("allowed"), bans: q.Has("bans"), database: q.Get("database"), unique: q.Has("unique"),
	}
	if s.database == "" {
		err = errors.Join(err, errors.New("database: is missing, name a file"))
	}
	return s, err
}

// part carries the messages of one kind of process: a worker's to the provider and the database, the provider's to
// workers, and the store's to workers.
type part interface {
	send(to spec.NodeID, e live.Envelope, packet []byte) error
	close() error
}

// transport is the transport of a process. Greetings go over UDP, messages to the part of the process.
type transport struct {
	live.Joining
	settings
	udp     *live.UDP
	part    part
	packets chan []byte
	// heard, if set, takes the messages that come over UDP.
	heard   func(live.Envelope)
	ctx     context.Context
	stop    context.CancelFunc
	running sync.WaitGroup
	once    sync.Once
}

// begin runs a function until the transport is closed.
func (t *transport) begin(run func()) {
	t.running.Add(1)
	go func() {
		defer t.running.Done()
		run()
	}()
}

// receive takes what comes over UDP: greetings, and messages of the store to a worker.
func (t *transport) receive() {
	for packet := range t.udp.Packets() {
		if e, is := live.Open(packet, t.Group, t.Nodes); is && t.heard != nil {
			t.heard(e)
			continue
		}
		t.deliver(packet)
	}
}

// fails says what went wrong, unless the transport is closed.
func (t *transport) fails(err error) {
	if err != nil && t.ctx.Err() == nil && t.Warn != nil {
		t.Warn(err.Error())
	}
}

// deliver hands over a packet.
func (t *transport) deliver(packet []byte) {
	select {
	case t.packets <- packet:
	case <-t.ctx.Done():
	}
}

// Send sends a greeting over UDP, and a message by the part of the process.
func (t *transport) Send(to spec.NodeID, packet []byte) error {
	e, is := live.Open(packet, t.Group, t.Nodes)
	if !is {
		return t.udp.Send(to, packet)
	}
	return t.part.send(to, e, packet)
}

// Broadcast returns an error: the protocol has none.
func (t *transport) Broadcast([]byte) error { return errors.New("the protocol has no broadcasts") }

// Packets returns the packets that arrive.
func (t *transport) Packets() <-chan []byte { return t.packets }

// Close ends all that runs.
func (t *transport) Close() error {
	t.stop()
	err := errors.Join(t.part.close(), t.udp.Close())
	t.running.Wait()
	t.once.Do(func() { close(t.packets) })
	return err
}
