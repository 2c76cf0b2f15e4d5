package queue

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// beat is the sign of life of a worker, once a second.
type beat struct {
	Worker string  `json:"worker"`
	Rate   float64 `json:"rate"` // runs a second
}

// beatsEach is the time between two beats.
const beatsEach = time.Second

// crewbook has the workers that were heard lately.
type crewbook struct {
	mutex *sync.Mutex
	heard map[string]heard
}

type heard struct {
	beat
	last time.Time
}

func newCrewbook() crewbook { return crewbook{new(sync.Mutex), map[string]heard{}} }

func (c crewbook) hear(data []byte) {
	var b beat
	if json.Unmarshal(data, &b) != nil {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.heard[b.Worker] = heard{b, time.Now()}
}

// named is how many workers are named one by one.
const named = 4

// status returns the number of open spans and the rate of each worker in words. Users know spans as blocks.
func (c crewbook) status(open int) string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	maps.DeleteFunc(c.heard, func(_ string, h heard) bool { return time.Since(h.last) > 5*beatsEach })
	text := phrase.Plural(open, "block", "blocks") + " open, "
	switch names := slices.Sorted(maps.Keys(c.heard)); {
	case len(names) == 0:
		return text + "no worker"
	case len(names) <= named:
		var each []string
		for _, name := range names {
			each = append(each, fmt.Sprintf("%s %.0f a second", name, c.heard[name].Rate))
		}
		return text + strings.Join(each, ", ")
	default:
		least, most := c.heard[names[0]].Rate, 0.0
		for _, h := range c.heard {
			least, most = min(least, h.Rate), max(most, h.Rate)
		}
		return text + fmt.Sprintf("%d workers, %.0f to %.0f a second each", len(names), least, most)
	}
}
