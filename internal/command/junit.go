package command

import (
	"encoding/xml"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
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
func junitText(results []result) ([]byte, error) {
	report := junitSuites{Name: junitName}
	for _, r := range results {
		i := slices.IndexFunc(report.Suites, func(s junitSuite) bool { return s.Name == r.protocol })
		if i < 0 {
			i = len(report.Suites)
			report.Suites = append(report.Suites, junitSuite{Name: r.protocol})
		}
		report.Suites[i].add(r)
	}
	text, err := xml.MarshalIndent(report, "", "  ")
	return append([]byte(xml.Header), append(text, '\n')...), err
}

func (s *junitSuite) add(r result) {
	c := junitCase{Class: s.Name, Name: r.name, Time: fmt.Sprintf("%.3f", r.seconds)}
	for _, failure := range r.failures {
		c.Failures = append(c.Failures, junitMessage{phrase.FirstLine(failure.why), failure.why})
		if c.File == "" {
			c.File = failure.file
		}
	}
	s.Tests++
	switch {
	case len(r.failures) > 0:
		s.Failures++
	case r.notRun != "":
		s.Skipped++
		c.Skipped = &junitMessage{Message: r.notRun}
	}
	s.seconds += r.seconds
	s.Time = fmt.Sprintf("%.3f", s.seconds)
	s.Cases = append(s.Cases, c)
}
