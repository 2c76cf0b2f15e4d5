package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"
)

// measurement is what was measured of a system at rest.
type measurement struct {
	// Milliseconds is how long it was measured.
	Milliseconds int `json:"milliseconds" input:"required"`
	// Usage has the CPU time of that time, and the mean of the memory.
	Usage usage `json:"usage" input:"required"`
	// Bytes are those that went over the loopback interface; -1 if the system had no network namespace of its own.
	Bytes int `json:"bytes" input:"required"`

	Versions []string `json:"versions" input:"required"`
	Flags    string   `json:"flags,omitempty"`
	Date     string   `json:"date" input:"required"`
}

const (
	// starts is how long a system may take to start.
	starts = 5 * time.Minute
	// samples is how often the memory is read.
	samples = 20
)

// Whether a system is measured in a network namespace of its own.
const (
	alone  = "alone"
	beside = "beside"
)

// runCell measures the system with an id, and prints the measurement. dir is a folder for the system's files. The
// system is left alone for settles seconds, and measured for the number of seconds.
func runCell(dir, id, settles, seconds, where string) error {
	rest, err := strconv.Atoi(settles)
	if err != nil {
		return err
	}
	length, err := strconv.Atoi(seconds)
	if err != nil {
		return err
	}
	if where == alone {
		if err := loopbackUp(); err != nil {
			return err
		}
	}
	for _, s := range systems() {
		if s.id == id {
			m, err := s.measure(dir, time.Duration(rest)*time.Second, time.Duration(length)*time.Second)
			if err != nil {
				return err
			}
			if where != alone {
				m.Bytes = -1 // others have sent some of them
			}
			return json.NewEncoder(os.Stdout).Encode(m)
		}
	}
	return fmt.Errorf("there is no system %q", id)
}

// measure starts the system, leaves it alone, and measures it.
func (s system) measure(dir string, settles, length time.Duration) (m measurement, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), starts)
	defer cancel()
	r, err := s.start(ctx, dir)
	if err != nil {
		return m, err
	}
	defer r.stop()
	time.Sleep(settles)
	m.Versions, m.Flags, m.Date = r.versions, r.flags, time.Now().UTC().Format(time.DateOnly)
	began := time.Now()
	before, err := usageOf(r.ids)
	if err != nil {
		return m, err
	}
	sent, err := carried()
	if err != nil {
		return m, err
	}
	for range samples {
		time.Sleep(length / samples)
		now, err := usageOf(r.ids)
		if err != nil {
			return m, err
		}
		m.Usage.Ticks = now.Ticks - before.Ticks
		m.Usage.Resident += now.Resident / samples
		m.Usage.Proportional += now.Proportional / samples
	}
	m.Bytes, err = carried()
	m.Bytes -= sent
	m.Milliseconds = int(time.Since(began).Milliseconds())
	return m, err
}
