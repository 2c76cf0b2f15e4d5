package diagram_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign/diagram"
	"github.com/scrutineer-go/scrutineer/spec"
)

// box is where a label stands, estimated.
type box struct {
	left, right, top, bottom int
	text                     string
}

var (
	pictureSize = regexp.MustCompile(`viewBox="0 0 (\d+) (\d+)"`)
	textTag     = regexp.MustCompile(`<text x="(\d+)" y="(\d+)" text-anchor="(\w+)" class="([\w ]+)">([^<]*)</text>`)
	fraction    = regexp.MustCompile(` (?:x|y|d|cx|cy|r|width|height)="[^"]*\d\.\d[^"]*"`)
)

// labels returns where labels and annotations stand.
func labels(t *testing.T, picture string) []box {
	t.Helper()
	var boxes []box
	for _, m := range textTag.FindAllStringSubmatch(picture, -1) {
		x, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		y, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		width := utf8.RuneCountInString(m[5]) * 6
		b := box{left: x, right: x + width, top: y - 9, bottom: y + 2, text: m[5]}
		switch m[3] {
		case "end":
			b.left, b.right = x-width, x
		case "middle":
			b.left, b.right = x-width/2, x+width/2
		}
		boxes = append(boxes, b)
	}
	return boxes
}

// checkPlaces looks for texts that lie on each other or outside the picture.
func checkPlaces(t *testing.T, picture string) {
	t.Helper()
	size := pictureSize.FindStringSubmatch(picture)
	width, height := int(node(size[1])), int(node(size[2]))
	boxes := labels(t, picture)
	for i, a := range boxes {
		if a.left < 0 || a.right > width || a.top < 0 || a.bottom > height {
			t.Errorf("%+v is outside the picture of %d × %d", a, width, height)
		}
		for _, b := range boxes[:i] {
			if a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom {
				t.Errorf("texts meet: %+v and %+v", b, a)
			}
		}
	}
	if found := fraction.FindString(picture); found != "" {
		t.Errorf("a coordinate is no whole number: %s", found)
	}
}

func TestTheFileNeedsNothingElse(t *testing.T) {
	page := draw(t, diagram.Diagram{Title: "t", Nodes: 3, Lines: run(t, 1, 3)})
	for _, bad := range []string{"<script", "http", "src=", "@import", "url(", "<link", "NaN", "%!"} {
		if strings.Contains(page, bad) {
			t.Errorf("the file has %s", bad)
		}
	}
	if !strings.Contains(page, "prefers-color-scheme: dark") || !strings.Contains(page, "@media print") {
		t.Error("no style for the dark, or none for print")
	}
}

func TestTextsAreEscaped(t *testing.T) {
	at := spec.NodeID(0)
	evil := "<b onload=\"x\">&'\x00"
	page := draw(t, diagram.Diagram{
		Title: evil, Facts: [][2]string{{evil, evil}}, Nodes: 1, Ends: []string{evil},
		Marks: map[int]string{1: evil, 9: evil},
		Lines: []world.TraceLine{{
			N: 1, Text: evil, Action: evil, Node: &at, Body: []byte(`{"A":"<b>\u0000"}`),
			Sent: []world.SentLine{{Copy: 1, Kind: evil}},
		}},
	})
	if strings.Contains(page, "<b ") || strings.Contains(page, "<b>") || strings.Contains(page, "\x00") {
		t.Error("a text got into the file as it was")
	}
	_, arrows, err := diagram.Read([]byte(page))
	want := strings.ReplaceAll(evil, "\x00", "\ufffd")
	if err != nil || len(arrows) != 1 || arrows[0].Kind != want {
		t.Errorf("read back %+v, %v; want the kind %q", arrows, err, want)
	}
}

func TestOnlyTheFirstEventsAreShown(t *testing.T) {
	at := spec.NodeID(1)
	var lines []world.TraceLine
	for n := 1; n <= diagram.MaxEvents+50; n++ {
		l := world.TraceLine{N: n, At: faults.Time(n) * 1000, Text: "Kick at 1", Action: "Kick", Node: &at}
		l.Sent = []world.SentLine{{Copy: n, Kind: "Late", To: 0}}
		if n > 1 {
			l = world.TraceLine{N: n, At: l.At, Text: "Kick at 1", Action: "Kick", Node: &at}
		}
		if n == diagram.MaxEvents+1 {
			l = world.TraceLine{N: n, Text: "DeliverLate 1→0", Action: "DeliverLate", Copy: 1, Node: new(spec.NodeID)}
			l.From = &at
		}
		lines = append(lines, l)
	}
	page := draw(t, diagram.Diagram{Nodes: 2, Lines: lines, Marks: map[int]string{diagram.MaxEvents + 7: "broken"}})
	for _, want := range []string{
		"Only the first 300 of 350 events are shown", "Event 307, which is not shown: broken", `data-fate="open"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := len(attributes(page, "data-event")); n != diagram.MaxEvents {
		t.Errorf("%d events are drawn", n)
	}
}

func TestWhatIsWritten(t *testing.T) {
	page := draw(t, diagram.Diagram{
		Title: "A title", Facts: [][2]string{{"violates", "Agreement"}}, Nodes: 3, Ends: []string{"follows 1", "down"},
		Lines: parse(t, handmade[3].trace), Marks: map[int]string{3: "the property fails"},
	})
	for _, want := range []string{
		"<h1>A title</h1>", "<dt>violates</dt><dd>Agreement</dd>", ">follows 1<", ">down<", ">Premature T<",
		">crashes after 1 effect<", ">the property fails<", ">C → 1<", ">Recover<", `id="e6"`,
		`<td>LoseB 1→0`, "multicasts B → 0,1,2", "copy 2, B, 1 → 1, sent in event 1 by multicast, never arrived",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	lines := parse(t, `{"at":"1ms","text":"Kick at 0","action":"Kick","node":0,"body":{"Run":1,"Set":[0,2],"ID":null}}`)
	want := fmt.Sprintf(">%s<", "Kick {run 1, set [0,2], ID none}")
	if page := draw(t, diagram.Diagram{Nodes: 1, Lines: lines}); !strings.Contains(page, want) {
		t.Errorf("the page lacks %q", want)
	}
}
