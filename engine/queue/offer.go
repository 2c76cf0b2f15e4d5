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
			c.publishing = err
			if err == nil {
				c.agenda.published(s)
			} else {
				for _, s := range due[i:] {
					c.agenda.renew(s, s.first)
				}
			}
			c.mutex.Unlock()
			if err != nil {
				pause(ctx, again) // watch reports the error
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

// watchEach is the time between two listings of the streams. Every tellEach of them the job is announced again.
const (
	watchEach = time.Second
	tellEach  = 60
)

// watch lists the streams again and again, and repairs what the server has lost.
func (c *Coordinator) watch(ctx context.Context) {
	said := ""
	for pause(ctx, watchEach); ctx.Err() == nil; pause(ctx, watchEach) {
		err := c.mend(ctx)
		switch {
		case ctx.Err() != nil:
		case err == nil:
			said = ""
		case c.conn.IsClosed():
			c.Fail(fmt.Errorf("the server has closed the connection: %w", c.conn.LastError()))
			return
		case said != err.Error():
			said = err.Error()
			c.hooks.Say(fmt.Sprintf("%v: trying again", err))
		}
	}
}

// mend offers the spans again that are in neither stream, and creates missing streams.
func (c *Coordinator) mend(ctx context.Context) error {
	asked, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	c.mutex.Lock()
	c.agenda.looks++
	look, publishing := c.agenda.looks, c.publishing
	c.mutex.Unlock()
	offered, done, err := c.listed(asked)
	if errors.Is(err, jetstream.ErrStreamNotFound) || look%tellEach == 0 {
		_, err = c.open(asked, c.job, c.limits, c.hooks.Say)
		err = errors.Join(err, c.announce(asked, false))
		if err == nil {
			offered, done, err = c.listed(asked)
		}
	}
	if err != nil {
		return fmt.Errorf("the server does not answer as it should: %w", err)
	}
	c.mutex.Lock()
	absent, unheard := c.agenda.absent(look, offered, done), c.agenda.unheard(done)
	again := unheard && c.unheard
	c.unheard = unheard && !again
	c.wake()
	c.mutex.Unlock()
	if absent > 0 {
		c.hooks.Say(fmt.Sprintf("the server has lost %d blocks: they are offered again", absent))
	}
	if again { // it tells of results no more
		return c.follow(ctx)
	}
	return publishing
}

// listed returns the spans of both streams. A span is in the first until its result is in the second.
func (c *Coordinator) listed(ctx context.Context) (offered, done map[span]bool, err error) {
	there := c.there.Load()
	if offered, err = spans(ctx, there.offered); err == nil {
		done, err = spans(ctx, there.results)
	}
	return offered, done, err
}

// mostTight bounds how often a worker finds no room for the result that is merged next when no other can be dropped.
const mostTight = 10

// full makes room on the server: it drops the results that would be merged last, and offers their runs again later.
func (c *Coordinator) full(by string) {
	c.mutex.Lock()
	dropped := c.agenda.shorten(int(c.limits.Bytes/2), c.agenda.merged)
	waiting := c.agenda.at(c.agenda.merged)
	c.tight++
	if len(dropped) > 0 {
		c.tight = 0
	}
	tight := c.tight
	alone := len(dropped) == 0 && waiting != nil && waiting.sequence == 0 && waiting.String() == by
	c.wake()
	c.mutex.Unlock()
	if len(dropped) == 0 {
		if alone && tight > mostTight {
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
