package claims

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/internal/input/inputtest"
)

// goodFile has evidence of every kind, and a claim without a check.
const goodFile = `{
  "version": 1,
  "title": ["Toys,", "2026"],
  "claims": [
    {
      "id": "T-1", "where": "I", "says": ["It is so."],
      "check": {
        "verdict": "refuted",
        "found": ["It is", "not so."],
        "against": [
          {"fails": "P", "cases": ["bad", "worse"]},
          {"corpus": "x", "expectation": 2, "violates": "P", "outside": ["S"]},
          {"computed": "sum"}
        ],
        "for": [
          {"holds": "P", "cases": ["good", "better"]},
          {"holds": "Q", "explored": ["large", "larger"]},
          {"campaign": "Q"},
          {"drawn": "runs"},
          {"measured": "memory"}
        ]
      }
    },
    {
      "id": "T-2", "where": "II", "says": ["And", "so."],
      "check": {"verdict": "open", "found": ["Not yet."], "known": [{"computed": "sum"}]}
    },
    {"id": "T-3", "where": "III", "says": ["Or so."]}
  ]
}`

// sums are the computations that goodFile names. Each returns the name that it is called by.
func sums() Computations {
	code := Computations{}
	for _, name := range []string{"T-1 sum", "T-1 runs", "T-1 memory", "T-2 sum"} {
		code[name] = func() (string, error) { return name, nil }
	}
	return code
}

// A file becomes the claims, and the checks with their evidence in its order.
func TestParse(t *testing.T) {
	got, err := Parse("claims.json", []byte(goodFile), sums())
	if err != nil {
		t.Fatal(err)
	}
	code := func(name string, by By, found string) Code {
		return Code{Name: name, By: by, Run: func() (string, error) { return found, nil }}
	}
	want := Paper{
		Title: "Toys, 2026",
		Claims: []Claim{
			{ID: "T-1", Where: "I", Says: "It is so."},
			{ID: "T-2", Where: "II", Says: "And so."},
			{ID: "T-3", Where: "III", Says: "Or so."},
		},
		Checks: []Check{{
			Claim: "T-1", Verdict: Refuted, Found: "It is not so.",
			Against: []Evidence{
				Case{ID: "bad", Property: "P", Fails: true},
				Case{ID: "worse", Property: "P", Fails: true},
				Corpus{Entry: "x", Expectation: 2, Violates: "P", Outside: []string{"S"}},
				code("sum", Exactly, "T-1 sum"),
			},
			For: []Evidence{
				Case{ID: "good", Property: "P"},
				Case{ID: "better", Property: "P"},
				Exploration{ID: "large", Property: "Q"},
				Exploration{ID: "larger", Property: "Q"},
				Campaign{Property: "Q"},
				code("runs", Draws, "T-1 runs"),
				code("memory", Machine, "T-1 memory"),
			},
		}, {
			Claim: "T-2", Verdict: Open, Found: "Not yet.", Known: []Evidence{code("sum", Exactly, "T-2 sum")},
		}},
	}
	sameFinding := cmp.Comparer(func(a, b func() (string, error)) bool {
		one, _ := a()
		other, _ := b()
		return one == other
	})
	if diff := cmp.Diff(want, got, sameFinding); diff != "" {
		t.Error(diff)
	}
	red := got.Decide("toy", Results{}).Red()
	if last := red[len(red)-1]; last.ID != "T-3" || !strings.HasPrefix(last.Problem, "nothing decides it") {
		t.Errorf("a claim without a check: %+v", last)
	}
}

// Each mistake in a file is an error that names the file and the field.
func TestParseRefuses(t *testing.T) {
	for _, row := range []struct{ old, new, field, want string }{
		{`"version": 1`, `"version": 2`, "version", "is 2, want 1"},
		{`"version": 1,`, ``, "version", "is missing"},
		{`"title"`, `"Title"`, "Title", "no such field, the fields are claims, title, version"},
		{`"where": "II"`, `"verdict": "open"`, "claims[1].verdict", "no such field"},
		{`"where": "II", `, ``, "claims[1].where", "is missing"},
		{`"says": ["Or so."]`, `"says": "Or so."`, "claims[2].says", "a JSON string stands where a list"},
		{`"T-2"`, `"T-1"`, "claims[1].id", `"T-1" is the number of another claim, too`},
		{`"verdict": "open", `, ``, "claims[1].check.verdict", "is missing"},
		{`"known"`, `"shown"`, "claims[1].check.shown", "no such field"},
		{`{"campaign": "Q"}`, `{"campain": "Q"}`, "claims[0].check.for[2].campain", "no such field"},
		{`{"campaign": "Q"}`, `{}`, "claims[0].check.for[2]", "want cases with holds or fails"},
		{`{"campaign": "Q"}`, `{"campaign": "Q", "drawn": "runs"}`, "claims[0].check.for[2]", "and nothing beside"},
		{`"fails": "P", "cases"`, `"cases"`, "claims[0].check.against[0]", "want cases with holds or fails"},
		{`{"fails": "P", `, `{"holds": "P", "fails": "P", `, "claims[0].check.against[0]", "and nothing beside"},
		{`"holds": "Q", "explored"`, `"fails": "Q", "explored"`, "claims[0].check.for[1]", "explored with holds"},
		{`["bad", "worse"]`, `[]`, "claims[0].check.against[0]", "want cases"},
		{`[{"computed": "sum"}]`, `[{"computed": "x"}]`, "claims[1].check.known[0]", `no computation "T-2 x"`},
		{`{"measured": "memory"}`, `{"measured": "bytes"}`, "claims[0].check.for[4]", `no computation "T-1 bytes"`},
		{`{"drawn": "runs"}`, `{"drawn": "walks"}`, "claims[0].check.for[3]", `no computation "T-1 walks"`},
		{`[{"computed": "sum"}]`, `[]`, "claims", `none names the computation "T-2 sum"`},
	} {
		text := strings.Replace(goodFile, row.old, row.new, 1)
		if text == goodFile {
			t.Fatalf("%s does not stand in the file", row.old)
		}
		_, err := Parse("p/claims.json", []byte(text), sums())
		inputtest.Want(t, err, "p/claims.json", row.field, row.want)
	}
}

// A wrong file that is part of the program stops it, and says which file.
func TestMust(t *testing.T) {
	defer func() {
		if err, ok := recover().(error); !ok || !strings.HasPrefix(err.Error(), "p/claims.json: ") {
			t.Errorf("panics with %v, want an error on p/claims.json", err)
		}
	}()
	Must("p/claims.json", nil, nil)
}
