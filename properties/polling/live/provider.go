package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// limiter allows a number of requests in a sliding window. It knows nothing of the protocol, whose provider must come
// to the same decisions.
type limiter struct {
	window  time.Duration
	allowed int
	bans    bool

	accepted []time.Time
	banned   bool
}

// status returns the status of a request that arrives at a time.
func (l *limiter) status(now time.Time) int {
	recent := l.accepted[:0]
	for _, at := range l.accepted {
		if now.Sub(at) < l.window {
			recent = append(recent, at)
		}
	}
	l.accepted = recent
	switch {
	case l.banned:
		return http.StatusForbidden
	case len(l.accepted) >= l.allowed:
		l.banned = l.bans
		return http.StatusTooManyRequests
	}
	l.accepted = append(l.accepted, now)
	return http.StatusOK
}

// provider serves the workers over HTTP, and enforces its limit.
type provider struct {
	*transport
	server *http.Server
	log    *os.File // has the status and the worker of each request

	arrivals sync.Mutex // has the limiter and the protocol's provider see requests in one order
	limiter  limiter

	mu    sync.Mutex
	waits map[spec.NodeID]chan []byte // the data for a request that is accepted
}

// answerWithin is how long an accepted request waits for the protocol's provider, which must accept it too.
const answerWithin = time.Second

func newProvider(t *transport) (*provider, error) {
	p := &provider{
		transport: t, limiter: limiter{window: t.window, allowed: t.allowed, bans: t.bans},
		waits: map[spec.NodeID]chan []byte{},
	}
	listener, err := listen(t.address)
	if err != nil {
		return nil, err
	}
	if p.log, err = os.Create(requestsOf(t.database)); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	p.server = &http.Server{Handler: http.HandlerFunc(p.serve), ReadHeaderTimeout: answerWithin}
	t.begin(func() { _ = p.server.Serve(listener) })
	return p, nil
}

// serve answers a request, whose body is the packet of a Request.
func (p *provider) serve(w http.ResponseWriter, r *http.Request) {
	packet, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	e, is := live.Open(packet, p.Group, p.Nodes)
	if err != nil || !is {
		http.Error(w, "the body must be the request of a worker", http.StatusBadRequest)
		return
	}
	data := make(chan []byte, 1)
	status := p.arrive(e.Copy.From, packet, data)
	if status != http.StatusOK {
		http.Error(w, http.StatusText(status), status)
		return
	}
	select {
	case answer := <-data:
		_, _ = w.Write(answer)
	case <-time.After(answerWithin):
		p.fails(errRefused)
		http.Error(w, errRefused.Error(), http.StatusInternalServerError)
	case <-p.ctx.Done():
	}
}

// The differences between the limiter and the protocol's provider.
var (
	errRefused  = errors.New("the protocol's provider refuses a request that the limiter accepts")
	errAccepted = errors.New("the protocol's provider accepts a request that the limiter refuses")
)

// arrive asks the limiter for the status of a request, delivers the request to the protocol's provider, and returns the
// status. If the limiter accepts the request, the channel data gets the provider's answer.
func (p *provider) arrive(from spec.NodeID, packet []byte, data chan []byte) (status int) {
	p.arrivals.Lock()
	defer p.arrivals.Unlock()
	if status = p.limiter.status(time.Now()); status == http.StatusOK {
		p.mu.Lock()
		p.waits[from] = data
		p.mu.Unlock()
	}
	_, err := fmt.Fprintln(p.log, status, from)
	p.fails(err)
	p.deliver(packet)
	return status
}

// send answers the request of a worker that waits.
func (p *provider) send(to spec.NodeID, _ live.Envelope, packet []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	waits := p.waits[to]
	if waits == nil {
		p.fails(errAccepted)
		return errAccepted
	}
	delete(p.waits, to)
	waits <- packet
	return nil
}

func (p *provider) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), answerWithin)
	defer cancel()
	return errors.Join(p.server.Shutdown(ctx), p.log.Close())
}

// requestsOf returns the file in which the provider writes down its requests, beside the database.
func requestsOf(database string) string { return database + ".requests" }
