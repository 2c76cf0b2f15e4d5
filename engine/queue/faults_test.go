package queue_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/scrutineer-go/scrutineer/engine/queue"
)

// A store that is full loses nothing, of messages or of objects: the farthest results are dropped, and run again.
func TestFull(t *testing.T) {
	for _, c := range []struct {
		name    string
		message int
	}{{"messages", 1 << 19}, {"objects", 100}} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, 1500)
			s.limits.Bytes, s.job.Message = 60_000, c.message
			s.before = func(first int) {
				if first == 300 { // results come in while this block is awaited
					s.await("the server is full", func() bool { return s.hears("has no room for more") })
				}
			}
			s.equal(3)
		})
	}
}

// The parts of a result whose worker has died are removed when they leave no room.
func TestParts(t *testing.T) {
	s := newScene(t, 800)
	s.limits.Bytes, s.job.Message = 60_000, 100
	left := sync.OnceFunc(func() {
		js, name := s.stream("OBJ_")
		var err error
		for err == nil {
			_, err = js.Publish(t.Context(), "$O."+strings.TrimPrefix(name, "OBJ_")+".C.left", make([]byte, 1000))
		}
		if !strings.Contains(err.Error(), "maximum bytes") {
			t.Errorf("the store is not full: %v", err)
		}
	})
	s.before = func(int) { left() }
	s.equal(2)
}

// A server that cannot have as many bytes of results refuses the campaign, and says what to do.
func TestTooMuch(t *testing.T) {
	s := newScene(t, 300)
	s.limits.Bytes = 1 << 60
	_, err := s.coordinate(t.Context(), 0)
	if err == nil || !strings.Contains(err.Error(), "lower -results") {
		t.Error(err)
	}
}

// A result that does not fit into an empty store ends the campaign.
func TestTooLarge(t *testing.T) {
	s := newScene(t, 300)
	s.limits.Bytes = 1000
	_, err := s.together(t.Context(), 1, s.options, nil)
	s.lost(err, "no room for the result")
}

// stream returns the name of the job's stream that has a word in its name.
func (s *scene) stream(word string) (jetstream.JetStream, string) {
	s.Helper()
	js, err := jetstream.New(s.connect())
	s.must(err)
	for name := range js.StreamNames(s.Context()).Name() {
		if strings.Contains(name, word) {
			return js, name
		}
	}
	s.Fatalf("there is no stream %q", word)
	return nil, ""
}

// An object that has lost its parts is reported, and the runs are run again.
func TestDamagedObject(t *testing.T) {
	s := newScene(t, 800)
	s.job.Message = 100
	damage := sync.OnceFunc(func() {
		js, name := s.stream("OBJ_")
		stream, err := js.Stream(t.Context(), name)
		s.must(err)
		s.await("a result", func() bool {
			about, err := stream.Info(t.Context(), jetstream.WithSubjectFilter(
				"$O."+strings.TrimPrefix(name, "OBJ_")+".M.>"))
			return err == nil && len(about.State.Subjects) > 0
		})
		s.must(stream.Purge(t.Context(),
			jetstream.WithPurgeSubject("$O."+strings.TrimPrefix(name, "OBJ_")+".C.>")))
	})
	s.before = func(int) { damage() }
	s.equal(1)
	if !s.hears("has lost the result") {
		t.Errorf("%q", s.said)
	}
}

// A message that is no result is reported, and the runs are run again.
func TestDamagedResult(t *testing.T) {
	s := newScene(t, 800)
	damage := sync.OnceFunc(func() {
		js, name := s.stream("-done")
		id := strings.TrimSuffix(strings.TrimPrefix(name, "scrutineer-"), "-done")
		for _, first := range []int{0, 200} {
			_, err := js.Publish(t.Context(), fmt.Sprintf("scrutineer.%s.done.%d.100", id, first), []byte("noise"))
			s.must(err)
		}
	})
	s.before = func(int) { damage() }
	s.equal(1)
	if !s.hears("is no result") {
		t.Errorf("%q", s.said)
	}
}

// A server that restarts loses nothing, also if it has lost its store.
func TestServerRestarts(t *testing.T) {
	for _, c := range []struct {
		name  string
		loses bool
	}{{"keeps", false}, {"loses", true}} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, 2500)
			restart := sync.OnceFunc(func() {
				s.server.Stop()
				if c.loses {
					s.must(os.RemoveAll(s.dir + "/data"))
				}
				time.Sleep(300 * time.Millisecond)
				s.start()
			})
			s.before = func(first int) {
				if first == 400 {
					restart()
				}
			}
			s.equal(2)
			if s.hears("the server has lost") != c.loses {
				t.Errorf("%q", s.said)
			}
		})
	}
}

// A worker of another build is refused, and one without a campaign ends.
func TestFind(t *testing.T) {
	s := newScene(t, 1000)
	w, conn := s.worker("early")
	w.Wait = 0
	if err := w.Work(t.Context(), conn); !errors.Is(err, queue.ErrNoCampaign) {
		t.Error(err)
	}
	c, err := s.coordinate(t.Context(), 0)
	s.must(err)
	defer c.Close(true)
	w.Program = "another"
	if err := w.Work(t.Context(), conn); !errors.Is(err, queue.ErrAnotherBuild) {
		t.Error(err)
	}
}

// Runs that no worker brings to their end end the campaign.
func TestEveryWorkerDies(t *testing.T) {
	s := newScene(t, 300)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c, err := s.coordinate(ctx, 0)
	s.must(err)
	defer c.Close(true)
	js, name := s.stream("-work")
	offered, err := js.Consumer(ctx, name, "workers")
	s.must(err)
	for range 80 {
		batch, err := offered.Fetch(1, jetstream.FetchMaxWait(time.Second))
		s.must(err)
		for m := range batch.Messages() {
			_ = m.Nak()
		}
	}
	w, conn := s.worker("worker")
	go func() { _ = w.Work(ctx, conn) }()
	_, err = c.Block(ctx, 0, 100)
	s.lost(err, "none came to the end")
}

// A coordinator ends after another one has claimed its job, and leaves the streams and the job to the other.
func TestTakenOver(t *testing.T) {
	s := newScene(t, 300)
	c, err := s.coordinate(t.Context(), 0)
	s.must(err)
	js, err := jetstream.New(s.connect())
	s.must(err)
	jobs, err := js.KeyValue(t.Context(), "scrutineer")
	s.must(err)
	before, err := jobs.Get(t.Context(), c.ID()+".job")
	s.must(err)
	var job map[string]any
	s.must(json.Unmarshal(before.Value(), &job))
	job["coordinator"] = "another"
	text, err := json.Marshal(job)
	s.must(err)
	_, err = jobs.Put(t.Context(), c.ID()+".job", text)
	s.must(err)
	_, err = c.Block(t.Context(), 0, 100)
	s.lost(err, "has taken over")
	c.Close(true)
	s.stream("-work")
	after, err := jobs.Get(t.Context(), c.ID()+".job")
	s.must(err)
	if string(after.Value()) != string(text) {
		t.Errorf("the job is %s, want %s", after.Value(), text)
	}
}
