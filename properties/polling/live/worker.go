package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// mostBody is how many bytes a request or an answer has at most.
const mostBody = 1 << 16

// listen listens on an address of the loopback interface.
func listen(address string) (net.Listener, error) {
	addr, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, err
	}
	if !addr.IP.IsLoopback() {
		return nil, fmt.Errorf("%s is no address of the loopback interface", address)
	}
	return net.ListenTCP("tcp", addr)
}

// worker polls the provider, and keeps the data in the database, which it opens by itself.
type worker struct {
	*transport
	database *database

	mu    sync.Mutex
	taken map[int]chan struct{} // by the number of an answer; told when the store has taken the lookup
}

func newWorker(t *transport) (*worker, error) {
	db, err := open(t.database, t.unique)
	w := &worker{transport: t, database: db, taken: map[int]chan struct{}{}}
	t.heard = func(e live.Envelope) {
		select {
		case w.takes(e.Copy.Number) <- struct{}{}:
		default: // it has been told already
		}
	}
	return w, err
}

// takes returns the channel that is told when the store has taken the lookup with an answer's number.
func (w *worker) takes(nth int) chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.taken[nth] == nil {
		w.taken[nth] = make(chan struct{}, 1)
	}
	return w.taken[nth]
}

// forget removes the channel of an answer.
func (w *worker) forget(nth int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.taken, nth)
}

// takenWithin is how long an answer waits for the store.
const takenWithin = 2 * time.Second

// send polls the provider, or asks the database, and delivers the answer.
func (w *worker) send(to spec.NodeID, e live.Envelope, packet []byte) error {
	w.begin(func() {
		answer, err := w.answer(to, e, packet)
		w.fails(err)
		if err == nil && answer != nil {
			w.deliver(answer)
		}
	})
	return nil
}

// answer returns the packet that answers a message, nil if none does.
func (w *worker) answer(to spec.NodeID, e live.Envelope, packet []byte) ([]byte, error) {
	if int(to) == w.workers {
		return w.poll(packet)
	}
	switch body := e.Body.(type) {
	case words.Lookup:
		found, nth, err := w.database.lookup(w.ctx, body.Interval, packet)
		if err != nil {
			return nil, err
		}
		select { // so that the store's step comes first by the clock too
		case <-w.takes(nth):
		case <-time.After(takenWithin):
		case <-w.ctx.Done():
		}
		w.forget(nth)
		return live.Envelope{
			Copy: live.MessageID{From: to, Life: 1, Number: nth}, Sent: e.Sent,
			Body: words.Answer{Interval: body.Interval, Found: found},
		}.Seal(w.Group), nil
	case words.Insert:
		return nil, w.database.insert(w.ctx, body.Interval, packet)
	}
	return nil, fmt.Errorf("%s is no message to the store", e.Body.Kind())
}

// poll makes a request of the provider. It returns no data if the request is refused.
func (w *worker) poll(packet []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(w.ctx, http.MethodPost, "http://"+w.address, bytes.NewReader(packet))
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, mostBody))
	if err != nil || response.StatusCode != http.StatusOK {
		return nil, err
	}
	return data, nil
}

func (w *worker) close() error {
	http.DefaultClient.CloseIdleConnections()
	return w.database.Close()
}
