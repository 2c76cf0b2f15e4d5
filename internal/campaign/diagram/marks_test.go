package diagram_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign/diagram"
	"github.com/scrutineer-go/scrutineer/spec"
)

// marked is the last of the handmade traces with all that can be told about it.
func marked(t *testing.T) diagram.Diagram {
	t.Helper()
	ms := faults.Time(1_000_000)
	return diagram.Diagram{
		Title: "t", Nodes: 3, Lines: parse(t, handmade[3].trace),
		Faults: []diagram.Fault{
			{Text: "process 0 crashes", Events: []int{2}},
			{Text: "process 2 crashes inside", Events: []int{3}},
			{Text: "a copy waits", Copies: []int{1}},
			{Text: "never", Events: []int{900}},
			{Text: "process 1 pauses", Spans: []faults.Span{{Node: 1, Begin: ms, End: 3 * ms, Text: "paused"}}},
			{Text: "too late", Spans: []faults.Span{{Node: 1, Begin: 9 * ms, End: 99 * ms, Text: "paused late"}}},
		},
		Drawn:   []string{"drawn: 3 of 1000"},
		Changes: map[int][]string{1: {"Run: 0 → 1", "A<b>: none → 2"}, 6: {"Run: 1 → 2"}, 77: {"unseen"}},
		Says: []diagram.Saying{
			{Event: 1, At: 1, Text: "follows 2"},
			{Event: 2, At: 2, Text: "follows 2"},
			{Event: 3, At: 2, Text: ""},
			{Event: 5, At: 1, Text: "follows 1"},
		},
		Links: []diagram.Link{{Title: "The history", Href: "the history.html"}},
	}
}

var bandTag = regexp.MustCompile(`<g data-band="([^"]*)" data-process="(\d)">.*class="(\w+)[^"]*" .*y="(\d+)" .*` +
	`height="(\d+)"`)

func TestMarks(t *testing.T) {
	d := marked(t)
	check(t, d)
	page := draw(t, d)
	for _, want := range []string{
		`<b>①</b> process 0 crashes<span class="outcomes">: see event <a href="#d2">2</a></span>`,
		`<b>③</b> a copy waits<span class="outcomes">: see event <a href="#d1">1</a>, <a href="#d4">4</a></span>`,
		`<b>④</b> never<span class="outcomes"></span>`, "<li>drawn: 3 of 1000</li>",
		">① Crash</text>", ">② crashes after 1 effect</text>", ">③ B</text>", ">⑤ paused</text>",
		"Crash at 0; ① process 0 crashes</title>", "lost in event 4; ③ a copy waits</title>",
		`<div><p>event 1, Kick at 1:</p><ul><li>Run: 0 → 1</li><li>A&lt;b&gt;: none → 2</li></ul></div>`,
		`<span class="changes">Run: 1 → 2</span>`, `<a href="the%20history.html">The history</a>`,
	} {
		if n := strings.Count(page, want); n != 1 {
			t.Errorf("%q stands %d times in the page, want once", want, n)
		}
	}
	if got := attributes(page, "data-change"); !slices.Equal(got, []int{1, 6}) {
		t.Errorf("the events %v unfold, want 1 and 6", got)
	}
	for _, bad := range []string{"unseen", "too late</title>", "paused late", "<script"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
}

// Bands begin and end in the rows where they do.
func TestBands(t *testing.T) {
	page := draw(t, marked(t))
	var rows []int // where the events stand
	for _, m := range regexp.MustCompile(`y="(\d+)" text-anchor="end" class="number"`).FindAllStringSubmatch(page, -1) {
		rows = append(rows, int(node(m[1]))-4)
	}
	foot := int(node(regexp.MustCompile(`class="box foot" x="\d+" y="(\d+)"`).FindStringSubmatch(page)[1]))
	type band struct {
		text, node, class string
		top, bottom       int
	}
	var got []band
	for _, m := range bandTag.FindAllStringSubmatch(page, -1) {
		top := int(node(m[4]))
		got = append(got, band{m[1], m[2], m[3], top, top + int(node(m[5]))})
	}
	want := []band{
		{"follows 2", "1", "said", rows[0], rows[4]},
		{"follows 2", "2", "said", rows[1], rows[2]},
		{"follows 1", "1", "said", rows[4], foot},
		{"⑤ paused", "1", "there", 0, rows[4]},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(band{})); diff != "" {
		t.Errorf("bands (-want +got):\n%s", diff)
	}
}

// A window of 1280 pixels shows five processes, whatever they say, and cuts nothing that has
// room.
func TestWidth(t *testing.T) {
	long := "a text of about sixty characters that a message may have in it"
	body := string(diagramJSON(t, long+", "+long))
	trace := `{"at":"1ms","text":"Kick at $last","action":"Kick","node":$last,"body":` + body + `,"sent":[` +
		`{"copy":1,"kind":"A","to":0,"body":` + body + `},{"copy":2,"kind":"A","to":$last,"body":` + body + `},` +
		`{"copy":3,"kind":"A","to":$other,"body":` + body + `}]}
{"at":"1ms","text":"DeliverA $last→0","action":"DeliverA","node":0,"copy":1,"from":$last,"now":"1h0m0s"}
{"at":"1ms","text":"DeliverA $last→$last","action":"DeliverA","node":$last,"copy":2,"from":$last}`
	for nodes := 2; nodes <= 5; nodes++ {
		last, other := spec.NodeID(nodes-1), spec.NodeID(nodes-2)
		trace := strings.NewReplacer("$last", last.String(), "$other", other.String()).Replace(trace)
		d := diagram.Diagram{Nodes: nodes, Lines: parse(t, trace)}
		for id := range nodes {
			d.Says = append(d.Says, diagram.Saying{Event: 1, At: spec.NodeID(id), Text: "says " + long + long})
		}
		page := draw(t, d)
		_, picture, _ := strings.Cut(page, `class="picture"`)
		checkPlaces(t, picture)
		if width := int(node(pictureSize.FindStringSubmatch(picture)[1])); width > 1280-2*24-16 {
			t.Errorf("%d processes are %d pixels wide", nodes, width)
		}
		labels := regexp.MustCompile(`class="label [^"]*">[^<]*`+long+", "+long[:20]).FindAllString(picture, -1)
		if len(labels) != 4 { // beside the mark, at two arrows, and at one that does not arrive
			t.Errorf("%d processes: %d labels are as long as there is room: %q", nodes, len(labels), labels)
		}
	}
}

func diagramJSON(t *testing.T, text string) []byte {
	t.Helper()
	body, err := json.Marshal(struct{ Text string }{text})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// What a clock reads stands in a column of its own, where the processes look at it or it is off.
func TestClocks(t *testing.T) {
	const trace = `{"at":"1ms","text":"Kick at 0","action":"Kick","node":0}`
	off := strings.Replace(trace, `"action"`, `"now":"-59m59.9990005s","action"`, 1)
	for _, c := range []struct {
		trace string
		reads bool
		want  string
	}{
		{trace, false, ""},
		{trace, true, `class="clock same">1ms</text>`},
		{off, false, `class="clock">-59m59.999s</text>`},
	} {
		page := draw(t, diagram.Diagram{Nodes: 1, Lines: parse(t, c.trace), Clocks: c.reads})
		_, picture, _ := strings.Cut(page, `class="picture"`)
		has := strings.Contains(picture, `class="clock`)
		if has != (c.want != "") || !strings.Contains(picture, c.want) {
			t.Errorf("%+v: the picture does not have it so", c)
		}
	}
}

func TestWhatCannotBeMarked(t *testing.T) {
	for _, c := range []struct {
		change func(d *diagram.Diagram)
		want   string
	}{
		{func(d *diagram.Diagram) { d.Links[0].Href = "https://example.org" }, "cannot link"},
		{func(d *diagram.Diagram) { d.Links[0].Href = "../plan.json" }, "cannot link"},
		{func(d *diagram.Diagram) { d.Says[0].At = 3 }, "process 3"},
		{func(d *diagram.Diagram) { d.Says[3].Event = 2 }, "out of place"},
		{func(d *diagram.Diagram) { d.Faults[4].Spans[0].Node = -1 }, "at process -1"},
	} {
		d := marked(t)
		c.change(&d)
		if err := diagram.Write(&bytes.Buffer{}, d); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}
