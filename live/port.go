package live

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// ClientPort is where clients connect to a process, over TCP at the address that the process has among its peers. After
// each step the process hands over a report, which the port sends to all clients.
type ClientPort struct {
	listener net.Listener
	requests chan request

	mu     sync.Mutex
	group  uint64
	report []byte        // the last one, as a line; nil before the first step
	news   chan struct{} // closed when there is a new one
}

// ListenTCP opens the port of a process.
func ListenTCP(id spec.NodeID, peers []string) (*ClientPort, error) {
	address, err := addressOf(id, peers)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	return &ClientPort{listener: listener, requests: make(chan request), news: make(chan struct{})}, nil
}

// Close closes the port. Its connections end with the context of serve.
func (c *ClientPort) Close() error { return c.listener.Close() }

// serve takes connections until the context ends.
func (c *ClientPort) serve(ctx context.Context, group uint64) {
	c.group = group
	context.AfterFunc(ctx, func() { c.listener.Close() })
	for {
		conn, err := c.listener.Accept()
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			time.Sleep(time.Millisecond) // it may be over then
			continue
		}
		ctx, cancel := context.WithCancel(ctx)
		context.AfterFunc(ctx, func() { conn.Close() })
		go func() {
			defer cancel()
			c.read(ctx, conn, cancel)
		}()
	}
}

// mostRequest is how many bytes a request has at most.
const mostRequest = 1 << 20

// read hands over the requests of a connection. Anything else ends the connection.
func (c *ClientPort) read(ctx context.Context, conn net.Conn, cancel func()) {
	lines := bufio.NewScanner(conn)
	lines.Buffer(nil, mostRequest)
	for greeted := false; lines.Scan(); {
		var r request
		if json.Unmarshal(lines.Bytes(), &r) != nil || greeted == (r.Group != nil) {
			return
		}
		if r.Group == nil {
			select {
			case c.requests <- r:
			case <-ctx.Done():
				return
			}
			continue
		}
		if *r.Group != c.group {
			_, _ = conn.Write(asLine(report{Stranger: true}))
			return
		}
		greeted = true
		go func() {
			defer cancel()
			c.write(ctx, conn)
		}()
	}
}

// reportEvery is how long a client waits at most for a report of a process that is up.
const reportEvery = 20 * time.Millisecond

// write sends each new report, and repeats the last one, so that the client knows that the process is up.
func (c *ClientPort) write(ctx context.Context, conn net.Conn) {
	again := time.NewTicker(reportEvery)
	defer again.Stop()
	for {
		c.mu.Lock()
		line, news := c.report, c.news
		c.mu.Unlock()
		if _, err := conn.Write(line); err != nil {
			return
		}
		select {
		case <-news:
		case <-again.C:
		case <-ctx.Done():
			return
		}
	}
}

// publish sends a report to all clients, unless it is the same as the last one.
func (c *ClientPort) publish(r report) {
	line := asLine(r)
	c.mu.Lock()
	defer c.mu.Unlock()
	if string(line) == string(c.report) {
		return
	}
	c.report = line
	close(c.news)
	c.news = make(chan struct{})
}
