package queue_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/engine/queue"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// BenchmarkSleepers measures how many times as fast as one worker 64 of them are, whose runs do nothing but sleep: how
// far the coordinator and the server keep up.
func BenchmarkSleepers(b *testing.B) {
	const workers, blocks = 64, 6
	for b.Loop() {
		one := sleepers(b, 1, blocks)
		all := sleepers(b, workers, workers*blocks)
		b.ReportMetric(float64(one*workers)/float64(all), "times/64-workers")
	}
}

// sleepers returns how long workers take for some blocks. Each sleeps for four seconds: its hundred runs take some ten
// milliseconds of a processor, and two cores must do those of all workers.
func sleepers(b *testing.B, workers, blocks int) time.Duration {
	s := newScene(b, 100*blocks)
	s.options.Fixed, s.options.Refine = nil, false
	s.job = queue.JobOf("short", s.options, 10*time.Second)
	open := s.harness.Open
	s.harness.Open = func(config json.RawMessage) (campaign.Subject, error) {
		time.Sleep(40 * time.Millisecond)
		return open(config)
	}
	began := time.Now()
	if _, err := s.together(b.Context(), workers, s.options, nil); err != nil {
		b.Fatal(err)
	}
	return time.Since(began)
}
