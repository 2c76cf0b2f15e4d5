package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrTaken is the error that another coordinator runs the campaign.
var ErrTaken = errors.New("another process runs this campaign on that server")

// Coordinate begins to offer the runs of a campaign, of which the first ones are merged already, or goes on with it.
func Coordinate(ctx context.Context, conn *nats.Conn, j Job, l Limits, merged int, h Hooks) (*Coordinator, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	c := &Coordinator{
		board: &board{conn: conn, js: js, id: j.id()}, job: j, limits: l, hooks: h, changed: make(chan struct{}),
		agenda: newAgenda(merged, j.Runs), crew: newCrewbook(), failed: map[string]int{}, refused: map[span]int{},
	}
	if err := c.alone(ctx); err != nil {
		return nil, err
	}
	if c.limits.Replicas, err = c.open(ctx, j, l, h.Say); err != nil { // later calls must not change the number
		return nil, fmt.Errorf("the server does not take the campaign: %w", err)
	}
	if err := c.takeStock(ctx); err != nil {
		return nil, err
	}
	if err := c.announce(ctx, false); err != nil {
		return nil, err
	}
	going, stop := context.WithCancel(context.WithoutCancel(ctx))
	c.stop = stop
	if err := c.listen(going); err != nil {
		stop()
		return nil, err
	}
	c.gone.Go(func() { c.offer(going) })
	c.gone.Go(func() { c.watch(going) })
	return c, nil
}

// alone refuses a second coordinator of the campaign, and answers others from now on.
func (c *Coordinator) alone(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	subject := c.subject("coordinator")
	if _, err := c.conn.RequestWithContext(ctx, subject, nil); err == nil {
		return ErrTaken
	}
	var err error
	c.here, err = c.conn.Subscribe(subject, func(m *nats.Msg) { _ = m.Respond(nil) })
	return err
}

// takeStock adopts the spans and results that an earlier coordinator left on the server.
func (c *Coordinator) takeStock(ctx context.Context) error {
	there := c.there.Load()
	if c.limits.Fresh {
		err := errors.Join(there.offered.Purge(ctx), there.results.Purge(ctx), there.jobs.Purge(ctx, failedKey(c.id)))
		if err != nil {
			return err
		}
	}
	offered, err := spans(ctx, there.offered) // first: a span is there until its result is
	if err != nil {
		return err
	}
	done, err := spans(ctx, there.results)
	if err != nil {
		return err
	}
	for _, s := range c.agenda.begin(offered, done) {
		withdrawn := there.offered.Purge(ctx, jetstream.WithPurgeSubject(c.work(s)))
		if err := errors.Join(withdrawn, c.remove(ctx, s, true)); err != nil {
			return err
		}
	}
	return nil
}

// listen subscribes to the results and messages of workers.
func (c *Coordinator) listen(ctx context.Context) error {
	if err := c.follow(ctx); err != nil {
		return err
	}
	for what, hear := range map[string]func(*nats.Msg){
		"said": func(m *nats.Msg) { c.hooks.Say(string(m.Data)) },
		"beat": func(m *nats.Msg) { c.crew.hear(m.Data) },
		"full": func(m *nats.Msg) { c.full(string(m.Data)) },
	} {
		sub, err := c.conn.Subscribe(c.subject(what), hear)
		if err != nil {
			return err
		}
		context.AfterFunc(ctx, func() { _ = sub.Unsubscribe() })
	}
	return nil
}
