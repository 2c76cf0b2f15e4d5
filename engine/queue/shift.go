package queue

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// shift is a worker's work on one job.
type shift struct {
	*Worker
	*board
	job     Job
	harness campaign.Harness
	options campaign.Options
	spans   jetstream.Consumer     // nil if it is to be looked up
	runs    atomic.Int64           // that have come to their end
	failed  atomic.Pointer[counts] // as the coordinator has told
	own     campaign.Known         // of the runs of this worker, all of which are before upTo
	upTo    int
}

type counts = map[string]int

// errEnded is why a shift ends in order.
var errEnded = errors.New("the campaign has ended")

// work runs spans until the job has ended.
func (s *shift) work(ctx context.Context) error {
	going, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if err := s.obey(going, stop); err != nil {
		return err
	}
	go s.tell(going)
	for last := time.Now(); going.Err() == nil; {
		taken, err := s.fetchOne(going)
		switch {
		case taken || err == nil && isCoordinated(going, s.conn, s.job):
			last = time.Now()
		case s.conn.IsClosed():
			return fmt.Errorf("%w: %w", ErrNoCampaign, s.conn.LastError())
		case time.Since(last) < s.Wait:
		case err == nil:
			return fmt.Errorf("%w for %s: the coordinator does not answer", ErrNoCampaign, s.Wait)
		default:
			return fmt.Errorf("%w for %s: %w", ErrNoCampaign, s.Wait, err)
		}
		if err != nil {
			pause(going, again)
		}
	}
	if errors.Is(context.Cause(going), errEnded) {
		return nil
	}
	return ctx.Err()
}

// obey follows the messages of the coordinator.
func (s *shift) obey(ctx context.Context, stop context.CancelCauseFunc) error {
	ended, err := s.conn.Subscribe(s.subject("ended"), func(*nats.Msg) { stop(errEnded) })
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { _ = ended.Unsubscribe() })
	told, err := s.there.Load().jobs.WatchFiltered(ctx, []string{jobKey(s.id), failedKey(s.id)})
	if err != nil {
		return err
	}
	go func() {
		for e := range told.Updates() {
			switch {
			case e == nil || e.Operation() != jetstream.KeyValuePut:
			case e.Key() == jobKey(s.id):
				var j Job
				if json.Unmarshal(e.Value(), &j) == nil && j.Ended {
					stop(errEnded)
				}
			default:
				var failed counts
				if json.Unmarshal(e.Value(), &failed) == nil && failed != nil {
					s.failed.Store(&failed)
				}
			}
		}
	}()
	return nil
}

// tell tells the coordinator how fast this worker is.
func (s *shift) tell(ctx context.Context) {
	const window = 10
	var past [window]int64
	for i := 1; ctx.Err() == nil; i++ {
		pause(ctx, beatsEach)
		now := s.runs.Load()
		rate := float64(now-past[i%window]) / float64(min(i, window))
		past[i%window] = now
		if text, err := json.Marshal(beat{s.Name, rate}); err == nil && s.conn.IsConnected() {
			_ = s.conn.Publish(s.subject("beat"), text)
		}
	}
}

// report prints a line and sends it to the coordinator.
func (s *shift) report(line string) {
	s.Say(line)
	_ = s.conn.Publish(s.subject("said"), []byte(line))
}

// fetchOne runs a span, and reports whether its result is stored.
func (s *shift) fetchOne(ctx context.Context) (taken bool, err error) {
	asked, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	if s.spans == nil {
		if s.spans, err = s.js.Consumer(asked, s.workStream(), crew); err != nil {
			return false, err
		}
	}
	batch, err := s.spans.Fetch(1, jetstream.FetchMaxWait(idle)) // a context that ends would lose a span in flight
	if err != nil {
		s.spans = nil
		return false, err
	}
	if m, is := <-batch.Messages(); is {
		err := s.takeSpan(ctx, m)
		if err != nil && ctx.Err() == nil {
			s.report(fmt.Sprintf("%s: %v", s.Name, err))
		}
		return err == nil, nil // a span without a result is no sign of the campaign
	}
	if err = batch.Error(); errors.Is(err, nats.ErrTimeout) {
		return false, nil
	}
	if err != nil {
		s.spans = nil
	}
	return false, err
}

// idle is how long a worker waits for a span before it checks whether the job has ended.
const idle = 300 * time.Millisecond

// takeSpan runs the span of a message, stores the result, and then acknowledges the message.
func (s *shift) takeSpan(ctx context.Context, m jetstream.Msg) error {
	of, is := spanOf(m.Subject())
	about, err := m.Metadata()
	if !is || err != nil {
		return m.Term() // no worker can run it
	}
	working, rest := context.WithCancel(ctx)
	defer rest()
	go func() {
		for pause(working, s.job.Silence/4); working.Err() == nil; pause(working, s.job.Silence/4) {
			_ = m.InProgress() // so that the server does not give the span to another
		}
	}()
	began := time.Now()
	r, err := s.runSpan(ctx, of, about.NumDelivered)
	if err != nil {
		return errors.Join(m.Nak(), s.conn.FlushTimeout(answersWithin))
	}
	err = s.keep(ctx, of, r, nats.Header{
		workerHeader: {s.Name}, timesHeader: {strconv.FormatUint(about.NumDelivered, 10)},
		secondsHeader: {strconv.FormatFloat(time.Since(began).Seconds(), 'f', 3, 64)},
	})
	if err != nil {
		return errors.Join(err, m.NakWithDelay(again))
	}
	asked, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	return m.DoubleAck(asked)
}

// mostTimes is how often the server gives a span to a worker.
const mostTimes = 20

// runSpan runs the blocks of a span. The error is that of the context.
func (s *shift) runSpan(ctx context.Context, of span, times uint64) (r result, err error) {
	if times > mostTimes {
		return result{Lost: true, Failed: fmt.Sprintf("%d workers were given %s, and none came to the end", mostTimes,
			of)}, nil
	}
	var blocks []campaign.Block
	for run := of.first; run < of.end(); {
		n := min(smallest-run%smallest, of.end()-run)
		b, err := s.harness.RunBlock(ctx, s.options, run, n, s.known(run))
		if errors.Is(err, campaign.ErrInterrupted) {
			return r, err
		}
		if err != nil {
			r.Failed = err.Error()
			break
		}
		blocks = append(blocks, b)
		run += b.Len()
		s.own.Add(b)
		s.upTo = run
	}
	if len(blocks) == 0 {
		return r, nil
	}
	if r.Blocks, err = campaign.Pack(blocks); err != nil {
		r = result{Failed: err.Error()}
	}
	return r, nil
}

// known returns this worker's knowledge of the runs before one.
func (s *shift) known(run int) campaign.Known {
	if run < s.upTo { // it was given back by another
		s.own = campaign.Known{}
	}
	all := s.own
	all.Failed = maps.Clone(*s.failed.Load())
	for property, n := range s.own.Failed {
		all.Failed[property] = max(all.Failed[property], n)
	}
	return all
}

// keep stores a result. It tries again until that is done, unless the result has no room and is not wanted any more.
func (s *shift) keep(ctx context.Context, of span, r result, h nats.Header) error {
	data, err := r.encode()
	if err != nil {
		return err
	}
	h.Set(sizeHeader, strconv.Itoa(len(data)))
	said := false
	for began := time.Now(); ; pause(ctx, again) {
		err := s.putResult(ctx, of, data, h)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if isFull(err) {
			dropped, answered := s.isUnwanted(ctx, of)
			if dropped {
				return nil
			}
			if answered {
				began = time.Now()
				continue
			}
		}
		switch {
		case s.conn.IsClosed() || time.Since(began) > s.Wait:
			return fmt.Errorf("the result of %s cannot be stored: %w", of, err)
		case !said:
			said = true
			s.report(fmt.Sprintf("%s: the result of %s cannot be stored (%v): trying again", s.Name, of, err))
		}
	}
}

// isUnwanted tells the coordinator that the server has no room for a result, and reports whether the coordinator does
// not want the result, and whether it has answered.
func (s *shift) isUnwanted(ctx context.Context, of span) (dropped, answered bool) {
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	m, err := s.conn.RequestWithContext(ctx, s.subject("full"), []byte(of.key()))
	return err == nil && string(m.Data) == unwanted, err == nil
}

// putResult stores a result. It stores a large one as an object first, and sets the object's name in the header, by
// which a retry knows that the object is there.
func (s *shift) putResult(ctx context.Context, of span, data []byte, h nats.Header) error {
	most := int(s.conn.MaxPayload() / 2) // the headers count too
	if len(data) > min(s.job.Message, most) && h.Get(objectHeader) == "" {
		store, err := findObjects(ctx, s.js, s.largeStore())
		name := of.key() + "." + rand.Text()
		if err == nil {
			err = store.put(ctx, name, data, min(mostPart, most))
		}
		if err != nil {
			return err
		}
		h.Set(objectHeader, name)
	}
	if h.Get(objectHeader) != "" {
		data = nil
	}
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	_, err := s.js.PublishMsg(ctx, &nats.Msg{Subject: s.done(of), Data: data, Header: h})
	return err
}
