package nightly

import "testing"

// skipped reports whether the test of the night that names a small one is skipped.
func skipped(t *testing.T) (skipped bool) {
	t.Run("of the night", func(t *testing.T) {
		defer func() { skipped = t.Skipped() }()
		Only(t, "TestSizes")
	})
	return skipped
}

// Only a 1 makes it night.
func TestSizes(t *testing.T) {
	for set, night := range map[string]bool{"1": true, "": false, "0": false} {
		t.Setenv(variable, set)
		if size := Size(9, 2); On() != night || skipped(t) == night || (size == 9) != night || !night && size != 2 {
			t.Errorf("%s=%q: night %t, size %d", variable, set, On(), size)
		}
	}
}
