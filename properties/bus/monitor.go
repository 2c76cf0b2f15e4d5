package bus

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/bus"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/bus/words"
)

// What the monitor judges.
const (
	publisherOrderName = "PublisherOrder"
	totalOrderName     = "TotalOrder"
)

// The assumptions.
const (
	assumeNewer        = "Newer"        // listeners keep what is newer, and nothing else
	assumeOnePublisher = "OnePublisher" // … and there is one publisher
)

func assumptions() []string { return []string{assumeNewer, assumeOnePublisher} }

// needs are the assumptions without which a property is not claimed.
var needs = map[string][]string{
	publisherOrderName: {assumeNewer},
	totalOrderName:     assumptions(),
}

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawKept  = "Kept"  // an item was kept
	sawStale = "Stale" // an item came that was not kept
)

// monitor judges a run by its events.
type monitor struct {
	campaign.Book
	cfg words.Config
}

// Observe judges one event: what is new is the last item that its process has kept.
func (m *monitor) Observe(w *world.World, e *world.Event) {
	item, isNews := e.Action.Msg.Body.(words.News)
	if !isNews || e.Action.Class() != spec.ClassDelivery {
		return
	}
	s := stateOf(w, e.Action.At)
	if !s.Listens() {
		return
	}
	news := implementation.News{By: e.Action.Msg.From, N: item.N}
	last := len(s.Kept) - 1
	if last < 0 || s.Kept[last] != news {
		m.Saw(sawStale)
		return
	}
	m.Saw(sawKept)
	for _, before := range s.Kept[:last] {
		if before.By == news.By && before.N >= news.N {
			m.fail(publisherOrderName, fmt.Sprintf("%s keeps item %d of %s after item %d",
				e.Action.At, news.N, news.By, before.N), e.N)
		}
		m.compare(w, e, before, news)
	}
}

// compare looks for somebody who has kept two items the other way round.
func (m *monitor) compare(w *world.World, e *world.Event, first, second implementation.News) {
	for _, id := range w.Living() {
		other := stateOf(w, id).Kept
		if at := slices.Index(other, second); first != second && at >= 0 && slices.Contains(other[at+1:], first) {
			m.fail(totalOrderName, fmt.Sprintf("%s keeps %v before %v, and %s the other way round",
				e.Action.At, first, second, id), e.N)
		}
	}
}

// End judges what the run was worth.
func (m *monitor) End(w *world.World) campaign.Finding {
	if m.cfg.Keeps != words.KeepsNewer {
		m.Broke(assumeNewer)
	}
	if len(m.cfg.Publishers) > 1 {
		m.Broke(assumeOnePublisher)
	}
	return m.Finding(assumptions(), campaign.Ends(w, ended))
}

// ended says how much a process has kept at the end.
func ended(w *world.World, id spec.NodeID) string {
	return fmt.Sprintf("has kept %d items", len(stateOf(w, id).Kept))
}

func (m *monitor) fail(name, why string, event int) { m.Fail(name, why, event, needs[name]) }

// stateOf returns what a process holds, nil while it is down.
func stateOf(w *world.World, id spec.NodeID) *implementation.State {
	s, _ := w.State(id).(*implementation.State)
	return s
}
