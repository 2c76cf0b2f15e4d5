package paper

import (
	"fmt"
	"math/big"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// team returns a configuration of workers that may make a request every slot milliseconds. A window has window
// milliseconds.
func team(workers, slot, window int) words.Config {
	return words.Config{Workers: workers, Window: window, Collect: window, Divisions: []words.Division{{Slot: slot}}}
}

// subsets calls yield with each ascending list of ticks from 1 to ticks, until yield returns an error.
func subsets(ticks int, yield func([]int) error) error {
	for which := range 1 << ticks {
		var list []int
		for tick := range ticks {
			if which>>tick&1 == 1 {
				list = append(list, tick+1)
			}
		}
		if err := yield(list); err != nil {
			return err
		}
	}
	return nil
}

// floor and ceiling return RT rounded down and up; window and slot are in one unit.
func floor(window, slot int) int   { return window / slot }
func ceiling(window, slot int) int { return (window + slot - 1) / slot }

// ratio formats a quotient with three digits after the point.
func ratio(a, b int) string { return big.NewRat(int64(a), int64(b)).FloatString(3) }

// seconds formats a time in seconds.
func seconds(t time.Duration) string { return fmt.Sprintf("%g s", t.Seconds()) }

// origins returns readings from which slots may be counted: the epoch, and 10^15 ns before and after it.
func origins() []time.Duration {
	return []time.Duration{0, spec.Milliseconds(1_000_000_000), -spec.Milliseconds(1_000_000_000)}
}
