package paper

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// given is a computation of one argument as one of none.
func given[T any](run func(T) (string, error), with T) func() (string, error) {
	return func() (string, error) { return run(with) }
}

// team is so many workers that may make a request every slot milliseconds, in windows of so many.
func team(workers, slot, window int) words.Config {
	return words.Config{Workers: workers, Window: window, Collect: window, Divisions: []words.Division{{Slot: slot}}}
}

// subsets yields each ascending list of some of so many ticks, from 1 on; it must not be kept.
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

// sequences yields each list of so many of some things, with repeats; it must not be kept.
func sequences[T any](of []T, length int, yield func([]T) error) error {
	list := make([]T, length)
	var extend func(k int) error
	extend = func(k int) error {
		if k == length {
			return yield(list)
		}
		for _, one := range of {
			list[k] = one
			if err := extend(k + 1); err != nil {
				return err
			}
		}
		return nil
	}
	return extend(0)
}

// floor and ceiling are RT, of windows and slots in one unit, rounded down and up.
func floor(window, slot int) int   { return window / slot }
func ceiling(window, slot int) int { return (window + slot - 1) / slot }

// ratio writes a quotient with three digits after the point.
func ratio(a, b int) string { return big.NewRat(int64(a), int64(b)).FloatString(3) }

// listed lists what is said of each of some things.
func listed[T any](all []T, say func(T) string) string {
	parts := make([]string, len(all))
	for i, one := range all {
		parts[i] = say(one)
	}
	return strings.Join(parts, ", ")
}

// seconds writes a time in seconds.
func seconds(t time.Duration) string { return fmt.Sprintf("%g s", t.Seconds()) }

// origins are readings that may be the origin of slots: that of the epoch, and far from it on both sides.
func origins() []time.Duration {
	return []time.Duration{0, spec.Milliseconds(1_000_000_000), -spec.Milliseconds(1_000_000_000)}
}
