package input

import (
	"strings"
	"testing"
)

func TestReadings(t *testing.T) {
	known, excluding := []string{"a", "b", "c"}, [][2]string{{"a", "c"}}
	for _, row := range []struct {
		taken []string
		says  string
	}{
		{nil, ""},
		{[]string{"a", "b"}, ""},
		{[]string{"b", "c"}, ""},
		{[]string{"d"}, `interpretations: "d", each must be one of ["a" "b" "c"]`},
		{[]string{"b", "a"}, `they must be in ascending order without repetition, "a" comes after "b"`},
		{[]string{"b", "b"}, `they must be in ascending order without repetition, "b" comes after "b"`},
		{[]string{"a", "c"}, `interpretations: "a" and "c" exclude each other`},
	} {
		err := Readings(row.taken, known, excluding)
		if err == nil && row.says != "" || err != nil && (row.says == "" || !strings.Contains(err.Error(), row.says)) {
			t.Errorf("%q: %v, want %q", row.taken, err, row.says)
		}
	}
}
