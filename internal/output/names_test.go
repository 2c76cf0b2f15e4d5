package output

import "testing"

func TestNames(t *testing.T) {
	names := Names{Kind: "experiment"}
	for _, c := range []struct{ name, says string }{
		{"table-2", ""},
		{"7", ""},
		{"Table", `experiment 2 is called "Table", it must be small letters and digits with - between them`},
		{"", `experiment 2 is called "", it must be small letters and digits with - between them`},
		{"a--b", `experiment 2 is called "a--b", it must be small letters and digits with - between them`},
		{"table-2", "two experiments are called table-2"},
		{"table-3", ""},
	} {
		if err := names.Add(c.name); err == nil && c.says != "" || err != nil && err.Error() != c.says {
			t.Errorf("%q: %v, want %q", c.name, err, c.says)
		}
	}
}
