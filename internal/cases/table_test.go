package cases

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/scrutineer-go/scrutineer/internal/input/inputtest"
)

// goodCase is a case that the tests below break in one place.
const goodCase = `"id": "a", "why": "x", "kind": "safety",
	"module": "MCA", "specification": "S", "invariants": ["T"]`

// tableFS holds a table with one case of this text and its module.
func tableFS(text string) fstest.MapFS {
	return fstest.MapFS{
		"p/cases.json": {Data: []byte(`{"version": 1, "protocol": "p", "cases": [{` + text + `}]}`)},
		"p/MCA.tla":    {},
	}
}

func TestRead(t *testing.T) {
	table, err := Read(tableFS(goodCase+`, "config": {"nodes": 2, "max": 2}, "budget": {"Up": 2}, "mayCrash": [0],
		"quick": true, "never": ["Lose"]}, {`+strings.Replace(goodCase, `"a"`, `"b"`, 1)), "p/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	c, ok := table.Case("a")
	if !ok || table.Dir != "p" || len(table.Cases) != 2 || string(c.Config) != `{"nodes": 2, "max": 2}` {
		t.Errorf("got %+v", table)
	}
	if c.Budget["Up"] != 2 || len(c.MayCrash) != 1 || !c.Quick || c.Never[0] != "Lose" {
		t.Errorf("got %+v", c)
	}
	if _, ok := table.Case("nothing"); ok {
		t.Error("found a case that is not there")
	}
}

func TestReadRefusesFile(t *testing.T) {
	good := string(tableFS(goodCase)["p/cases.json"].Data)
	for _, tt := range []struct{ text, field, want string }{
		{"", "", "the file is empty"},
		{good[:40], "", "the file is cut off"},
		{good + "x", "", "something follows"},
		{"{,}", "", "invalid character"},
		{"[]", "", "where an object is wanted"},
		{strings.Replace(good, "1", "2", 1), "version", "is 2, want 1"},
		{strings.Replace(good, "1", `"1"`, 1), "version", "a JSON string stands where a whole number"},
		{strings.Replace(good, `"p"`, `""`, 1), "protocol", "is empty"},
		{strings.Replace(good, `"protocol"`, `"Protocol"`, 1), "Protocol", "no such field, the fields are cases,"},
		{`{"version": 1, "protocol": "p", "cases": []}`, "cases", "is empty"},
		{`{"version": 1, "protocol": "p"}`, "cases", "is empty"},
		{`{"version": 1, "protocol": "p", "cases": [3]}`, "cases[0]", "where an object is wanted"},
		{strings.Replace(good, `"protocol"`, `"extends": "q", "protocol"`, 1), "extends", "no folder q beside the"},
		{`{"version": 1, "version": 1}`, "version", "stands there twice"},
	} {
		fsys := tableFS(goodCase)
		fsys["p/cases.json"] = &fstest.MapFile{Data: []byte(tt.text)}
		_, err := Read(fsys, "p/cases.json")
		inputtest.Want(t, err, "p/cases.json", tt.field, tt.want)
	}
	_, err := Read(tableFS(goodCase), "p/table.json")
	inputtest.Want(t, err, "p/table.json", "", "file does not exist")
}

func TestReadRefusesCase(t *testing.T) {
	if _, err := Read(tableFS(goodCase), "p/cases.json"); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ old, new, field, want string }{
		{`"id": "a"`, `"id": ""`, "id", "is no id"},
		{`"id": "a"`, `"id": "a b"`, "id", "is no id"},
		{`"id": "a"`, `"id": null`, "id", "null stands where"},
		{`"id": "a"`, `"id": 1`, "id", "a JSON number stands where a string"},
		{`"why": "x"`, `"why": " "`, "why", "is empty"},
		{`"why"`, `"wy"`, "wy", "no such field"},
		{`"why"`, `"Why"`, "Why", "no such field"},
		{`"safety"`, `"safty"`, "kind", "want graph, safety, liveness, violation, exploration or bound"},
		{`"MCA"`, `"MCB"`, "module", "no file MCB.tla"},
		{`"MCA"`, `"../MCA"`, "module", "is no module"},
		{`"module"`, `"cfg": "a.cfg", "module"`, "cfg", "no such field"},
		{`"specification": "S"`, `"specification": "INIT"`, "specification", "is no name"},
		{`["T"]`, `["T", "CONSTRAINT"]`, "invariants", "no keyword of a cfg"},
		{`["T"]`, `["T"], "properties": ["VIEW"]`, "properties", "no keyword of a cfg"},
		{`"specification": "S"`, `"specification": ""`, "specification", "is no name"},
		{`"specification": "S", `, ``, "specification", "is no name"},
		{`"specification": "S"`, `"specification": "S \\/ T"`, "specification", "is no name"},
		{`["T"]`, `[]`, "invariants", "checks nothing"},
		{`["T"]`, `["T", "T"]`, "invariants", "stands twice"},
		{`["T"]`, `"T"`, "invariants", "a JSON string stands where a list"},
		{`["T"]`, `["T"], "states": -1`, "states", "is -1"},
		{`["T"]`, `["T"], "edges": 1`, "edges", "only graphs and explorations"},
		{`["T"]`, `["T"], "violates": "T"`, "violates", "only a case of kind violation"},
		{`["T"]`, `["T"], "length": 3`, "violates", "only a case of kind violation"},
		{`["T"]`, `["T"], "deadlock": "no"`, "deadlock", "a JSON string stands where"},
		{`["T"]`, `["T"], "budget": {"Up": "x"}`, "budget.Up", "a JSON string stands where"},
		{`"safety"`, `"liveness"`, "properties", "exactly one"},
		{`"safety"`, `"violation"`, "violates", "is empty"},
		{`"safety"`, `"violation", "violates": "U"`, "violates", "must be the only"},
		{`"safety"`, `"violation", "violates": "T", "properties": ["P"]`, "violates", "must be the only"},
		{`"safety"`, `"violation", "violates": "T", "states": 4`, "states", "no stable counts"},
	} {
		text := strings.Replace(goodCase, tt.old, tt.new, 1)
		_, err := Read(tableFS(text), "p/cases.json")
		inputtest.Want(t, err, "p/cases.json", "cases[0]."+tt.field, tt.want)
	}
	_, err := Read(tableFS(goodCase+"}, {"+goodCase), "p/cases.json")
	inputtest.Want(t, err, "p/cases.json", "cases[1].id", "also the id of cases[0]")
	a, b := strings.Replace(goodCase, `"a"`, `"a-b"`, 1), strings.Replace(goodCase, `"a"`, `"a_b"`, 1)
	_, err = Read(tableFS(a+"}, {"+b), "p/cases.json")
	inputtest.Want(t, err, "p/cases.json", "cases[1].id", `"a_b" is also the id of cases[0]`)
}

func TestUnlisted(t *testing.T) {
	for file, want := range map[string]string{
		"p/MCB.tla": "no case of p/cases.json names it", "p/a.cfg": "is read by nobody",
		"p/B.tla": "", "p/notes.md": "", "b.cfg": "", "p/q/b.cfg": "",
	} {
		fsys := tableFS(goodCase)
		table, err := Read(fsys, "p/cases.json")
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(fsys, fstest.MapFS{file: {}})
		err = Unlisted(fsys, table)
		if want != "" {
			inputtest.Want(t, err, file, "", want)
		} else if err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}
