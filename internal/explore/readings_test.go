package explore

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/spec"
)

type moment time.Duration

type everything struct {
	Next    *everything
	At      moment
	Other   time.Duration
	List    []moment
	Array   [2]moment
	Map     map[int]moment
	Keys    map[moment]int
	Any     any
	Pointer *moment
	Names   []string
}

// A reading is found wherever it stands. What is no reading stays, and so does a reading of 0. Nothing of the value
// that was given changes.
func TestReadingsMove(t *testing.T) {
	value := func(by moment) *everything {
		return &everything{
			At: 10 + by, Other: 10, List: []moment{0, 20 + by}, Array: [2]moment{30 + by, 0},
			Map: map[int]moment{1: 40 + by}, Keys: map[moment]int{50 + by: 1}, Any: []any{60 + by, "a"},
			Pointer: new(70 + by), Next: &everything{At: 80 + by, List: []moment{}}, Names: []string{"a"},
		}
	}
	given := value(0)
	moved := newReadings(moment(0)).moved(given, func(d time.Duration) time.Duration { return d + 3 })
	if d := cmp.Diff(value(3), moved) + cmp.Diff(value(0), given); d != "" {
		t.Error(d)
	}
	if got := newReadings(moment(0)).moved(nil, nil); got != nil {
		t.Errorf("nothing becomes %v", got)
	}
	r := newReadings(moment(0))
	if r.in(reflect.TypeFor[struct{ Names []string }]()) || !r.in(reflect.TypeFor[everything]()) {
		t.Error("it does not know where readings may stand")
	}
	defer func() {
		if b, _ := recover().(spec.Breach); !strings.Contains(b.Why, "have become the same reading") {
			t.Errorf("breach %v", b)
		}
	}()
	r.moved(map[moment]int{1: 1, 2: 2}, func(time.Duration) time.Duration { return 5 })
}
