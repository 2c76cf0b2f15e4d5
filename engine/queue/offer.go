package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
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
			switch {
			case err == nil:
				c.agenda.published(s)
			case isThere(err): // an earlier offer is still there: a worker is about to acknowledge it, or runs it next
				c.agenda.unpublished(s)
				err = nil
			default:
				for _, s := range due[i:] {
					c.agenda.unpublished(s)
				}
			}
			c.publishing = err
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
	return err
}

// pause waits, or until the context ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// errTakenOver is the error of a coordinator that did not answer, so that another one has claimed its job.
var errTakenOver = errors.New("another process has taken over this campaign, because this one did not answer")

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
	held, err := c.holds(asked)
	if err == nil && !held {
		c.Fail(errTakenOver)
		return nil
	}
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
		c.hooks.Say("the campaign offers again what the server has lost: " + phrase.Plural(absent, "block", "blocks"))
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

// mostTight bounds how often the result that is merged next finds no room on a server without other results.
const mostTight = 10

// full makes room on the server for the result of a span: it drops the results that would be merged last, and offers
// their runs again later. It reports whether the worker is to keep the result and try again.
func (c *Coordinator) full(ctx context.Context, by span) (wanted bool) {
	c.mutex.Lock()
	if !c.agenda.wants(by) {
		c.mutex.Unlock()
		return false
	}
	awaited := by.has(c.agenda.merged)
	most := int(c.limits.Bytes / 2)
	if awaited {
		most = 0
	}
	dropped, withdrawn := c.agenda.shorten(most, c.agenda.merged)
	nothing := len(dropped) == 0
	if !nothing || c.tightOf != by {
		c.tightOf, c.tight = by, 0
	}
	if nothing && awaited {
		c.tight++
	}
	tight, merged := c.tight, c.agenda.merged
	if wanted = awaited || !nothing; !wanted { // and the worker is free to run the awaited span
		c.agenda.postpone(by)
	}
	c.wake()
	c.mutex.Unlock()
	if tight > mostTight {
		c.Fail(fmt.Errorf("the server has no room for the result of %s alone: raise -results", by))
		return true
	}
	c.release(ctx, dropped, withdrawn, merged)
	if awaited && nothing {
		c.clear(ctx)
	}
	return wanted
}

// release takes results and offers off the server.
func (c *Coordinator) release(ctx context.Context, dropped, withdrawn []entry, merged int) {
	later := slices.DeleteFunc(slices.Clone(dropped), func(e entry) bool { return e.end() <= merged })
	if len(later) > 0 {
		c.hooks.Say(fmt.Sprintf("the server has no room for more results: the campaign drops those of %s from run %d "+
			"on, and workers run them again later", phrase.Plural(len(later), "block", "blocks"), later[0].first))
	}
	for _, e := range withdrawn {
		c.withdraw(ctx, e.span)
	}
	for _, e := range dropped {
		c.drop(e)
	}
}

// withdraw takes back the offer of a span. A worker that has it goes on, and its result counts.
func (c *Coordinator) withdraw(ctx context.Context, s span) {
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	// An offer that stays is run earlier than needed.
	_ = c.there.Load().offered.Purge(ctx, jetstream.WithPurgeSubject(c.work(s)))
}

// clear empties the store of large results when no result in it is wanted. A worker that died while it wrote may have
// left an incomplete one.
func (c *Coordinator) clear(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	_ = c.there.Load().large.clear(ctx) // if this fails, the worker asks again
}
