package command

import (
	"bytes"
	"encoding/xml"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// What an annotation may not hold is written otherwise.
func TestAnnotate(t *testing.T) {
	t.Setenv("GITHUB_ACTIONS", "true")
	var out bytes.Buffer
	annotate([]verify.Outcome{
		{Protocol: "p", Name: "fine"},
		{Protocol: "p", Name: "left out", NotRun: "it was"},
		{Protocol: "p", Name: "a:b,c", Failures: []verify.Complaint{
			{Why: "100 %\r\nof: a,b", File: "d,e:f/50%.json"}, {Why: "more"},
		}},
	}, &out)
	const want = "::error file=d%2Ce%3Af/50%25.json,title=p/a%3Ab%2Cc::100 %25%0D%0Aof: a,b\n" +
		"::error title=p/a%3Ab%2Cc::more\n"
	if out.String() != want {
		t.Errorf("%s, want\n%s", &out, want)
	}
}

// A result that says nothing is no failure, and whatever a failure says is text in XML.
func TestJUnitText(t *testing.T) {
	text, err := junitText([]verify.Outcome{
		{Protocol: "p", Name: "a", Seconds: 1.5, Failures: []verify.Complaint{
			{Why: "<b> & \"c\"\nmore\x00", File: "f.json"},
		}},
		{Protocol: "q", Name: "d", NotRun: "no time"},
		{Protocol: "p", Name: "e", Seconds: 0.25},
	})
	var report junitSuites
	if err == nil {
		err = xml.Unmarshal(text, &report)
	}
	if err != nil || !isJUnit(text) || len(report.Suites) != 2 {
		t.Fatalf("%v\n%s", err, text)
	}
	p, q := report.Suites[0], report.Suites[1]
	if p.Tests != 2 || p.Failures != 1 || p.Skipped != 0 || p.Time != "1.750" || p.Cases[0].File != "f.json" ||
		p.Cases[0].Failures[0] != (junitMessage{`<b> & "c"`, "<b> & \"c\"\nmore\uFFFD"}) {
		t.Errorf("%+v", p)
	}
	if q.Tests != 1 || q.Failures != 0 || q.Skipped != 1 || q.Cases[0].Skipped.Message != "no time" {
		t.Errorf("%+v", q)
	}
}
