package queue

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// Coordinator offers the runs of a campaign and collects the results.
type Coordinator struct {
	*board
	job    Job
	limits Limits
	hooks  Hooks
	here   *nats.Subscription // answers who asks whether it is there
	// arriving is what follow has begun last.
	arriving jetstream.ConsumeContext
	stop     context.CancelFunc
	gone     sync.WaitGroup

	mutex   sync.Mutex
	changed chan struct{} // is closed, and made anew, at each change
	agenda  agenda
	crew    crewbook
	failed  map[string]int   // as workers know it
	blocks  []campaign.Block // of the result that was loaded last
	refused map[span]int
	fatal   error

	publishing error // of the last span that was offered
	unheard    bool  // the last listing had a result that the agenda did not know
	tight      int   // how often in a row the result of tightOf found no room on a server without other results
	tightOf    span
}

// ID tells the campaign from others on the server.
func (c *Coordinator) ID() string { return c.id }

// Hooks receive the reports of a coordinator.
type Hooks struct {
	// Say receives a line for the user.
	Say func(line string)
	// Ran receives the number of runs that have ended, from several goroutines.
	Ran func(runs int)
}

// drop takes a result off the server, if the server is there.
func (c *Coordinator) drop(e entry) {
	ctx, cancel := context.WithTimeout(context.Background(), answersWithin)
	defer cancel()
	_ = c.remove(ctx, e.span, e.stored) // a result that stays is dropped when its stream goes
}

// dropObject removes an object, unless its name is empty.
func (c *Coordinator) dropObject(name string) {
	if name == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), answersWithin)
	defer cancel()
	_ = c.there.Load().large.remove(ctx, name) // one that stays is removed when the store has no room
}

// wake tells who waits that something has changed. The mutex is held.
func (c *Coordinator) wake() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// Fail ends the campaign with an error.
func (c *Coordinator) Fail(err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.fatal == nil {
		c.fatal = err
	}
	c.wake()
}

// announce tells workers of the job.
func (c *Coordinator) announce(ctx context.Context, ended bool) error {
	j := c.job
	j.Ended = ended
	text, err := json.Marshal(j)
	if err == nil {
		_, err = c.there.Load().jobs.Put(ctx, jobKey(c.id), text)
	}
	return err
}

// holds reports whether the job is still this coordinator's. Another one takes a job whose coordinator does not answer.
func (c *Coordinator) holds(ctx context.Context) (bool, error) {
	e, err := c.there.Load().jobs.Get(ctx, jobKey(c.id))
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) ||
		errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrNoStreamResponse) {
		return true, nil // the server has lost it
	}
	if err != nil {
		return false, err
	}
	var j Job
	return json.Unmarshal(e.Value(), &j) != nil || j.Coordinator == c.job.Coordinator, nil
}
