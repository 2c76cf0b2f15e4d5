package words

import (
	"strings"
	"testing"
)

// The least and the greatest that a configuration may hold is accepted, what lies beside it refused by its name.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 1, "helpers": 0}`, ""},
		{`{"nodes": 256, "helpers": 16, "numbers": 2, "periodMs": 3600000, "patience": 1000}`, ""},
		{`{"nodes": 0, "helpers": 0}`, "nodes: 0, it must be 1 to 256"},
		{`{"nodes": 257, "helpers": 0}`, "nodes: 257, it must be 1 to 256"},
		{`{"nodes": 2, "helpers": 17}`, "helpers: 17, it must be 0 to 16"},
		{`{"nodes": 2, "helpers": 0, "numbers": 1}`, "numbers: 1, it must be 2 to 1000000000"},
		{`{"nodes": 2, "helpers": 0, "periodMs": 3}`, "periodMs: 3, it must be 4 to 3600000"},
		{`{"nodes": 2, "helpers": 0, "patience": 1001}`, "patience: 1001, it must be 1 to 1000"},
		{`{"nodes": 2, "helpers": 0, "failures": "wait"}`, `failures: "wait", it must be`},
		{`{"nodes": 2, "helpers": 0, "probers": [2]}`, "probers: {2}, it must hold some of 0 to 1"},
		{`{"nodes": 2, "helpers": 0, "keepsPinging": true}`, "keepsPinging: needs returns"},
		{`{"nodes": 2, "helpers": 0, "keepsPinging": true, "returns": true, "refreshes": true}`, ""},
		{`{"nodes": 256, "helpers": 0, "newsMost": 256, "newsSends": 10000}`, ""},
		{`{"nodes": 2, "helpers": 0, "newsMost": 257}`, "newsMost: 257, it must be 0 to 256"},
		{`{"nodes": 2, "helpers": 0, "newsMost": 1, "newsSends": -1}`, "newsSends: -1, it must be 0 to 10000"},
		{`{"nodes": 2, "helpers": 0, "newsSends": 1}`, "newsSends: 1, it must be absent unless newsMost"},
		{`{"nodes": 3, "helpers": 0, "joiners": [1, 2], "leavers": [0, 1, 2]}`, ""},
		{`{"nodes": 2, "helpers": 0, "joiners": [0, 1]}`, "joiners: {0,1}, it must hold some of the probers, {0,1}"},
		{`{"nodes": 2, "helpers": 0, "probers": [0], "joiners": [1]}`, "joiners: {1}, it must hold some of"},
		{`{"nodes": 2, "helpers": 0, "leavers": [2]}`, "leavers: {2}, it must hold some of 0 to 1"},
		{`{"nodes": 2, "helper": 0}`, "helper"},
	} {
		_, err := Parse([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

// The same of times, and of what does not fit them.
func TestTimes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`"times": 1000000000, "returns": true`, ""},
		{`"times": 1, "returns": true, "keepsPinging": true, "atOnce": true, "leavers": [0]`, ""},
		{`"times": 1000000001, "returns": true`, "times: 1000000001, it must be 0 to 1000000000"},
		{`"times": -1`, "times: -1, it must be 0 to 1000000000"},
		{`"times": 1`, "returns: false, but entries carry times; set it, or omit times"},
		{`"times": 1, "returns": true, "newsMost": 1`, "newsMost: 1, but entries carry times; omit it"},
		{`"times": 1, "returns": true, "probers": [0]`, "probers: {0}, but entries carry times"},
		{`"times": 1, "returns": true, "joiners": [1]`, "joiners: {1}, but entries carry times"},
		{`"times": 1, "returns": true, "failures": "vanish"`, `failures: "vanish", but entries carry times`},
	} {
		parses(t, c.text, c.want)
	}
}

// The same of the fields that say how to pick.
func TestPicks(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`"picks": "roundRobin"`, ""},
		{`"picks": "near"`, `picks: "near", it must be one of ["uniform" "roundRobin" "spatial" "timeBounded"]`},
		{`"positions": [[0, 0], [0, 1]]`, `positions: given, but picks are "uniform"; omit them`},
		{`"picks": "roundRobin", "exponent": 1`, `exponent: 1, but picks are "roundRobin"; omit it`},
		{`"picks": "spatial"`, "positions: has 0 positions, it must have 2, one for each node"},
		{`"picks": "spatial", "positions": [[0, 0], [0, 1]]`, ""},
	} {
		parses(t, c.text, c.want)
	}
}

// The same of maps.
func TestMap(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`"positions": [[0, 0], [1000000000, 1000000000]], "exponent": 5`, ""},
		{`"positions": [[0, 0], [0, 1], [0, 2]]`, "positions: has 3 positions, it must have 2, one for each node"},
		{`"positions": [[0, 0], [-1, 0]]`, "positions[1]: [-1 0], each must be 0 to 1000000000, in millimetres"},
		{`"positions": [[0, 1000000001], [0, 0]]`, "positions[0]: [0 1000000001], each must be 0 to 1000000000"},
		{`"positions": [[3, 4], [3, 4]]`, "positions[1]: [3 4], where process 0 is as well; move it"},
		{`"positions": [[0, 0], [0, 1]], "exponent": 6`, "exponent: 6, it must be 0 to 5"},
		{`"positions": [[0, 0], [0, 1]], "exponent": -1`, "exponent: -1, it must be 0 to 5"},
	} {
		parses(t, `"picks": "timeBounded", `+c.text, c.want)
	}
}

// parses demands that two processes with these fields are refused with what is wanted, or not at all.
func parses(t *testing.T, fields, want string) {
	t.Helper()
	_, err := Parse([]byte(`{"nodes": 2, "helpers": 0, ` + fields + `}`))
	if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("%s: %v, want %q", fields, err, want)
	}
}
