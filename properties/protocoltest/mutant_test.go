package protocoltest

import "testing"

func TestApply(t *testing.T) {
	row := Mutant{ID: "row", File: "f.go", Anchor: "a < b", Replacement: "a <= b"}
	got, err := row.Apply([]byte("if a < b {"))
	if err != nil || string(got) != "if a <= b {" {
		t.Errorf("%q, %v", got, err)
	}
	for _, text := range []string{"", "if a > b {", "a < b || a < b"} {
		if _, err := row.Apply([]byte(text)); err == nil {
			t.Errorf("%q was changed, although the anchor does not stand in it once", text)
		}
	}
}
