package paper

import (
	"fmt"
	"strings"
)

// given is a computation of one argument as one of none.
func given[T any](run func(T) (string, error), with T) func() (string, error) {
	return func() (string, error) { return run(with) }
}

// listed joins what is said of each of some things.
func listed[T any](all []T, say func(T) string) string {
	parts := make([]string, len(all))
	for i, one := range all {
		parts[i] = say(one)
	}
	return strings.Join(parts, ", ")
}

// numbers lists numbers.
func numbers(all []int) string { return listed(all, func(n int) string { return fmt.Sprint(n) }) }

// failed says what is not as it should be, and where there is an error that, too.
func failed(err error, format string, args ...any) error {
	if err != nil {
		format, args = format+": %w", append(args, err)
	}
	return fmt.Errorf(format, args...)
}
