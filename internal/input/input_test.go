package input

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"testing/fstest"
)

type minutes int

func (m *minutes) UnmarshalText(text []byte) error {
	if _, err := fmt.Sscanf(string(text), "%dmin", m); err != nil {
		return fmt.Errorf("%q, write 5min", text)
	}
	return nil
}

type inner struct {
	Must int `json:"must" input:"required"`
}

// either is a union.
type either struct{ text string }

func (either) Fields() map[string]reflect.Type {
	return map[string]reflect.Type{"number": reflect.TypeFor[int](), "inner": reflect.TypeFor[*inner]()}
}

func (e *either) UnmarshalJSON(text []byte) error {
	e.text = string(text)
	return nil
}

// group is embedded: its field stands among those of config.
type group struct {
	Nodes int `json:"nodes"`
}

type config struct {
	Wait   minutes  `json:"wait"`
	Inner  *inner   `json:"inner"`
	Either []either `json:"either"`

	group
	Rule  string `json:"rule"`
	Lists []int  `json:"lists"`
}

const fields = "either, inner, lists, nodes, rule, wait"

func TestRead(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"good":        {`{"nodes": 3, "rule": "tagged", "lists": [1]}`, ""},
		"empty":       {``, "f.json: the file is empty, it must hold a whole JSON value"},
		"blank":       {" \n", "f.json: the file is empty, it must hold a whole JSON value"},
		"marked":      {"\ufeff{}", "f.json: begins with a byte order mark, it must be UTF-8 without one"},
		"UTF-16":      {"\xff\xfe{\x00}\x00", "f.json: is UTF-16, it must be UTF-8, save it as such"},
		"UTF-16, big": {"\x00{\x00}", "f.json: is UTF-16, it must be UTF-8, save it as such"},
		"Latin-1":     {"{\"rule\": \"\xe9\"}", "f.json: is not UTF-8 at byte 11, it must be UTF-8, save it as such"},
		"no number": {
			`{"nodes": NaN}`,
			"f.json: nodes: not JSON at byte 11: invalid character 'N' looking for beginning of value",
		},
		"no number deep": {
			`{"nodes": 3, "lists": [1, {"a": []}, -Infinity]}`,
			"f.json: lists[2]: not JSON at byte 39: invalid character 'I' in numeric literal",
		},
		"no comma": {
			`{"inner": {"must": 0 "x"}}`,
			`f.json: inner: not JSON at byte 22: invalid character '"' after object key:value pair`,
		},
		"truncated":   {`{"nodes": 3`, "f.json: the file is cut off, it must hold a whole JSON value"},
		"unknown":     {`{"nodes": 3, "node": 4}`, "f.json: node: no such field, the fields are " + fields},
		"capitals":    {`{"Nodes": 3}`, "f.json: Nodes: no such field, the fields are " + fields},
		"twice":       {`{"nodes": 3, "nodes": 4}`, "f.json: nodes: stands there twice, keep one"},
		"mistyped":    {`{"nodes": "3"}`, "f.json: nodes: a JSON string stands where a whole number is wanted"},
		"not a list":  {`{"lists": 1}`, "f.json: lists: a JSON number stands where a list is wanted"},
		"more":        {`{} {}`, "f.json: something follows the JSON value, the file must hold one value only"},
		"not JSON":    {`x`, "f.json: not JSON at byte 1: invalid character 'x' looking for beginning of value"},
		"null":        {`{"nodes": null}`, "f.json: nodes: null stands where a whole number is wanted"},
		"deep":        {`{"lists": [null]}`, "f.json: lists[0]: null stands where a whole number is wanted"},
		"not a whole": {`{"nodes": 0.5}`, "f.json: nodes: a JSON number 0.5 stands where a whole number is wanted"},
		"text":        {`{"wait": "7min"}`, ""},
		"bad text":    {`{"wait": "7h"}`, `f.json: wait: "7h", write 5min`},
		"no text":     {`{"wait": 7}`, "f.json: wait: 7 stands where a text is wanted"},
		"required":    {`{"inner": {"must": 0}}`, ""},
		"union":       {`{"either": [{"inner": {"must": 0}}, {"number": 1}, {}]}`, ""},
		"no member": {
			`{"either": [{"text": 1}]}`, "f.json: either[0].text: no such field, the fields are inner, number",
		},
		"in a member": {`{"either": [{"inner": {}}]}`, "f.json: either[0].inner.must: is missing, give it"},
		"a bad member": {
			`{"either": [{"number": {}}]}`,
			"f.json: either[0].number: a JSON object stands where a whole number is wanted",
		},
		"no union": {`{"either": [1]}`, "f.json: either[0]: a JSON number stands where an object is wanted"},
		"missing":  {`{"inner": {}}`, "f.json: inner.must: is missing, give it"},
	} {
		t.Run(name, func(t *testing.T) {
			var c2 config
			err := Read(fstest.MapFS{"f.json": {Data: []byte(c.text)}}, "f.json", &c2)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("error %q, want %q", got, c.want)
			}
		})
	}
	if err := Read(fstest.MapFS{}, "none.json", &config{}); err == nil ||
		err.Error() != "none.json: cannot be read: file does not exist" {
		t.Errorf("a missing file gave %v", err)
	}
}

func TestIn(t *testing.T) {
	inner := Errorf("rule", "%q, it must be %q", "x", "last")
	got := In("cases.json", "cases[2]", In("", "config", inner))
	if got.Error() != `cases.json: cases[2].config.rule: "x", it must be "last"` {
		t.Errorf("%v", got)
	}
	other := errors.New("another")
	if In("f", "g", other) != other {
		t.Error("an error that is not about input must stay as it is")
	}
	if inner.File != "" || inner.Field != "rule" {
		t.Error("In changed the error that it was given")
	}
}

func TestAsJSON(t *testing.T) {
	if got := In("", "time", AsJSON(Errorf("Span", "0, it must be 1"))); got.Error() != "time.span: 0, it must be 1" {
		t.Errorf("%v", got)
	}
	if other := errors.New("Another"); AsJSON(other) != other || AsJSON(nil) != nil {
		t.Error("an error that is not about input must stay as it is")
	}
}

// letters keeps what it reads in memory that it has.
type letters struct{ all []byte }

func (l *letters) UnmarshalText(text []byte) error {
	l.all = append(l.all[:0], text...)
	return nil
}

// A list that stands in the text replaces the one that was there: its memory stays as it is, and
// its elements have nothing of the old ones. So it is with a map, and with what decodes itself.
func TestDecodeAnew(t *testing.T) {
	type step struct{ At, For int }
	type base struct{ Steps []step }
	type Links struct{ Steps []step }
	type config struct {
		base
		Links `json:"links"`
		Kept  []int
		Names map[string]int
		Deep  struct{ Steps []step }
		Pair  [2][]step
		Next  *step
		Word  letters
	}
	old := config{
		base{[]step{{1, 2}}},
		Links{[]step{{5, 6}}},
		[]int{5},
		map[string]int{"a": 1},
		struct{ Steps []step }{[]step{{3, 4}}},
		[2][]step{{{1, 1}}, {{2, 2}}},
		&step{1, 2},
		letters{[]byte("seven")},
	}
	is := old
	is.Next = &step{1, 2}
	text := `{"Steps": [{"At": 7}], "Names": {"b": 2}, "Deep": {"Steps": [{"For": 8}]},
		"Pair": [[{"At": 9}], []], "Next": {"At": 3}, "Word": "eight"}`
	if err := Decode([]byte(text), &is); err != nil {
		t.Fatal(err)
	}
	said := func(c config) string {
		return fmt.Sprint(c.base, c.Links, c.Kept, c.Names, c.Deep, c.Pair, *c.Next, string(c.Word.all))
	}
	if got, want := said(is), "{[{7 0}]} {[{5 6}]} [5] map[b:2] {[{0 8}]} [[{9 0}] []] {3 2}eight"; got != want {
		t.Errorf("it reads %s, want %s", got, want)
	}
	if got, want := said(old), "{[{1 2}]} {[{5 6}]} [5] map[a:1] {[{3 4}]} [[{1 1}] [{2 2}]] {1 2}seven"; got != want {
		t.Errorf("what was there has become %s, want %s", got, want)
	}
}
