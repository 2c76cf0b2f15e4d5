package diagram

import "testing"

// A text that there is no room for is cut to a sign that it is there.
func TestShorten(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"Leader {run 1}", 20, "Leader {run 1}"},
		{"Leader {run 1}", 9, "Leader {…"},
		{"Leader, and more", 8, "Leader…"},
		{"Leader", 1, "…"},
		{"Leader", 0, "…"},
		{"Leader", -4, "…"},
		{"", -4, ""},
	} {
		if got := shorten(c.text, c.most); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.text, c.most, got, c.want)
		}
	}
}
