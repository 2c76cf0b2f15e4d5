package queue

import (
	"context"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"
)

// follow subscribes to the results, beginning with those that are on the server.
func (c *Coordinator) follow(ctx context.Context) error {
	all, err := c.js.OrderedConsumer(ctx, c.doneStream(), jetstream.OrderedConsumerConfig{HeadersOnly: true})
	if err != nil {
		return err
	}
	arriving, err := all.Consume(c.arrived)
	if err != nil {
		return err
	}
	if c.arriving != nil {
		c.arriving.Stop()
	}
	c.arriving = arriving
	return nil
}

// arrived records a result.
func (c *Coordinator) arrived(m jetstream.Msg) {
	s, is := spanOf(m.Subject())
	about, err := m.Metadata()
	if !is || err != nil {
		return
	}
	h := m.Headers()
	worker := h.Get(workerHeader)
	seconds, _ := strconv.ParseFloat(h.Get(secondsHeader), 64)
	size, _ := strconv.Atoi(h.Get(sizeHeader))
	times, _ := strconv.Atoi(h.Get(timesHeader))
	r := stored{about.Sequence.Stream, size, h.Get(objectHeader)}
	c.mutex.Lock()
	came, before := c.agenda.note(s, r, seconds)
	ran := c.agenda.ended()
	c.wake()
	c.mutex.Unlock()
	switch {
	case came == cameTwice:
		c.hooks.Say(fmt.Sprintf("%s came twice, the second time from %s: they count once", s, worker))
		if before.object != r.object { // the same if the worker stored the message again
			c.dropObject(before.object)
		}
	case came == cameLate:
		c.hooks.Say(fmt.Sprintf("%s came late from %s, other results have them: they count once", s, worker))
		c.drop(entry{span: s, stored: r})
	case times > 1:
		c.hooks.Say(fmt.Sprintf("%s came from %s: a worker before it was silent for %s, or has ended", s, worker,
			c.job.Silence))
	}
	c.hooks.Ran(ran)
}
