package queue_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/engine/queue"
	"github.com/scrutineer-go/scrutineer/engine/server"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/properties/lease"
)

// short is a protocol whose runs are short.
func short() campaign.Harness {
	return verify.Registered([]scrutineer.Registration{lease.Protocol()})[0].Campaigns()
}

// options are those of a campaign in which a property fails.
func options(runs int) campaign.Options {
	return campaign.Options{
		Program: "test", Runs: runs, Seed: 1, Keep: 2, Tries: 40, Refine: true, Workers: 1,
		Fixed: map[string]json.RawMessage{"forgets": json.RawMessage("true")},
	}
}

// scene is a campaign on a server.
type scene struct {
	testing.TB
	dir     string
	server  *server.Server
	harness campaign.Harness
	options campaign.Options
	job     queue.Job
	limits  queue.Limits
	before  func(first int) // is called before each block is asked for

	mutex sync.Mutex
	said  []string
	ran   atomic.Int64 // runs of all workers
}

// newScene returns the scene of a test, which runs beside other tests from then on.
func newScene(t testing.TB, runs int) *scene {
	if t, is := t.(*testing.T); is {
		t.Parallel()
	}
	s := &scene{
		TB: t, dir: t.TempDir(), harness: short(), options: options(runs), limits: queue.Limits{Bytes: 64 << 20},
		before: func(int) {},
	}
	s.job = queue.JobOf("short", s.options, 5*time.Second)
	s.start()
	t.Cleanup(func() { s.server.Stop() })
	return s
}

func (s *scene) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// coordinate starts a coordinator that has merged the first runs.
func (s *scene) coordinate(ctx context.Context, merged int) (*queue.Coordinator, error) {
	return queue.Coordinate(ctx, s.connect(), s.job, s.limits, merged, queue.Hooks{Say: s.say, Ran: func(int) {}})
}

// lost demands that the campaign is lost, and that the error has a text.
func (s *scene) lost(err error, text string) {
	s.Helper()
	if lost := (queue.LostError{}); !errors.As(err, &lost) || !strings.Contains(err.Error(), text) {
		s.Error(err)
	}
}

// await waits for a condition.
func (s *scene) await(what string, is func() bool) {
	s.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			s.Errorf("after a minute there is not: %s", what)
			return
		}
	}
}

func (s *scene) start() {
	s.Helper()
	var err error
	s.server, err = server.Start(s.dir, "", "")
	s.must(err)
}

func (s *scene) say(line string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.said = append(s.said, line)
}

// hears reports whether a line was said that has a text.
func (s *scene) hears(text string) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return strings.Contains(strings.Join(s.said, "\n"), text)
}

func (s *scene) connect() *nats.Conn {
	s.Helper()
	conn, err := nats.Connect("nats://"+s.server.Address(), nats.Token(s.server.Token()), nats.MaxReconnects(-1),
		nats.ReconnectWait(50*time.Millisecond), nats.ReconnectJitter(0, 0))
	s.must(err)
	s.Cleanup(conn.Close)
	return conn
}

// worker returns a worker with a connection of its own.
func (s *scene) worker(name string) (*queue.Worker, *nats.Conn) {
	return &queue.Worker{
		Name: name, Threads: 1, Wait: 30 * time.Second, Program: "test", Say: s.say,
		Protocol: func(string) (campaign.Harness, error) {
			p := s.harness
			open := p.Open
			p.Open = func(config json.RawMessage) (campaign.Subject, error) {
				s.ran.Add(1)
				return open(config)
			}
			return p, nil
		},
	}, s.connect()
}

// texts runs a campaign and returns its result and the small plans of its failures.
func texts(t testing.TB, run func(o campaign.Options) (*campaign.Result, error), o campaign.Options) []string {
	t.Helper()
	var all []string
	before := o.Done
	o.Done = func(r *campaign.Result, fresh []campaign.Failure) error {
		for _, f := range fresh {
			text, err := json.Marshal(f.Minimal)
			if err != nil {
				return err
			}
			all = append(all, string(text))
		}
		if before != nil {
			return before(r, fresh)
		}
		return nil
	}
	r, err := run(o)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return append(all, string(text))
}

// alone returns the texts of one process.
func (s *scene) alone() []string {
	return texts(s.TB, func(o campaign.Options) (*campaign.Result, error) {
		return s.harness.Campaign(s.Context(), o, nil)
	}, s.options)
}

// together runs the campaign with workers until the context ends, from where the result so far ends.
func (s *scene) together(
	ctx context.Context, workers int, o campaign.Options, sofar *campaign.Result,
) (*campaign.Result, error) {
	s.Helper()
	merged := 0
	if sofar != nil {
		merged = sofar.Run
	}
	c, err := s.coordinate(ctx, merged)
	s.must(err)
	done := o.Done
	o.Done = func(r *campaign.Result, fresh []campaign.Failure) error {
		c.Merged(r.Run, r.Examined(), true)
		if done != nil {
			return done(r, fresh)
		}
		return nil
	}
	var ended sync.WaitGroup
	for i := range workers {
		w, conn := s.worker(fmt.Sprintf("worker%d", i+1))
		ended.Go(func() {
			if err := w.Work(ctx, conn); err != nil && ctx.Err() == nil {
				s.Errorf("%s: %v", w.Name, err)
			}
		})
	}
	r, err := s.harness.Elsewhere(ctx, o, sofar, func(ctx context.Context, first, n int) (campaign.Block, error) {
		s.before(first)
		return c.Block(ctx, first, n)
	})
	c.Close(r.Run == r.Asked)
	if r.Run == r.Asked || ctx.Err() != nil {
		ended.Wait()
	}
	return r, err
}

// equal reports differences from the texts of one process.
func (s *scene) equal(workers int) {
	s.Helper()
	want := s.alone()
	if len(want) < 2 {
		s.Fatal("nothing fails")
	}
	got := texts(s.TB, func(o campaign.Options) (*campaign.Result, error) {
		return s.together(s.Context(), workers, o, nil)
	}, s.options)
	if !cmp.Equal(got, want) {
		s.Error(cmp.Diff(want, got))
	}
}

// A campaign of several workers has the result and the small plans of one process, also if all results go through the
// object store. Nothing of it stays on the server but the word that it has ended.
func TestQueue(t *testing.T) {
	for _, c := range []struct {
		name             string
		workers, message int
	}{{"one", 1, 1 << 19}, {"three", 3, 1 << 19}, {"large", 2, 100}} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, 1250)
			s.job.Message = c.message
			s.equal(c.workers)
			js, err := jetstream.New(s.connect())
			s.must(err)
			var left []string
			for name := range js.StreamNames(t.Context()).Name() {
				left = append(left, name)
			}
			if want := []string{"KV_scrutineer"}; !cmp.Equal(left, want) {
				t.Errorf("%v is left, want %v", left, want)
			}
			w, conn := s.worker("late")
			w.Wait = 0
			if err := w.Work(t.Context(), conn); err != nil {
				t.Errorf("a worker that comes late: %v", err)
			}
		})
	}
}

// An error of a run is that of one process.
func TestRunFails(t *testing.T) {
	s := newScene(t, 900)
	var opened atomic.Int64
	inner := s.harness.Open
	s.harness.Open = func(config json.RawMessage) (campaign.Subject, error) {
		if strings.Contains(string(config), `"nodes":9`) { // a few runs
			opened.Add(1)
			return campaign.Subject{}, errors.New("it does not open")
		}
		return inner(config)
	}
	alone, want := s.harness.Campaign(t.Context(), s.options, nil)
	together, got := s.together(t.Context(), 2, s.options, nil)
	if want == nil || got == nil || got.Error() != want.Error() || alone.Run != together.Run || opened.Load() < 2 {
		t.Errorf("after run %d: %v, want after run %d: %v", together.Run, got, alone.Run, want)
	}
	if alone.Run == 0 {
		t.Error("no run was merged before")
	}
}

// A coordinator that ends in the midst, and another one that goes on, lose nothing. Runs that have a result are not run
// again.
func TestResumed(t *testing.T) {
	s := newScene(t, 1500)
	s.options.Fixed = nil // the runs do not fail, so that their number can be counted
	s.job = queue.JobOf("short", s.options, 5*time.Second)
	want := s.alone()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s.before = func(first int) {
		if first >= 500 {
			cancel()
		}
	}
	r, err := s.together(ctx, 2, s.options, nil)
	if err != nil || r.Run < 400 || r.Run >= 1500 {
		t.Fatalf("%d runs, %v", r.Run, err)
	}
	s.before = func(int) {}
	got := texts(t, func(o campaign.Options) (*campaign.Result, error) {
		return s.together(t.Context(), 2, o, r)
	}, s.options)
	if !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
	const again = 2 * 2 * 100 // what two workers gave back, and what they had stored when the coordinator ended
	if n := int(s.ran.Load()); n > 1500+again {
		t.Errorf("%d runs for 1500", n)
	}
}

// If eight coordinators of a campaign begin at once, one goes on, and all others get ErrTaken. In the first round the
// server does not know the campaign; in later rounds the campaign has ended.
func TestTwoCoordinators(t *testing.T) {
	s := newScene(t, 1000)
	hooks := queue.Hooks{Say: s.say, Ran: func(int) {}}
	for range 20 {
		var all sync.WaitGroup
		var going atomic.Pointer[queue.Coordinator]
		var n atomic.Int32
		begin := make(chan struct{})
		for range 8 {
			conn := s.connect()
			all.Go(func() {
				<-begin
				c, err := queue.Coordinate(t.Context(), conn, s.job, s.limits, 0, hooks)
				switch {
				case err == nil:
					n.Add(1)
					going.Store(c)
				case !errors.Is(err, queue.ErrTaken):
					t.Error(err)
				}
			})
		}
		close(begin)
		all.Wait()
		if n.Load() != 1 {
			t.Fatalf("%d go on", n.Load())
		}
		_, err := s.coordinate(t.Context(), 0)
		if !errors.Is(err, queue.ErrTaken) {
			t.Error(err)
		}
		going.Load().Close(true)
	}
}
