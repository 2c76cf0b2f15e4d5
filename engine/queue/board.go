package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// board is where the coordinator and the workers of one job meet: its streams and stores on the server.
type board struct {
	conn *nats.Conn
	js   jetstream.JetStream
	id   string
	// there has the handles of the last call of open.
	there atomic.Pointer[opened]
}

// opened are the streams and stores of a job, and the jobs.
type opened struct {
	offered, results jetstream.Stream
	large            objects
	jobs             jetstream.KeyValue
}

// bucket has the jobs of all campaigns on a server.
const bucket = "scrutineer"

// Names on the server.
func (b *board) workStream() string { return "scrutineer-" + b.id + "-work" }
func (b *board) doneStream() string { return "scrutineer-" + b.id + "-done" }
func (b *board) largeStore() string { return "scrutineer-" + b.id + "-large" } // a bucket of objects
func (b *board) subject(what string) string {
	return "scrutineer." + b.id + "." + what
}
func (b *board) work(s span) string { return b.subject("work." + s.key()) }
func (b *board) done(s span) string { return b.subject("done." + s.key()) }

// Keys in the bucket.
func jobKey(id string) string    { return id + ".job" }
func failedKey(id string) string { return id + ".failed" }

const (
	crew = "workers"     // the consumer of the stream of spans
	head = "coordinator" // the end of the subject on which the coordinator answers
	// unwanted is its answer to a worker whose result has no room and is not to be kept.
	unwanted = "unwanted"
)

// The headers of a result.
const (
	workerHeader  = "Worker"  // the worker's name
	secondsHeader = "Seconds" // how long it took
	timesHeader   = "Times"   // how often the span was given to a worker
	objectHeader  = "Object"  // the name of the result in the object store, if it is there
	sizeHeader    = "Size"    // how many bytes the result has
)

// Limits are those of a job on the server.
type Limits struct {
	// Bytes bounds the results on the server that are not merged yet: the messages, and again the objects.
	Bytes int64
	// Replicas is the number of servers that keep each stream. 0 means three, or one without a cluster of three.
	Replicas int
	// Fresh drops the spans and results of earlier coordinators.
	Fresh bool
}

// open creates the streams and stores of a job that are missing. It returns the number of their replicas. say reports
// that a cluster has too few servers.
func (b *board) open(ctx context.Context, j Job, l Limits, say func(string)) (int, error) {
	replicas := []int{l.Replicas}
	if l.Replicas == 0 {
		replicas = []int{3, 1}
	}
	var err error
	for _, n := range replicas {
		var all *opened
		if all, err = b.create(ctx, j, l, n); err == nil {
			b.there.Store(all)
			return n, nil
		}
		var api *jetstream.APIError
		switch is := errors.As(err, &api); {
		case is && api.ErrorCode == noPeers && l.Replicas == 0 && n > 1:
			say(fmt.Sprintf("the cluster cannot keep the campaign on %d servers (%v): one keeps it", n, err))
		case !is || api.ErrorCode != notClustered:
			return 0, err
		}
	}
	return 0, err
}

// Errors of a stream that has more replicas than there are servers.
const (
	notClustered = 10074
	noPeers      = 10005
)

func (b *board) create(ctx context.Context, j Job, l Limits, replicas int) (*opened, error) {
	var all opened
	var err error
	all.offered, err = b.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: b.workStream(), Subjects: []string{b.subject("work.>")}, Retention: jetstream.WorkQueuePolicy,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, Replicas: replicas,
		MaxAge: keptFor,
	})
	if err != nil {
		return nil, err
	}
	all.results, err = b.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: b.doneStream(), Subjects: []string{b.subject("done.>")}, MaxMsgsPerSubject: 1,
		Discard: jetstream.DiscardNew, MaxBytes: l.Bytes, Replicas: replicas, MaxAge: keptFor,
	})
	if err != nil {
		return nil, err
	}
	_, err = b.js.CreateOrUpdateConsumer(ctx, b.workStream(), jetstream.ConsumerConfig{
		Durable: crew, AckPolicy: jetstream.AckExplicitPolicy, AckWait: j.Silence, MaxAckPending: 100_000,
	})
	if err != nil {
		return nil, err
	}
	if all.large, err = openObjects(ctx, b.js, b.largeStore(), l.Bytes, replicas); err != nil {
		return nil, err
	}
	all.jobs, err = b.js.KeyValue(ctx, bucket) // other campaigns may have it too
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		all.jobs, err = b.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: bucket, TTL: keptFor, Replicas: replicas,
		})
	}
	return &all, err
}

// isFull reports whether an error says that a store is full.
func isFull(err error) bool {
	if err == nil {
		return false
	}
	text := err.Error()
	return strings.Contains(text, "maximum bytes") || strings.Contains(text, "insufficient storage") ||
		strings.Contains(text, "insufficient resources") || strings.Contains(text, "resource limits exceeded")
}

// isThere reports whether an error says that the stream has a message of the subject already.
func isThere(err error) bool {
	return err != nil && strings.Contains(err.Error(), "maximum messages per subject")
}

// isChanged reports whether an error says that another program has changed the value of a key.
func isChanged(err error) bool {
	return errors.Is(err, jetstream.ErrKeyExists) || errors.Is(err, jetstream.ErrKeyRevisionMismatch)
}

// spans returns the spans of a stream's messages.
func spans(ctx context.Context, stream jetstream.Stream) (map[span]bool, error) {
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(">"))
	if err != nil {
		return nil, err
	}
	all := map[span]bool{}
	for subject := range info.State.Subjects {
		if s, is := spanOf(subject); is {
			all[s] = true
		}
	}
	return all, nil
}

// remove takes a result off the server. A newer result of the same span stays, unless the sequence is 0.
func (b *board) remove(ctx context.Context, s span, r stored) error {
	there := b.there.Load()
	of := []jetstream.StreamPurgeOpt{jetstream.WithPurgeSubject(b.done(s))}
	if r.sequence > 0 {
		of = append(of, jetstream.WithPurgeSequence(r.sequence+1))
	}
	err := there.results.Purge(ctx, of...)
	if err == nil && r.object != "" {
		err = there.large.remove(ctx, r.object)
	}
	return err
}

// object returns the name of a result in the object store, "" if it is not there.
func (b *board) object(ctx context.Context, s span) (string, error) {
	m, err := b.there.Load().results.GetLastMsgForSubject(ctx, b.done(s))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return m.Header.Get(objectHeader), nil
}

// isCoordinated reports whether the job's coordinator answers.
func isCoordinated(ctx context.Context, conn *nats.Conn, j Job) bool {
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	_, err := conn.RequestWithContext(ctx, (&board{id: j.id()}).subject(head), nil)
	return err == nil
}
