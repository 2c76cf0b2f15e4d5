package input

import "slices"

// Readings tells what is wrong with the interpretations that a configuration takes in place of the
// recommended ones, naming the field, or nothing: each must be known, they must be in ascending order,
// and no two of them exclude each other.
func Readings[R ~string](taken, known []R, excluding [][2]R) error {
	const field = "interpretations"
	for i, reading := range taken {
		if !slices.Contains(known, reading) {
			return Errorf(field, "%q, each must be one of %q", reading, known)
		}
		if i > 0 && taken[i-1] >= reading {
			return Errorf(field, "they must be in ascending order without repetition, %q comes after %q",
				reading, taken[i-1])
		}
	}
	for _, pair := range excluding {
		if slices.Contains(taken, pair[0]) && slices.Contains(taken, pair[1]) {
			return Errorf(field, "%q and %q exclude each other", pair[0], pair[1])
		}
	}
	return nil
}
