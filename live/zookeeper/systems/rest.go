package systems

import (
	"context"
	"errors"
	"syscall"
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
	// Bytes are those that went over the loopback interface, and Counted says how they were counted; "" if they were
	// not.
	Bytes   int    `json:"bytes"`
	Counted string `json:"counted,omitempty"`

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
	bytes, err := m.counts(p, r)
	if err != nil {
		return m, err
	}
	for range windows {
		if err := m.measures(r.ids(), window); err != nil {
			return m, err
		}
	}
	m.Memory = m.Memory.over(windows * samples)
	m.Bytes, err = bytes()
	m.Milliseconds = int(time.Since(began).Milliseconds())
	if err == nil && r.rested != nil {
		err = r.rested()
	}
	return m, err
}

// How bytes are counted.
const (
	// ByInterface is by the counter of the loopback interface in a network namespace of the system's own.
	ByInterface = "interface"
	// ByPackets is by a packet socket, which sees the packets of other programs too and leaves them out.
	ByPackets = "packets"
)

// counts begins to count the system's bytes, and returns what ends it. Without a network namespace or the right to open
// a packet socket nothing is counted.
func (m *Rest) counts(p lab.Place, r *running) (end func() (int, error), err error) {
	if p.Alone {
		m.Counted = ByInterface
		before, err := carried()
		return func() (int, error) {
			after, err := carried()
			return after - before, err
		}, err
	}
	c, err := captured(r.addresses)
	if errors.Is(err, syscall.EPERM) {
		return func() (int, error) { return 0, nil }, nil // the table says so
	}
	if err != nil {
		return nil, err
	}
	m.Counted = ByPackets
	return func() (int, error) {
		err := c.stop()
		return int(c.bytes.Load()), err
	}, nil
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
