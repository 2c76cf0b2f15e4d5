package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// again is the time between two attempts.
const again = 500 * time.Millisecond

// offer offers spans as long as there are any.
func (c *Coordinator) offer(ctx context.Context) {
	for ctx.Err() == nil {
		c.mutex.Lock()
		due, changed := c.agenda.take(), c.changed
		c.mutex.Unlock()
		for i, s := range due {
			err := c.publish(ctx, s)
			c.mutex.Lock()
			if err == nil {
				c.agenda.published(s)
			} else {
				for _, s := range due[i:] {
					c.agenda.renew(s, s.first)
				}
			}
			c.mutex.Unlock()
			if err != nil {
				pause(ctx, again) // watch mends what is wrong
				break
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}

// publish offers one span.
func (c *Coordinator) publish(ctx context.Context, s span) error {
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	_, err := c.js.Publish(ctx, c.work(s), nil)
	if isThere(err) {
		return nil
	}
	return err
}

// pause waits, or until the context ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// watchEach is the time between two looks at what is on the server.
const watchEach = time.Second

// watch looks again and again whether all that was offered is on the server, and makes good what it has lost.
func (c *Coordinator) watch(ctx context.Context) {
	said := ""
	for pause(ctx, watchEach); ctx.Err() == nil; pause(ctx, watchEach) {
		err := c.mend(ctx)
		if err != nil && ctx.Err() == nil && said != err.Error() {
			said = err.Error()
			c.hooks.Say(fmt.Sprintf("%v: trying again", err))
		}
		if err == nil {
			said = ""
		}
	}
}

// mend offers again what is nowhere on the server.
func (c *Coordinator) mend(ctx context.Context) error {
	asked, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	c.mutex.Lock()
	c.agenda.looks++
	look := c.agenda.looks
	c.mutex.Unlock()
	offered, err := spans(asked, c.offered)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if err = errors.Join(c.open(asked, c.job, c.limits), c.announce(asked, false)); err == nil {
			offered, err = spans(asked, c.offered)
		}
	}
	var done map[span]bool
	if err == nil {
		done, err = spans(asked, c.results)
	}
	if err != nil {
		return fmt.Errorf("the server does not answer as it should: %w", err)
	}
	c.mutex.Lock()
	absent, unheard := c.agenda.absent(look, offered, done), c.agenda.unheard(done)
	c.wake()
	c.mutex.Unlock()
	if absent > 0 {
		c.hooks.Say(fmt.Sprintf("the server has lost %d blocks: they are offered again", absent))
	}
	if unheard { // it tells of results no more
		return c.follow(ctx)
	}
	return nil
}

// full makes room on the server: results that will be merged last are dropped, and run again later.
func (c *Coordinator) full(by string) {
	c.mutex.Lock()
	dropped := c.agenda.shorten(int(c.limits.Bytes/2), c.agenda.merged)
	waiting := c.agenda.at(c.agenda.merged)
	alone := len(dropped) == 0 && waiting != nil && waiting.sequence == 0 && waiting.String() == by
	c.wake()
	c.mutex.Unlock()
	if len(dropped) == 0 {
		if alone {
			c.Fail(fmt.Errorf("the result of %s has no room among the results: give them more by -results", by))
		}
		return
	}
	c.hooks.Say(fmt.Sprintf("the server has no room for more results: those of %d blocks from run %d on are dropped, "+
		"and run again later", len(dropped), dropped[0].first))
	for _, e := range dropped {
		c.drop(e)
	}
}
