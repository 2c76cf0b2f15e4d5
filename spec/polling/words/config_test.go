package words

import (
	"strings"
	"testing"
)

// The least and the greatest that a configuration may hold is accepted, what lies beside it refused by its name.
func TestParse(t *testing.T) {
	one := func(fields string) string {
		return `{"workers": 2, "window": 8, "divisions": [{"slot": 2}]` + fields + `}`
	}
	two := func(fields string) string {
		return `{"workers": 2, "window": 8, "divisions": [{"slot": 2}, {"slot": 2, ` + fields + `}]}`
	}
	for _, c := range []struct{ text, want string }{
		{one(""), ""},
		{`{"workers": 512, "window": 3600000, "divisions": [{"slot": 3600000}]}`, ""},
		{`{"workers": 513, "window": 8, "divisions": [{"slot": 2}]}`, "workers: 513, it must be 1 to 512"},
		{`{"workers": 0, "window": 8, "divisions": [{"slot": 2}]}`, "workers: 0, it must be 1 to 512"},
		{`{"workers": 1, "window": 3600001, "divisions": [{"slot": 2}]}`, "window: 3600001, it must be 1 to 3600000"},
		{`{"workers": 1, "window": 8, "divisions": []}`, "divisions: has none"},
		{`{"workers": 1, "window": 8, "divisions": [{"slot": 9}]}`, "divisions[0].slot: 9, it must be 1 to 8"},
		{`{"workers": 1, "window": 8, "divisions": [{"slot": 0}]}`, "divisions[0].slot: 0, it must be 1 to 8"},
		{
			`{"workers": 1, "window": 8, "divisions": [{"slot": 1, "at": [1, 1]}]}`,
			"divisions[0].at: has 2, it must have 0",
		},
		{one(`, "failures": "wait"`), `failures: "wait", it must be "stop" or "vanish"`},
		{one(`, "jitter": 1`), "jitter: is set without safe"},
		{one(`, "jitter": 3600000, "safe": true`), ""},
		{one(`, "jitter": -1, "safe": true`), "jitter: -1, it must be 0 to 3600000"},
		{one(`, "period": 86400001`), "period: 86400001, it must be 0 to 86400000"},
		{one(`, "silence": -1`), "silence: -1, it must be 0 to 86400000"},
		{one(`, "collect": -1`), "collect: -1, it must be 1 to 86400000"},
		{one(`, "keys": [0]`), "keys: has 1, it must have 2"},
		{one(`, "keys": [0, -7]`), ""},
		{one(`, "asText": [2]`), "asText: {2}, it must hold some of 0 to 1"},
		{one(`, "addresses": [1]`), "addresses: has 1, it must have 2, one for each worker"},
		{one(`, "addresses": [3, 3]`), "addresses: 3, each must be 0 to 1000000, and none twice"},
		{one(`, "store": "other"`), `store: "other", it must be "plain" or "unique"`},
		{one(`, "time": {"horizon": 5, "delay": -2}`), "time.delay: -2, it must be -1 to 100"},
		{two(`"at": [1, 2, 3]`), ""},
		{two(`"at": [0, 2, 3]`), "divisions[1].at: 0, it must be 1 to 86400000"},
		{two(`"at": [1, 2]`), "divisions[1].at: has 2, it must have 3"},
		{two(`"at": [1, 2, 3], "adopt": 4`), "divisions[1].adopt: 4"},
		{two(`"at": [1, 2, 3], "members": [2]`), "divisions[1].members: {2}, it must hold some of 0 to 1"},
		{two(`"at": [1, 2, 3], "views": [[0], [3]]`), "divisions[1].views[1]: {3}, it must hold some of 0 to 1"},
		{two(`"at": [1, 2, 3], "views": [[0]]`), "divisions[1].views: has 1, it must have 2"},
		{
			`{"workers": 2, "window": 8, "agreed": true, "divisions": [{"slot": 2}, {"slot": 2, "at": [1, 2, 3]}]}`,
			"divisions[1].adopt: 0, it must be 3 to 86400000",
		},
		{`{"worker": 2}`, "worker"},
	} {
		_, err := Parse([]byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}
