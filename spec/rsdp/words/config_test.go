package words

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// The least and the greatest that a configuration may hold is accepted, what lies beside it refused by its name.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 3}`, ""},
		{`{"nodes": 3, "failures": "vanish", "rejoins": 1000, "resyncs": 1000, "sessions": 1001}`, ""},
		{`{"nodes": 3, "failures": "wait"}`, `failures: "wait", it must be`},
		{`{"nodes": 1}`, ""},
		{`{"nodes": 64}`, ""},
		{`{"nodes": 0}`, "nodes: 0, it must be 1 to 64"},
		{`{"nodes": 65}`, "nodes: 65, it must be 1 to 64"},
		{`{"nodes": 3, "rejoins": -1}`, "rejoins: -1, it must be 0 to 1000"},
		{`{"nodes": 3, "rejoins": 1001}`, "rejoins: 1001, it must be"},
		{`{"nodes": 3, "resyncs": -1}`, "resyncs: -1, it must be 0 to 1000"},
		{`{"nodes": 3, "resyncs": 1001}`, "resyncs: 1001, it must be"},
		{`{"nodes": 3, "sessions": 2}`, ""},
		{`{"nodes": 3, "sessions": 1}`, "sessions: 1, it must be 2 to 1000000000"},
		{`{"nodes": 3, "sessions": 1000000001}`, "sessions: 1000000001, it must be"},
		{
			`{"nodes": 3, "resyncs": 3, "sessions": 3}`,
			"sessions: 3, it must be 2 to 1000000000, and more than resyncs",
		},
		{`{"nodes": 3, "statusMs": 86400000, "shareMs": 1}`, ""},
		{`{"nodes": 3, "statusMs": -1}`, "statusMs: -1, it must be 1"},
		{`{"nodes": 3, "statusMs": 86400001}`, "statusMs: 86400001, it must be 1"},
		{`{"nodes": 3, "shareMs": -1}`, "shareMs: -1, it must be 1"},
		{`{"nodes": 3, "shareMs": 86400001}`, "shareMs: 86400001, it must be 1"},
		{`{"nodes": 3, "syncMs": 86400000}`, ""},
		{`{"nodes": 3, "syncMs": -1}`, "syncMs: -1, it must be 0"},
		{`{"nodes": 3, "syncMs": 86400001}`, "syncMs: 86400001, it must be 0"},
		{`{"nodes": 3, "syncMs": 1501}`, ""},
		{
			`{"nodes": 3, "syncMs": 1500}`,
			"syncMs: 1500, it must be 0, or more than the windows, statusMs and shareMs, which are 1500",
		},
	} {
		parses(t, c.text, c.want)
	}
}

// What a configuration lists must be of its group, and in order.
func TestParseLists(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 3, "reducers": ["latest", "popular"]}`, ""},
		{`{"nodes": 3, "reducers": ["latest", "latest"]}`, `reducers: "latest", each must be one of`},
		{`{"nodes": 3, "reducers": ["least"]}`, `reducers: "least", each must be one of`},
		{
			`{"nodes": 3, "views": [{"leader": 0, "members": [0]}]}`,
			"views: 1 of them, there must be one for each of the 3 nodes",
		},
		{`{"nodes": 3, "leavers": [0,2], "resyncers": [1], "asText": [2]}`, ""},
		{`{"nodes": 3, "leavers": [3]}`, "leavers: {3}, it must hold some of 0 to 2"},
		{`{"nodes": 3, "resyncers": [3]}`, "resyncers: {3}, it must hold some of 0 to 2"},
		{`{"nodes": 3, "asText": [3]}`, "asText: {3}, it must hold some of 0 to 2"},
		{`{"nodes": 2, "links": [[1], []]}`, ""},
		{`{"nodes": 2, "links": [[1]]}`, "links: 1 of them, there must be one for each of the 2 nodes"},
		{`{"nodes": 2, "links": [[1], [2]]}`, "links[1]: {2}, it must hold some of 0 to 1"},
		{`{"nodes": 3, "addresses": [0, 1000000, 7]}`, ""},
		{`{"nodes": 3, "addresses": [0, 1]}`, "addresses: 2 of them, there must be one for each"},
		{
			`{"nodes": 3, "addresses": [0, 1, 0]}`,
			"addresses: 0, each must be 0 to 1000000, and none may stand there twice",
		},
		{`{"nodes": 3, "addresses": [0, 1, -1]}`, "addresses: -1, each"},
		{`{"nodes": 3, "addresses": [0, 1, 1000001]}`, "addresses: 1000001, each"},
		{`{"nodes": 3, "interpretations": ["arrays", "close-last", "silent"]}`, ""},
		{`{"nodes": 3, "interpretations": ["a11"]}`, `interpretations: "a11", each must be one of`},
		{
			`{"nodes": 3, "interpretations": ["silent", "arrays"]}`,
			`interpretations: they must be in ascending order without repetition, "arrays" comes after "silent"`,
		},
		{
			`{"nodes": 3, "interpretations": ["arrays", "arrays"]}`,
			"interpretations: they must be in ascending order without repetition",
		},
		{`{"nodes": 3, "interpretations": ["arrays", "silent", "close-last"]}`, `"close-last" comes after "silent"`},
		{
			`{"nodes": 3, "interpretations": ["tie-arrival", "tie-lexicographic"]}`,
			`interpretations: "tie-arrival" and "tie-lexicographic" exclude each other`,
		},
	} {
		parses(t, c.text, c.want)
	}
}

// The views at the beginning are of members that are there, the one who leads among them; or there is none.
func TestParseViews(t *testing.T) {
	const full = `{"leader": 0, "members": [0,1,2]}`
	for _, c := range []struct{ last, want string }{
		{full, ""},
		{`{"leader": -1, "members": []}`, ""},
		{`{"leader": 1, "members": []}`, "views[2]: it has leader 1 and no members"},
		{`{"leader": 0, "members": [0,1]}`, "views[2]: its members are {0,1}, they must be some of 0 to 2, ascending"},
		{`{"leader": 0, "members": [0,2,3]}`, "views[2]: its members are {0,2,3}"},
		{`{"leader": 1, "members": [0,2]}`, "views[2]: its leader is 1, it must be one of its members {0,2}"},
	} {
		parses(t, `{"nodes": 3, "views": [`+full+","+full+","+c.last+"]}", c.want)
	}
}

// What is filled in is read again as it is, though processes without a replica have no members.
func TestParseFilledIn(t *testing.T) {
	for _, topology := range []Topology{Mutual, Observer, Observers} {
		cfg := FailoverConfig{Config: Config{Nodes: 4}, Topology: topology}
		if topology != Mutual {
			cfg.Watchers = 1
		}
		cfg = cfg.WithDefaults()
		text, err := json.Marshal(cfg)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := ParseFailover(text); err != nil || !reflect.DeepEqual(again, cfg) {
			t.Errorf("%s is read as %+v, %v", text, again, err)
		}
	}
}

// parses demands that a configuration is accepted, or refused with a text.
func parses(t *testing.T, text, want string) {
	t.Helper()
	_, err := Parse([]byte(text))
	if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("%s: %v, want %q", text, err, want)
	}
}

// A failover topology has two processes at least, of whom one watches where it has observers.
func TestParseFailover(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"nodes": 2}`, ""},
		{`{"nodes": 64}`, ""},
		{`{"nodes": 1}`, "nodes: 1, it must be 2 to 64"},
		{`{"nodes": 65}`, "nodes: 65, it must be 2 to 64"},
		{`{"nodes": 2, "watchers": 1}`, "watchers: 1, it must be 0 to 0 under mutual"},
		{`{"nodes": 3, "topology": "observer", "watchers": 2}`, "watchers: 2, it must be 1 to 1 under observer"},
		{`{"nodes": 3, "topology": "observers"}`, "watchers: 0, it must be 1 to 2 under observers"},
		{`{"nodes": 3, "topology": "observers", "watchers": 2}`, ""},
		{`{"nodes": 3, "topology": "observers", "watchers": 3}`, "watchers: 3, it must be 1 to 2 under observers"},
		{`{"nodes": 3, "topology": "star"}`, `topology: "star", it must be one of`},
		{`{"nodes": 3, "leavers": [0]}`, "leavers: {0}, nobody may leave"},
		{`{"nodes": 3, "failures": "vanish"}`, `failures: "vanish", it must be "stop"`},
		{`{"nodes": 3, "probeMs": 2, "ackMs": 1}`, ""},
		{`{"nodes": 3, "probeMs": 1, "ackMs": 1}`, "probeMs: 1, it must be 2 to"},
		{`{"nodes": 3, "probeMs": 2, "ackMs": 2}`, "ackMs: 2, it must be 1 to 1, less than probeMs"},
	} {
		_, err := ParseFailover([]byte(c.text))
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}
