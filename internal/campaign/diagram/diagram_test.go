package diagram_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign/diagram"
	"github.com/scrutineer-go/scrutineer/spec"
)

func draw(t *testing.T, d diagram.Diagram) string {
	t.Helper()
	var out bytes.Buffer
	if err := diagram.Write(&out, d); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// parse reads lines of a trace, whose numbers it fills in.
func parse(t *testing.T, text string) []world.TraceLine {
	t.Helper()
	var lines []world.TraceLine
	for row := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		l := world.TraceLine{N: len(lines) + 1}
		if err := json.Unmarshal([]byte(row), &l); err != nil {
			t.Fatalf("%s: %v", row, err)
		}
		lines = append(lines, l)
	}
	return lines
}

var (
	onCopy    = regexp.MustCompile(`^(?:CrashIn)?(Deliver|Drop|Lose|Duplicate)[A-Z]\w* (\d+)→(\d+)`)
	atProcess = regexp.MustCompile(`^\w+ at (\d+)`)
)

// expected works out the arrows from the texts of the events and the copies alone:
// not from the fields from which the drawer takes them.
func expected(t *testing.T, lines []world.TraceLine) []diagram.Arrow {
	t.Helper()
	var arrows []diagram.Arrow
	for i, l := range lines {
		for _, s := range l.Sent {
			a := diagram.Arrow{Copy: s.Copy, Kind: s.Kind, To: s.To, Sent: l.N, Fate: "open"}
			second := false
			if m := onCopy.FindStringSubmatch(l.Text); m != nil {
				second = m[1] == "Duplicate"
				if second {
					a.From = node(m[2])
				} else {
					a.From = node(m[3])
				}
			} else if m := atProcess.FindStringSubmatch(l.Text); m != nil {
				a.From = node(m[1])
			} else {
				t.Fatalf("event %d sends, and nobody knows from where: %s", l.N, l.Text)
			}
			for _, later := range lines[i+1:] {
				m := onCopy.FindStringSubmatch(later.Text)
				if m == nil || later.Copy != s.Copy || m[1] == "Duplicate" {
					continue
				}
				a.At = later.N
				a.Fate = map[string]string{"Deliver": "delivered", "Drop": "dropped", "Lose": "lost"}[m[1]]
				if second && m[1] == "Deliver" {
					a.Fate = "duplicate"
				}
			}
			arrows = append(arrows, a)
		}
	}
	return arrows
}

func node(text string) spec.NodeID {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return spec.NodeID(n)
}

var arrowTag = regexp.MustCompile(`data-copy="(\d+)" data-kind="(\w+)" data-from="(\d+)" data-to="(\d+)" ` +
	`data-sent="(\d+)" data-at="(\d+)" data-fate="(\w+)"`)

// drawn reads arrows by a pattern, not by diagram.Read.
func drawn(page string) []diagram.Arrow {
	var arrows []diagram.Arrow
	for _, m := range arrowTag.FindAllStringSubmatch(page, -1) {
		arrows = append(arrows, diagram.Arrow{
			Copy: int(node(m[1])), Kind: m[2], From: node(m[3]), To: node(m[4]),
			Sent: int(node(m[5])), At: int(node(m[6])), Fate: m[7],
		})
	}
	return arrows
}

// attributes returns all values of a data attribute as numbers.
func attributes(page, name string) []int {
	var list []int
	for _, m := range regexp.MustCompile(name+`="(\d+)"`).FindAllStringSubmatch(page, -1) {
		list = append(list, int(node(m[1])))
	}
	return list
}

// check holds the picture of a trace against the trace.
func check(t *testing.T, d diagram.Diagram) []diagram.Arrow {
	t.Helper()
	page := draw(t, d)
	want := expected(t, d.Lines)
	if diff := cmp.Diff(want, drawn(page)); diff != "" {
		t.Errorf("arrows, wanted (-) and drawn (+):\n%s", diff)
	}
	nodes, arrows, err := diagram.Read([]byte(page))
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(want, arrows); diff != "" {
		t.Errorf("arrows, wanted (-) and read back (+):\n%s", diff)
	}
	all := []spec.NodeID(spec.AllNodes(d.Nodes))
	lifelines := attributes(page, "data-node")
	if !slices.Equal(nodes, all) || len(lifelines) != d.Nodes {
		t.Errorf("lifelines of %v, read back %v; want %d", lifelines, nodes, d.Nodes)
	}
	events, crashes := []int(nil), 0
	for _, l := range d.Lines {
		events = append(events, l.N)
		if strings.HasPrefix(l.Text, "Crash") {
			crashes++
		}
	}
	if got := attributes(page, "data-event"); !slices.Equal(got, events) {
		t.Errorf("marks of events %v, want %v", got, events)
	}
	_, picture, _ := strings.Cut(page, `class="picture"`)
	if got := strings.Count(picture, `class="down"`); got != crashes {
		t.Errorf("%d lifelines are broken, %d crashes happened", got, crashes)
	}
	if page != draw(t, d) {
		t.Error("drawn twice, the bytes differ")
	}
	checkPlaces(t, picture)
	return want
}

func TestWorlds(t *testing.T) {
	fates := map[string]int{}
	for seed := range uint64(50) {
		nodes := 3 + int(seed%4)*3
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			d := runAll(t, seed, nodes)
			if len(d.Lines) < 10 {
				t.Errorf("only %d events", len(d.Lines))
			}
			d.Marks = map[int]string{4: "here it begins", 5: strings.Repeat("and here it goes on at once, ", 12)}
			for _, a := range check(t, d) {
				fates[a.Fate]++
			}
		})
	}
	for _, fate := range []string{"delivered", "dropped", "lost", "duplicate", "open"} {
		if fates[fate] < 20 {
			t.Errorf("%d copies were %s, too few to tell anything", fates[fate], fate)
		}
	}
}

// handmade are small traces, each with its arrows: copy, way, events, fate.
var handmade = []struct {
	name, trace string
	arrows      []string
}{
	{"nothing", `{"at":"0s","text":"FaultsStop","action":"FaultsStop"}`, nil},
	{
		"there and back", `
{"at":"1ms","text":"Kick at 0","action":"Kick","node":0,"body":{},"sent":[{"copy":1,"kind":"Ping","to":1,"body":{"N":1}}]}
{"at":"2ms","text":"DeliverPing 0→1 {N:1}","action":"DeliverPing","node":1,"copy":1,"from":0,"body":{"N":1},` +
			`"sent":[{"copy":2,"kind":"Pong","to":0}]}
{"at":"3ms","text":"DeliverPong 1→0","action":"DeliverPong","node":0,"copy":2,"from":1,"body":{}}`,
		[]string{"1 Ping 0→1 1–2 delivered", "2 Pong 1→0 2–3 delivered"},
	},
	{
		"dropped and doubled", `
{"at":"1ms","text":"TimeoutT at 0","action":"TimeoutT","node":0,"timer":"T","sent":[{"copy":1,"kind":"A","to":1},` +
			`{"copy":2,"kind":"A","to":2}]}
{"at":"1ms","text":"DropA 0→1","action":"DropA","node":1,"copy":1,"from":0,"body":{}}
{"at":"1ms","text":"DuplicateA 0→2","action":"DuplicateA","node":2,"copy":2,"from":0,"body":{},` +
			`"sent":[{"copy":3,"kind":"A","to":2}]}
{"at":"2ms","text":"DeliverA 0→2","action":"DeliverA","node":2,"copy":3,"from":0,"body":{}}
{"at":"9ms","text":"DeliverA 0→2","action":"DeliverA","node":2,"copy":2,"from":0,"body":{}}`,
		[]string{"1 A 0→1 1–2 dropped", "2 A 0→2 1–5 delivered", "3 A 0→2 3–4 duplicate"},
	},
	{
		"crashes", `
{"at":"1ms","text":"Kick at 1","action":"Kick","node":1,"sent":[{"copy":1,"kind":"B","to":0,"multicast":true},` +
			`{"copy":2,"kind":"B","to":1,"multicast":true},{"copy":3,"kind":"B","to":2,"multicast":true}]}
{"at":"1ms","text":"Crash at 0","action":"Crash","node":0}
{"at":"2ms","text":"CrashInDeliverB 1→2, cut after 1 effects","action":"CrashInDeliverB","node":2,"copy":3,"from":1,` +
			`"cut":1,"sent":[{"copy":4,"kind":"C","to":1}]}
{"at":"2ms","text":"LoseB 1→0","action":"LoseB","node":0,"copy":1,"from":1,"body":{}}
{"at":"3ms","text":"Recover at 2","action":"Recover","node":2}
{"at":"3ms","text":"PrematureT at 1","action":"PrematureT","node":1,"timer":"T"}`,
		[]string{"1 B 1→0 1–4 lost", "2 B 1→1 1–0 open", "3 B 1→2 1–3 delivered", "4 C 2→1 3–0 open"},
	},
}

func TestHandMade(t *testing.T) {
	for _, c := range handmade {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, a := range check(t, diagram.Diagram{Nodes: 3, Lines: parse(t, c.trace)}) {
				got = append(got, fmt.Sprintf("%d %s %s→%s %d–%d %s",
					a.Copy, a.Kind, a.From, a.To, a.Sent, a.At, a.Fate))
			}
			if !slices.Equal(got, c.arrows) {
				t.Errorf("arrows %q, want %q", got, c.arrows)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ trace, want string }{
		{`{"at":"1ms","text":"Kick at 7","action":"Kick","node":7}`, `event 1, "Kick at 7", names a process`},
		{
			`{"at":"1ms","text":"DropA 0→1","action":"DropA","node":1,"copy":4,"from":0}`,
			"is about copy 4, which was not sent",
		},
		{
			`{"at":"1ms","text":"Kick at 0","action":"Kick","node":0,"sent":[{"copy":1,"kind":"A","to":9}]}`,
			"cannot send copy 1 to process 9",
		},
		{`{"at":"1ms","text":"x","action":"x","sent":[{"copy":1,"kind":"A","to":1}]}`, "has no sender"},
		{
			`{"at":"1ms","text":"Kick at 0","action":"Kick","node":0,"sent":[{"copy":1,"kind":"A","to":1}]}` + "\n" +
				`{"at":"1ms","text":"DropA 0→1","action":"DropA","node":1,"copy":1,"from":0}` + "\n" +
				`{"at":"1ms","text":"DeliverA 0→1","action":"DeliverA","node":1,"copy":1,"from":0}`,
			"copy 1, which was dropped in event 2",
		},
	} {
		err := diagram.Write(&bytes.Buffer{}, diagram.Diagram{Nodes: 3, Lines: parse(t, c.trace)})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	if diagram.Write(&bytes.Buffer{}, diagram.Diagram{}) == nil {
		t.Error("a diagram without processes is no error")
	}
	for _, page := range []string{`<g data-copy="1">`, `<g data-node="x"></g>`, "<g"} {
		if _, _, err := diagram.Read([]byte(page)); err == nil {
			t.Errorf("reading %s is no error", page)
		}
	}
}
