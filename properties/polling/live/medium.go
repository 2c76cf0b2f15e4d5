package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/scrutineer-go/scrutineer/live"
)

// join opens the transport of a process: of a worker, of the provider behind the workers, or of the store behind that.
func join(j live.Joining) (live.Transport, error) {
	s, err := parse(j.URL)
	if err != nil {
		return nil, err
	}
	if s.workers+2 != j.Nodes {
		return nil, fmt.Errorf("workers: %d, and there are %d processes: they must be two more", s.workers, j.Nodes)
	}
	t := &transport{Joining: j, settings: s, packets: make(chan []byte)}
	if t.udp, err = live.ListenUDP(j.ID, j.Peers); err != nil {
		return nil, err
	}
	t.ctx, t.stop = context.WithCancel(context.Background())
	if int(j.ID) >= s.workers && !j.First {
		return nil, errors.Join(errors.New("only workers come up again"), t.udp.Close())
	}
	switch int(j.ID) {
	case s.workers:
		t.part, err = newProvider(t)
	case s.workers + 1:
		t.part, err = newStore(t)
	default:
		t.part, err = newWorker(t)
	}
	if err != nil {
		return nil, errors.Join(err, t.udp.Close())
	}
	t.begin(t.receive)
	return t, nil
}
