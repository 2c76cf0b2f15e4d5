package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
)

// Merged tells of how many runs are merged, and of how many failures of each property were minimised. saved says that
// this is written down: then the results are dropped.
func (c *Coordinator) Merged(runs int, minimised map[string]int, saved bool) {
	c.mutex.Lock()
	var over []entry
	c.agenda.merged = runs
	if saved {
		over = c.agenda.forget(runs)
	}
	tell := !maps.Equal(c.failed, minimised)
	if tell {
		c.failed = maps.Clone(minimised)
	}
	c.wake()
	c.mutex.Unlock()
	for _, e := range over {
		c.drop(e)
	}
	if tell {
		ctx, cancel := context.WithTimeout(context.Background(), answersWithin)
		defer cancel()
		if text, err := json.Marshal(minimised); err == nil {
			// If this is lost, workers minimise more failures than are wanted.
			_, _ = c.there.Load().jobs.Put(ctx, failedKey(c.id), text)
		}
	}
}

// Status says in a few words what goes on.
func (c *Coordinator) Status() string {
	c.mutex.Lock()
	open := c.agenda.outstanding()
	c.mutex.Unlock()
	return c.crew.status(open)
}

// Close ends it. over says that no more runs are wanted: then nothing stays on the server but the word that the job has
// ended.
func (c *Coordinator) Close(over bool) {
	ctx, cancel := context.WithTimeout(context.Background(), answersWithin)
	defer cancel()
	c.stop()
	c.gone.Wait()
	if c.arriving != nil {
		c.arriving.Stop()
	}
	_ = c.here.Unsubscribe()
	if !over {
		_ = c.there.Load().offered.Purge(ctx) // nobody wants these runs now; what is stored stays
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
