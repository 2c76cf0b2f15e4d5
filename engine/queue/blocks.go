package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// LostError is an error of the queue or its workers, and not of a run.
type LostError struct{ error }

// Block returns the block of at most n runs that begins with the run first. It waits until a worker has run it.
func (c *Coordinator) Block(ctx context.Context, first, n int) (campaign.Block, error) {
	for {
		if b, is := c.read(first, n); is {
			return b, nil
		}
		e, changed, err := c.waiting(first)
		if err != nil {
			return campaign.Block{}, err
		}
		if e.sequence == 0 {
			select {
			case <-changed:
			case <-ctx.Done():
				return campaign.Block{}, campaign.ErrInterrupted
			}
			continue
		}
		if err := c.load(ctx, e, first, n); err != nil {
			if ctx.Err() != nil {
				err = campaign.ErrInterrupted
			}
			return campaign.Block{}, err
		}
	}
}

// read returns a block of the result that was loaded last.
func (c *Coordinator) read(first, n int) (b campaign.Block, is bool) {
	i := slices.IndexFunc(c.blocks, func(b campaign.Block) bool {
		return b.First == first && 0 < b.Len() && b.Len() <= n
	})
	if i < 0 {
		return b, false
	}
	return c.blocks[i], true
}

// waiting returns the span with a run, and what tells of the next change.
func (c *Coordinator) waiting(run int) (e entry, changed <-chan struct{}, err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.fatal != nil {
		return e, nil, LostError{c.fatal}
	}
	for c.agenda.at(run) == nil {
		if c.agenda.next > run {
			return e, nil, LostError{fmt.Errorf("run %d is in no block", run)}
		}
		c.agenda.extend()
	}
	return *c.agenda.at(run), c.changed, nil
}

// mostRefused is how many results of a span are refused.
const mostRefused = 3

// load fetches the result of a span, which must have the block of at most n runs from a run on. If it has not, the
// runs are offered again.
func (c *Coordinator) load(ctx context.Context, e entry, run, n int) error {
	data, err := c.fetch(ctx, e.span)
	if errors.Is(err, jetstream.ErrMsgNotFound) || errors.Is(err, errObject) {
		c.hooks.Say(fmt.Sprintf("the server has lost the result of %s: they are run again", e.span))
		c.repeat(e, run)
		return nil
	}
	if err != nil {
		pause(ctx, again) // the server is away, and watch reports it
		return ctx.Err()
	}
	r, blocks, err := decode(data)
	if err == nil {
		c.blocks = blocks
		if _, is := c.read(run, n); is {
			return nil
		}
		if r.Failed != "" {
			c.drop(e) // so that a resumed campaign runs it again
			err := errors.New(r.Failed)
			if r.Lost {
				err = LostError{err}
			}
			return err
		}
		err = fmt.Errorf("has no block of %d runs from %d on", n, run)
	}
	c.blocks = nil
	if c.refused[e.span]++; c.refused[e.span] > mostRefused {
		return LostError{fmt.Errorf("the result of %s %w", e.span, err)}
	}
	c.hooks.Say(fmt.Sprintf("the result of %s %v: they are run again", e.span, err))
	c.repeat(e, run)
	return nil
}

// repeat drops a result and has the runs offered again, from one on.
func (c *Coordinator) repeat(e entry, from int) {
	c.drop(e)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.agenda.renew(e.span, from)
	c.wake()
}

// fetch returns the result of a span as it was stored.
func (c *Coordinator) fetch(ctx context.Context, s span) ([]byte, error) {
	asked, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	m, err := c.there.Load().results.GetLastMsgForSubject(asked, c.done(s))
	if err != nil {
		return nil, err
	}
	if name := m.Header.Get(objectHeader); name != "" {
		return c.there.Load().large.get(ctx, name)
	}
	return m.Data, nil
}
