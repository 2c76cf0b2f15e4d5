package live

import (
	"context"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// environment gives a process the inputs that its protocol offers, such as client calls. It assumes that no process is
// down, and ends with the life of its process.
type environment struct {
	delay  faults.Delay // until an input is given
	key    draw.Key
	offers []spec.Body
	count  uint64
	given  chan spec.Body
}

// offer plans to give the new ones of the inputs that the process may be given now.
func (e *environment) offer(ctx context.Context, told []spec.Body) {
	for _, body := range told {
		if slices.ContainsFunc(e.offers, func(o spec.Body) bool { return spec.SameBody(o, body) }) {
			continue
		}
		e.offers = append(e.offers, body)
		e.count++
		after(ctx, time.Duration(e.delay.Draw(e.key.With(e.count))), e.given, body)
	}
}

// take removes an offer, and reports whether the process may still be given the input.
func (e *environment) take(body spec.Body, told []spec.Body) bool {
	same := func(o spec.Body) bool { return spec.SameBody(o, body) }
	e.offers = slices.DeleteFunc(e.offers, same)
	return slices.ContainsFunc(told, same)
}
