package command

import (
	"encoding/xml"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// junitSuites is a JUnit report: a suite for each protocol, and in it a test case for each thing
// that was judged.
type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Name    string       `xml:"name,attr"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
	seconds  float64
}

type junitCase struct {
	Class    string         `xml:"classname,attr"`
	Name     string         `xml:"name,attr"`
	File     string         `xml:"file,attr,omitempty"`
	Time     string         `xml:"time,attr"`
	Failures []junitMessage `xml:"failure"`
	Skipped  *junitMessage  `xml:"skipped"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// junitName is the name of every report, by which a file is known to be one of this program.
const junitName = "scrutineer"

// isJUnit reports whether a text is a report of this program.
func isJUnit(text []byte) bool {
	var suites junitSuites
	return xml.Unmarshal(text, &suites) == nil && suites.Name == junitName
}

// junitText is the report of what was judged.
func junitText(results []verify.Outcome) ([]byte, error) {
	report := junitSuites{Name: junitName}
	for _, r := range results {
		i := slices.IndexFunc(report.Suites, func(s junitSuite) bool { return s.Name == r.Protocol })
		if i < 0 {
			i = len(report.Suites)
			report.Suites = append(report.Suites, junitSuite{Name: r.Protocol})
		}
		report.Suites[i].add(r)
	}
	text, err := xml.MarshalIndent(report, "", "  ")
	return append([]byte(xml.Header), append(text, '\n')...), err
}

func (s *junitSuite) add(r verify.Outcome) {
	c := junitCase{Class: s.Name, Name: r.Name, Time: fmt.Sprintf("%.3f", r.Seconds)}
	for _, failure := range r.Failures {
		c.Failures = append(c.Failures, junitMessage{phrase.FirstLine(failure.Why), failure.Why})
		if c.File == "" {
			c.File = failure.File
		}
	}
	s.Tests++
	switch {
	case len(r.Failures) > 0:
		s.Failures++
	case r.NotRun != "":
		s.Skipped++
		c.Skipped = &junitMessage{Message: r.NotRun}
	}
	s.seconds += r.Seconds
	s.Time = fmt.Sprintf("%.3f", s.seconds)
	s.Cases = append(s.Cases, c)
}
