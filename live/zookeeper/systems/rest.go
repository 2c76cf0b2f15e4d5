package systems

import (
	"context"
	"time"

	"github.com/scrutineer-go/scrutineer/live/zookeeper/lab"
)

// Rest is what was measured of a system that nobody disturbs.
type Rest struct {
	// Milliseconds is how long it was measured.
	Milliseconds int `json:"milliseconds" input:"required"`
	// CPU has the CPU time of all processes in each window, in microseconds, and Window the length of one in
	// milliseconds.
	CPU    []int `json:"cpu" input:"required"`
	Window int   `json:"window" input:"required"`
	// Memory is the mean.
	Memory Memory `json:"memory" input:"required"`
	// Bytes are those that went over the loopback interface; -1 if the system had no network namespace of its own.
	Bytes int `json:"bytes" input:"required"`

	Made
}

const (
	// starts is how long a system may take to start.
	starts = 5 * time.Minute
	// windows is how often the CPU time is read, and samples how often the memory is read in each window.
	windows, samples = 6, 3
)

// Rest returns the job that measures the system at rest.
func (s System) Rest() lab.Job {
	return lab.Job{ID: "rest-" + s.ID, Fetch: s.Fetch, Run: func(p lab.Place) (any, error) { return s.rest(p) }}
}

// rest starts the system, leaves it alone, and measures it.
func (s System) rest(p lab.Place) (m Rest, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), starts)
	defer cancel()
	r, err := s.start(ctx, p.Dir)
	if err != nil {
		return m, err
	}
	defer r.stop()
	time.Sleep(time.Duration(p.Size.Settles) * time.Second)
	window := time.Duration(p.Size.Seconds*max(1, s.Longer)) * time.Second / windows
	m.Made, m.Window = s.made(), int(window.Milliseconds())
	began := time.Now()
	sent, err := carried()
	if err != nil {
		return m, err
	}
	for range windows {
		if err := m.measures(r.ids(), window); err != nil {
			return m, err
		}
	}
	m.Memory = m.Memory.over(windows * samples)
	m.Bytes, err = carried()
	m.Bytes -= sent
	if !p.Alone {
		m.Bytes = -1 // others have sent some of them
	}
	m.Milliseconds = int(time.Since(began).Milliseconds())
	return m, err
}

// measures measures processes for a window.
func (m *Rest) measures(ids []int, window time.Duration) error {
	began := time.Now()
	before, err := cpuOf(ids)
	if err != nil {
		return err
	}
	for range samples {
		time.Sleep(window / samples)
		now, err := memoryOf(ids)
		if err != nil {
			return err
		}
		m.Memory = m.Memory.with(now)
	}
	after, err := cpuOf(ids)
	if err != nil {
		return err
	}
	took := time.Since(began) // which may be longer than the window
	m.CPU = append(m.CPU, int((after-before).Microseconds()*window.Milliseconds()/took.Milliseconds()))
	return nil
}
