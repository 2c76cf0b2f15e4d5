package claims

import "strings"

// Given returns the computation that runs with an argument.
func Given[T any](run func(T) (string, error), with T) func() (string, error) {
	return func() (string, error) { return run(with) }
}

// Sequences calls yield with each list of length elements of a set, with repetitions, in ascending order of their
// places, until yield returns an error, which Sequences returns. The list must not be kept.
func Sequences[T any](set []T, length int, yield func([]T) error) error {
	list, at := make([]T, length), make([]int, length)
	if len(set) == 0 && length > 0 {
		return nil
	}
	for {
		for k, place := range at {
			list[k] = set[place]
		}
		if err := yield(list); err != nil {
			return err
		}
		k := length - 1
		for ; k >= 0 && at[k] == len(set)-1; k-- {
			at[k] = 0
		}
		if k < 0 {
			return nil
		}
		at[k]++
	}
}

// Listed joins what say returns of each element, with commas.
func Listed[T any](all []T, say func(T) string) string {
	parts := make([]string, len(all))
	for i, one := range all {
		parts[i] = say(one)
	}
	return strings.Join(parts, ", ")
}
