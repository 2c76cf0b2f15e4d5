package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
)

// Merged records that the first runs are merged, and how many failures of each property were shrunk. If saved is
// set, the result on disk has these runs, and their results on the server are dropped.
func (c *Coordinator) Merged(runs int, shrunk map[string]int, saved bool) {
	c.mutex.Lock()
	var over []entry
	c.agenda.merged = runs
	if saved {
		over = c.agenda.forget(runs)
	}
	tell := !maps.Equal(c.failed, shrunk)
	if tell {
		c.failed = maps.Clone(shrunk)
	}
	c.wake()
	c.mutex.Unlock()
	for _, e := range over {
		c.drop(e)
	}
	if tell {
		ctx, cancel := context.WithTimeout(context.Background(), answersWithin)
		defer cancel()
		if text, err := json.Marshal(shrunk); err == nil {
			// If this is lost, workers shrink more failures than are wanted.
			_, _ = c.there.Load().jobs.Put(ctx, failedKey(c.id), text)
		}
	}
}

// Status returns the progress of the workers in a few words.
func (c *Coordinator) Status() string {
	c.mutex.Lock()
	open := c.agenda.outstanding()
	c.mutex.Unlock()
	return c.crew.status(open)
}

// Close stops the coordinator. If over is set, it tells the workers that the job has ended, and removes its streams and
// stores. Otherwise it withdraws the offers, and the results stay.
func (c *Coordinator) Close(over bool) {
	ctx, cancel := context.WithTimeout(context.Background(), answersWithin)
	defer cancel()
	c.stop()
	c.gone.Wait()
	if c.arriving != nil {
		c.arriving.Stop()
	}
	defer func() { _ = c.here.Unsubscribe() }() // until then no other coordinator claims the job
	if held, err := c.holds(ctx); err == nil && !held {
		return // the streams and stores belong to the other coordinator
	}
	if !over {
		_ = c.there.Load().offered.Purge(ctx) // the results stay
		return
	}
	if err := c.announce(ctx, true); err != nil {
		c.hooks.Say(fmt.Sprintf("workers could not be told that the campaign has ended: %v", err))
	}
	_ = c.conn.Publish(c.subject("ended"), nil)
	err := errors.Join(c.js.DeleteStream(ctx, c.workStream()), c.js.DeleteStream(ctx, c.doneStream()),
		c.js.DeleteObjectStore(ctx, c.largeStore()), c.there.Load().jobs.Purge(ctx, failedKey(c.id)),
		c.conn.FlushWithContext(ctx))
	if err != nil {
		c.hooks.Say(fmt.Sprintf("the campaign has left something on the server: %v", err))
	}
}
