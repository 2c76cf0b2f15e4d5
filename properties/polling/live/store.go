package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// store is the part of the process that stands for the database in the protocol. It takes the operations in the order
// in which the database has done them. Its answer tells the worker only that the operation is taken: the worker has the
// answer of the database, and the judge compares the two.
type store struct {
	*transport
	database *database
}

// followEvery is the time between two looks at the database.
const followEvery = 5 * time.Millisecond

func newStore(t *transport) (*store, error) {
	db, err := open(t.database, t.unique)
	if err != nil {
		return nil, err
	}
	if packets, _, err := db.after(t.ctx, 0); err != nil || len(packets) > 0 {
		return nil, errors.Join(err, fmt.Errorf("%s: is of another run: remove it", t.database), db.Close())
	}
	s := &store{t, db}
	t.begin(s.follow)
	return s, nil
}

// follow delivers the operations of the database.
func (s *store) follow() {
	last := 0
	for s.ctx.Err() == nil {
		packets, until, err := s.database.after(s.ctx, last)
		s.fails(err)
		if err == nil {
			last = until
			for _, packet := range packets {
				s.deliver(packet)
			}
		}
		select {
		case <-time.After(followEvery):
		case <-s.ctx.Done():
		}
	}
}

func (s *store) send(to spec.NodeID, _ live.Envelope, packet []byte) error {
	return s.udp.Send(to, packet)
}

func (s *store) close() error { return s.database.Close() }
