package main

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/lab"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/systems"
)

// bench is where an experiment measures.
type bench struct {
	ctx        context.Context
	laboratory *lab.Laboratory
	progress   reproduce.Progress
	on         reproduce.On
	flags      []string // of the systems
	// passed and all are seconds: what the jobs that have ended were expected to take, and all jobs together.
	passed, all int
}

// measure returns the result of a job that is expected to take a number of seconds.
func measure[T any](b *bench, j lab.Job, seconds int) (T, error) {
	stop := eachSecond(func(passed int) { b.progress(b.passed+min(passed, seconds-1), b.all) })
	result, err := lab.Measure[T](b.ctx, b.laboratory, j)
	stop()
	b.passed += seconds
	return result, err
}

// note adds how something was measured to what the table was measured on.
func (b *bench) note(m systems.Made) {
	b.on.Machine = lab.Machine()
	for _, version := range m.Versions {
		if !slices.Contains(b.on.Versions, version) {
			b.on.Versions = append(b.on.Versions, version)
		}
	}
	b.on.Date = max(b.on.Date, m.Date)
	if m.Flags != "" && !slices.Contains(b.flags, m.Flags) {
		b.flags = append(b.flags, m.Flags)
		b.on.Flags = strings.Join(b.flags, ", or ")
	}
}

// decimal returns a number divided by another.
func decimal(n, by, digits int) reproduce.Cell {
	return reproduce.Decimal(big.NewRat(int64(n), int64(by)), digits)
}

// eachSecond calls tell each second with the number of seconds that have passed, until stop is called.
func eachSecond(tell func(passed int)) (stop func()) {
	over, told := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(told)
		seconds := time.NewTicker(time.Second)
		defer seconds.Stop()
		for passed := 0; ; passed++ {
			tell(passed)
			select {
			case <-seconds.C:
			case <-over:
				return
			}
		}
	}()
	return func() { close(over); <-told }
}
