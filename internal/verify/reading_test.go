package verify

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/spec"
)

// configured is an instance of which the configuration alone matters.
type configured struct {
	cfg any
	Instance
}

func (c configured) Subject(spec.Budget) Subject  { return &system{} }
func (c configured) Configuration() any           { return c.cfg }
func (c configured) MarshalJSON() ([]byte, error) { return json.Marshal(c.cfg) }

// A configuration is told by the fields that its Engine names, in their order, of which
// those that say nothing are left out.
func TestReading(t *testing.T) {
	type inner struct {
		Deep int `json:"deep,omitempty"`
	}
	type config struct {
		inner
		C     int      `json:"c"`
		Rule  string   `json:"rule"`
		Reads []string `json:"interpretations,omitempty"`
		Empty []string `json:"churn"`
		None  spec.Set `json:"none"`
		Never bool     `json:"breaksC"`
		Nodes int      `json:"nodes"`
	}
	read := func(fields ...string) []string {
		cfg := config{inner{7}, 0, "last", []string{"a", "b"}, []string{}, nil, false, 3}
		return Engine{Reading: fields}.reading(configured{cfg: cfg})
	}
	all := []string{"rule", "c", "interpretations", "churn", "none", "breaksC", "deep"}
	want := []string{"rule=last", "c=0", `interpretations=["a","b"]`, "deep=7"}
	if got := read(all...); !slices.Equal(got, want) {
		t.Errorf("it is told as %q, want %q", got, want)
	}
	if got := (Engine{}).reading(configured{cfg: func() {}}); got != nil {
		t.Errorf("without names it is told as %q", got)
	}
	defer func() {
		if breach, ok := recover().(spec.Breach); !ok || !strings.Contains(breach.Why, "held") {
			t.Errorf("a name that is no field's ends with %v", breach)
		}
	}()
	read("rule", "held")
}

// A case is opened with its reading.
func TestCasesAreRead(t *testing.T) {
	type config struct {
		Rule string `json:"rule"`
	}
	e := Engine{Reading: []string{"rule"}, Instance: func(text []byte) (Instance, error) {
		var cfg config
		err := json.Unmarshal(text, &cfg)
		return configured{cfg: cfg}, err
	}}
	s, err := e.open(cases.Case{Kind: cases.Exploration, Config: json.RawMessage(`{"rule": "last"}`)})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Met().Reading; !slices.Equal(got, []string{"rule=last"}) {
		t.Errorf("it is told as %q", got)
	}
	if _, err := e.readingOf(json.RawMessage("{")); err == nil {
		t.Error("what is no configuration is read")
	}
}

func TestBound(t *testing.T) {
	crash, reading := map[string]int{"crash": 1, "loss": 0}, []string{"c=1", "rule=last"}
	for want, got := range map[string]string{
		"3 processes, crash=1":                       bound(Met{Nodes: 3}, crash),
		"3 processes without faults":                 bound(Met{Nodes: 3}, nil),
		"3 processes, c=1 rule=last, crash=1":        bound(Met{Nodes: 3, Reading: reading}, crash),
		"3 processes, c=1 rule=last, without faults": bound(Met{Nodes: 3, Reading: reading}, nil),
		"4 members by round":                         bound(Met{Within: "4 members by round"}, crash),
		"4 members by round, c=1 rule=last":          bound(Met{Within: "4 members by round", Reading: reading}, nil),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
