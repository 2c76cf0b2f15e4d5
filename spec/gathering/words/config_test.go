package words

import (
	"fmt"
	"strings"
	"testing"
)

// What is absent is filled in, and what cannot be is refused by its name.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"workers": 1, "window": 4000, "slot": 1000}`, ""},
		{`{"workers": 62, "window": 4000, "slot": 1000, "joined": [0,61], "leavers": [3], "store": "unique"}`, ""},
		{`{"workers": 0, "window": 4000, "slot": 1000}`, "workers: 0, it must be 1 to 62"},
		{`{"workers": 63, "window": 4000, "slot": 1000}`, "workers: 63, it must be 1 to 62"},
		{`{"workers": 2, "window": 4000, "slot": 1000, "joined": [2]}`, "joined: {2}, it must hold some of 0 to 1"},
		{`{"workers": 2, "window": 4000, "slot": 1000, "leavers": [2]}`, "leavers: {2}, it must hold some of 0 to 1"},
		{`{"workers": 2, "window": 4000, "slot": 1000, "spacing": -1}`, "spacing: -1, it must be 1 to 3600000"},
		{`{"workers": 2, "window": 4000, "slot": 1000, "spread": -1}`, "spread: -1, it must be 1 to 3600000"},
		{`{"workers": 2, "window": 4000, "slot": 1000, "silence": -1}`, "silence: -1, it must be 0 to"},
		{`{"workers": 2, "window": 4000, "slot": 1000, "syncMs": 1500}`, "syncMs: 1500, it must be 0, or more"},
		{`{"workers": 2, "window": 4000, "slot": 5000}`, "slot: 5000, it must be 1 to 4000"},
		{`{"workers": 2, "window": 4000, "slot": 1000, "period": -1}`, "period: -1, it must be 0 to"},
		{`{"workers": 2, "window": 4000, "slot": 1000, "failures": "wait"}`, `failures: "wait", it must be`},
	} {
		_, err := Parse([]byte(c.text))
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

// The machines are configured alike, and the provider and the store are no replicas.
func TestMachines(t *testing.T) {
	c, err := Parse([]byte(`{"workers": 3, "window": 4000, "slot": 1000, "jitter": 50, "joined": [1,2],
		"store": "plain", "keys": [0,1,0], "silence": 7150}`))
	if err != nil {
		t.Fatal(err)
	}
	e, p, d := c.Engine(), c.Polling(), c.Division()
	got := fmt.Sprint(e.Nodes, e.Outside, e.Settled(0).Members, e.Settled(1).Members, p.Nodes(), p.Silence, p.Adopts,
		len(d.Metas), d.Metas[1].Group, d.Slot)
	if want := "5 {3,4} [] [1 2] 5 7150 true 3 1 1000"; got != want {
		t.Errorf("the machines have %s, want %s", got, want)
	}
}
