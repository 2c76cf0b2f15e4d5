package campaign

import "testing"

// A campaign until something fails ends with a whole block of runs, so that one that was
// interrupted within it ends with the same runs.
func TestEndsWithABlock(t *testing.T) {
	failed := map[string]int{"Agreement": 1}
	for _, c := range []struct {
		r    Result
		want bool
	}{
		{Result{Run: 200, Asked: 250, Failed: failed}, true},
		{Result{Run: 240, Asked: 250, Failed: failed}, false},
		{Result{Run: 250, Asked: 250, Failed: failed}, true},
		{Result{Run: 200, Asked: 250}, false},
	} {
		if c.r.Ends(Options{UntilFailed: true}) != c.want || c.r.Ends(Options{}) {
			t.Errorf("after %d of %d runs, failed %v: want %t", c.r.Run, c.r.Asked, c.r.Failed, c.want)
		}
	}
}

// A campaign until one property fails ends with that run, and with no run in which another one fails.
func TestEndsWithTheRun(t *testing.T) {
	r := Result{Run: 17, Asked: 250, Failed: map[string]int{"Agreement": 1}}
	if !r.Ends(Options{Until: "Agreement"}) || r.Ends(Options{Until: "Validity"}) {
		t.Error("it must end with the run in which Agreement fails")
	}
}
