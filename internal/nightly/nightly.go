package nightly

import (
	"os"
	"testing"
)

// variable switches the tests of the night on: make nightly sets it to 1.
const variable = "NIGHTLY"

// On reports whether the tests of the night run.
func On() bool { return os.Getenv(variable) == "1" }

// Only leaves a test to the night. small is the test that runs by day and sees the same kind of slip: one of
// the same package, such as TestSmall, or of another folder, such as checker.TestSmall.
func Only(t testing.TB, small string) {
	t.Helper()
	if !On() {
		t.Skipf("make nightly runs it; by day %s sees the same kind of slip", small)
	}
}

// Size returns the first number at night and the second by day: a test that is the same at both sizes sees
// the same kind of slip.
func Size(night, day int) int {
	if On() {
		return night
	}
	return day
}
