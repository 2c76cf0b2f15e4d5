package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Work finds a job and runs its spans until the job has ended. If the context ends before, the worker
// returns its span to the queue, and the error is that of the context.
func (w *Worker) Work(ctx context.Context, conn *nats.Conn) error {
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	j, jobs, err := w.find(ctx, js)
	if err != nil {
		return err
	}
	if j.Ended {
		w.Say("the campaign had already ended")
		return nil
	}
	s := &shift{
		Worker: w, board: &board{conn: conn, js: js, id: j.id()},
		job: j, options: j.options(),
	}
	if s.harness, err = w.Protocol(j.Protocol); err != nil {
		return err
	}
	s.there.Store(&opened{jobs: jobs})
	s.failed.Store(&counts{})
	s.options.Workers = w.Threads
	s.options.Ran = func(int) { s.runs.Add(1) }
	return s.work(ctx)
}

// find waits for a job of this program.
func (w *Worker) find(ctx context.Context, js jetstream.JetStream) (Job, jetstream.KeyValue, error) {
	for began := time.Now(); ; pause(ctx, again) {
		if ctx.Err() != nil {
			return Job{}, nil, ctx.Err()
		}
		all, jobs, err := jobsOn(ctx, js)
		var ended, others *Job
		for _, j := range all {
			if w.Campaign != "" && j.id() != w.Campaign {
				continue
			}
			is := j.Program == w.Program
			switch there := !j.Ended && isCoordinated(ctx, js.Conn(), j); {
			case is && there:
				return j, jobs, nil
			case is && j.Ended:
				ended = &j
			case there:
				others = &j
			}
		}
		waited := time.Since(began) > w.Wait
		switch closed := js.Conn().IsClosed(); {
		case closed:
			return Job{}, nil, fmt.Errorf("%w: %w", ErrNoCampaign, js.Conn().LastError())
		case others != nil:
			return Job{}, nil, fmt.Errorf("%w: the campaign is that of the program %s, this one is %s; a run is a "+
				"function of the program, so copy it, or build both alike", ErrAnotherBuild, others.Program, w.Program)
		case waited && ended != nil:
			return *ended, jobs, nil
		case waited && err != nil:
			return Job{}, nil, fmt.Errorf("%w for %s: %w", ErrNoCampaign, w.Wait, err)
		case waited:
			return Job{}, nil, fmt.Errorf("%w for %s", ErrNoCampaign, w.Wait)
		}
	}
}

// jobsOn returns the jobs on a server.
func jobsOn(ctx context.Context, js jetstream.JetStream) (all []Job, jobs jetstream.KeyValue, err error) {
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	jobs, err = js.KeyValue(ctx, bucket)
	if err != nil {
		return nil, nil, err
	}
	keys, err := jobs.ListKeysFiltered(ctx, jobKey("*"))
	if err != nil {
		return nil, nil, err
	}
	for key := range keys.Keys() {
		e, err := jobs.Get(ctx, key)
		if err != nil {
			continue // it was taken away meanwhile
		}
		var j Job
		if json.Unmarshal(e.Value(), &j) == nil && j.Version == jobVersion {
			all = append(all, j)
		}
	}
	return all, jobs, nil
}
