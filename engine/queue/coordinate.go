package queue

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrTaken is the error that another coordinator runs the campaign.
var ErrTaken = errors.New("another process runs this campaign on that server")

// electing is for how long a coordinator waits for a cluster that elects its leader, and does not answer meanwhile.
const electing = 30 * time.Second

// Coordinate begins to offer the runs of a campaign, of which the first ones are merged already, or goes on with it.
func Coordinate(ctx context.Context, conn *nats.Conn, j Job, l Limits, merged int, h Hooks) (*Coordinator, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	for said := false; ; said = true {
		c, err := coordinate(ctx, conn, js, j, l, merged, h)
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil || time.Since(began) > electing {
			return c, err
		}
		if !said {
			h.Say("the server does not answer; a cluster may be electing its leader: trying again")
		}
	}
}

// coordinate is one try of Coordinate.
func coordinate(ctx context.Context, conn *nats.Conn, js jetstream.JetStream, j Job, l Limits, merged int, h Hooks) (
	*Coordinator, error,
) {
	j.Coordinator = rand.Text()
	c := &Coordinator{
		board: &board{conn: conn, js: js, id: j.id()}, job: j, limits: l, hooks: h, changed: make(chan struct{}),
		agenda: newAgenda(merged, j.Runs), crew: newCrewbook(), failed: map[string]int{}, refused: map[span]int{},
	}
	going, stop := context.WithCancel(context.WithoutCancel(ctx))
	c.stop = stop
	if err := c.start(ctx, going); err != nil {
		stop()
		if c.here != nil {
			_ = c.here.Unsubscribe()
		}
		return nil, err
	}
	c.gone.Go(func() { c.offer(going) })
	c.gone.Go(func() { c.watch(going) })
	return c, nil
}

// start claims the job, reads which results are there, and listens for more as long as going lasts.
func (c *Coordinator) start(ctx, going context.Context) error {
	if err := c.claim(ctx); err != nil {
		return err
	}
	if err := c.takeStock(ctx); err != nil {
		return err
	}
	return c.listen(going)
}

// claim announces the job. It returns ErrTaken if another coordinator answers. If two coordinators claim the job at the
// same time, one of them finds that the other has changed it, and returns ErrTaken too.
func (c *Coordinator) claim(ctx context.Context) error {
	before, err := c.announced(ctx)
	if err != nil {
		return err
	}
	if isCoordinated(ctx, c.conn, c.job) {
		return ErrTaken
	}
	c.here, err = c.conn.Subscribe(c.subject(head), func(m *nats.Msg) { _ = m.Respond(nil) })
	if err != nil {
		return err
	}
	if c.limits.Replicas, err = c.open(ctx, c.job, c.limits, c.hooks.Say); err != nil { // later calls keep the number
		if isFull(err) {
			err = fmt.Errorf("%w; lower -results", err)
		}
		return fmt.Errorf("the server does not take the campaign: %w", err)
	}
	text, err := json.Marshal(c.job)
	if err != nil {
		return err
	}
	jobs := c.there.Load().jobs
	if before == 0 {
		_, err = jobs.Create(ctx, jobKey(c.id), text)
	} else {
		_, err = jobs.Update(ctx, jobKey(c.id), text, before)
	}
	if isChanged(err) {
		return ErrTaken
	}
	return err
}

// announced returns the revision of the job on the server, 0 if it is not there.
func (c *Coordinator) announced(ctx context.Context) (uint64, error) {
	jobs, err := c.js.KeyValue(ctx, bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	e, err := jobs.Get(ctx, jobKey(c.id))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return e.Revision(), nil
}

// takeStock adopts the spans and results that an earlier coordinator left on the server.
func (c *Coordinator) takeStock(ctx context.Context) error {
	there := c.there.Load()
	if c.limits.Fresh {
		err := errors.Join(there.offered.Purge(ctx), there.results.Purge(ctx), there.large.clear(ctx),
			there.jobs.Purge(ctx, failedKey(c.id)))
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
		object, err := c.object(ctx, s)
		if err := errors.Join(withdrawn, err, c.remove(ctx, s, stored{object: object})); err != nil {
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
		"full": func(m *nats.Msg) {
			if of, is := spanOf(string(m.Data)); is && !c.full(ctx, of) {
				_ = m.Respond([]byte(unwanted))
			} else {
				_ = m.Respond(nil)
			}
		},
	} {
		sub, err := c.conn.Subscribe(c.subject(what), hear)
		if err != nil {
			return err
		}
		context.AfterFunc(ctx, func() { _ = sub.Unsubscribe() })
	}
	return nil
}
