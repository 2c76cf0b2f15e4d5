package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"image/png"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// latency is the JSON of a table as internal/command/README.md says it, and not as any code here writes it.
const latency = `{
  "version": 1, "protocol": "made", "id": "figure-6", "title": "Latency of <all>", "where": "Figure 6",
  "columns": [
    {"name": "N", "means": "processes"},
    {"name": "all", "unit": "s", "means": "where all test all"},
    {"name": "cube", "unit": "s", "means": "where few test"}
  ],
  "rows": [
    [{"kind": "number", "value": "8"}, {"kind": "mean", "value": "4.10", "half": "0.30", "samples": 31},
      {"kind": "number", "value": "300"}],
    [{"kind": "number", "value": "64"}, {"kind": "mean", "value": "9.70", "half": "0.90", "samples": 31,
      "printed": {"figure": "9.5", "verdict": "as printed"}}, {"kind": "number", "value": "600.5"}],
    [{"kind": "number", "value": "512"}, {"kind": "mean", "value": "55.00", "half": "2.00", "samples": 31},
      {"kind": "none", "value": ""}]
  ],
  "notes": ["31 runs of each."],
  "figure": {
    "x": {"column": "N", "label": "processes N", "log": 2}, "y": {"label": "latency (s)", "log": 10},
    "series": [{"column": "all", "label": "all test all"}, {"column": "cube", "label": "few test"}]
  }
}
`

// folder is one with files.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// draws runs the program, which must end with that status.
func draws(t *testing.T, want int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := run(args, &out, &errs); got != want {
		t.Fatalf("%q: status %d, want %d\n%s%s", args, got, want, &out, &errs)
	}
	return out.String() + errs.String()
}

func read(t *testing.T, parts ...string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// elements are the texts of an SVG file, and all its styles in one.
func elements(t *testing.T, svg []byte) (texts []string, styles string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	inText := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts, styles
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
			for _, a := range token.Attr {
				if a.Name.Local == "style" {
					styles += a.Value + "\n"
				}
			}
		case xml.CharData:
			if inText {
				texts = append(texts, string(token))
			}
		case xml.EndElement:
			inText = false
		}
	}
}

// Of each table with a figure there is a picture, with its title, its names and its numbers.
func TestDraws(t *testing.T) {
	dir := folder(t, map[string]string{"figure-6.json": latency})
	if said := draws(t, exitOK, "-png", dir); said != filepath.Join(dir, "figure-6.svg")+"\n"+
		filepath.Join(dir, "figure-6.png")+"\n" {
		t.Errorf("it says %q", said)
	}
	texts, styles := elements(t, read(t, dir, "figure-6.svg"))
	all := "\n" + strings.Join(texts, "\n") + "\n"
	for _, want := range []string{
		"Figure 6: Latency of <all>", "processes N", "latency (s)", "all test all", "few test", "95 % confidence",
		"8", "16", "256", "512", "2", "10", "100", "1,000",
	} {
		if !strings.Contains(all, "\n"+want+"\n") {
			t.Errorf("it has no text %q:%s", want, all)
		}
	}
	for want, n := range map[string]int{
		"stroke:#0072B2;": 2, "stroke:#0072B2\n": 9, "fill:#0072B2": 4, "stroke:#D55E00;": 2, "fill:#D55E00": 3,
		"'Liberation Sans',Arial,": len(texts),
	} {
		if got := strings.Count(styles, want); got != n {
			t.Errorf("%d times %q, want %d:\n%s", got, want, n, styles)
		}
	}
}

// A picture of points is drawn in the colours of its series.
func TestDrawsPNG(t *testing.T) {
	dir := folder(t, map[string]string{"figure-6.json": latency})
	draws(t, exitOK, "-png", dir)
	picture, err := png.Decode(bytes.NewReader(read(t, dir, "figure-6.png")))
	if err != nil {
		t.Fatal(err)
	}
	size, seen := picture.Bounds(), map[color.Color]int{}
	for x := range size.Max.X {
		for y := range size.Max.Y {
			seen[color.RGBAModel.Convert(picture.At(x, y))]++
		}
	}
	if size.Max.X != 1280 || size.Max.Y != 860 {
		t.Errorf("it is %v", size)
	}
	for _, c := range []color.Color{colours[0], colours[1], color.RGBA{0, 0, 0, 255}} {
		if seen[c] < 500 {
			t.Errorf("%d points are %v", seen[c], c)
		}
	}
	if white := seen[color.RGBA{255, 255, 255, 255}]; white < size.Max.X*size.Max.Y*3/4 {
		t.Errorf("%d points are white", white)
	}
}

// The same table gives the same bytes, wherever they are written.
func TestDrawsTheSame(t *testing.T) {
	dir := folder(t, map[string]string{"figure-6.json": latency})
	for _, into := range []string{"a", "b", "c"} {
		draws(t, exitOK, "-png", "-o", filepath.Join(dir, "..", "into", into), dir)
	}
	draws(t, exitOK, "-png", dir)
	for _, name := range []string{"figure-6.svg", "figure-6.png"} {
		want := read(t, dir, name)
		for _, into := range []string{"a", "b", "c"} {
			if !bytes.Equal(want, read(t, dir, "..", "into", into, name)) {
				t.Errorf("%s in %s is another one", name, into)
			}
		}
	}
}

// A folder is drawn into itself however it is called, over what was drawn before.
func TestDrawsAgain(t *testing.T) {
	dir := folder(t, map[string]string{"figure-6.json": latency})
	draws(t, exitOK, dir)
	draws(t, exitOK, "-o", dir+string(filepath.Separator)+".", dir)
	draws(t, exitOK, dir, folder(t, map[string]string{"figure-6.json": latency}))
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", err, entries)
	}
}

// What cannot be drawn is refused in one line that says what would be right, and nothing is drawn.
func TestRefuses(t *testing.T) {
	good := folder(t, map[string]string{"figure-6.json": latency})
	two := folder(t, map[string]string{"figure-6.json": latency, "notes.md": "mine"})
	for says, args := range map[string][]string{
		"no folder is named, give one that":              {},
		"-o: takes the figures of one folder":            {"-o", "x", good, good},
		"x: holds no table, scrutineer reproduce":        {filepath.Join(good, "x")},
		"(notes.md: is of no table), name a folder that": {two},
		"which is no figure of these tables; name an":    {"-o", two, good},
		"(figure-6.json: version: 2, it must be 1)": {folder(t, map[string]string{
			"figure-6.json": strings.Replace(latency, `"version": 1`, `"version": 2`, 1),
		})},
		`(figure-6.json: figure.x.column: no column is called "M")`: {folder(t, map[string]string{
			"figure-6.json": strings.Replace(latency, `"column": "N"`, `"column": "M"`, 1),
		})},
		"(figure-6.json: the file is empty, it": {folder(t, map[string]string{"figure-6.json": ""})},
	} {
		said := draws(t, exitBadInput, args...)
		if !strings.Contains(said, says) || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "plots: ") {
			t.Errorf("%q: %q, want %q", args, said, says)
		}
	}
	if said := draws(t, exitBadInput, "-gif"); !strings.Contains(said, "usage: plots [-o DIR] [-png] FOLDER...") {
		t.Errorf("it says %q", said)
	}
	draws(t, exitOK, "-h")
	if _, err := os.Stat(filepath.Join(good, "figure-6.svg")); err == nil {
		t.Error("something was drawn")
	}
}

// made is a table with those cells in two columns, and a figure of the second over the first.
func made(x, y []reproduce.Cell, figure reproduce.Figure) reproduce.Measured {
	m := reproduce.Measured{
		Version: reproduce.Version, Protocol: "made", ID: "figure-1", Title: "Made", Where: "Figure 1",
		Table: reproduce.Table{Columns: []reproduce.Column{{Name: "x", Means: "x"}, {Name: "y", Means: "y"}}},
	}
	for i := range x {
		m.Rows = append(m.Rows, []reproduce.Cell{x[i], y[i]})
	}
	figure.X.Column, figure.X.Label, figure.Y.Label = "x", "x", "y"
	figure.Series = []reproduce.Series{{Column: "y", Label: "y"}}
	m.Figure = &figure
	return m
}

// Whatever a table may say can be drawn: a single point, the same numbers, none, texts, intervals
// that have no end on a logarithmic axis, and numbers of any size.
func TestDrawsAnything(t *testing.T) {
	int, text := reproduce.Int[int], reproduce.Text
	wide := reproduce.Mean([]*big.Rat{big.NewRat(1, 1), big.NewRat(9, 1)}, 1)
	tiny, huge := reproduce.Decimal(big.NewRat(1, 1_000_000), 9), reproduce.Int(int64(4_000_000_000_000_000_000))
	logs := reproduce.Figure{X: reproduce.Axis{Log: 2}, Y: reproduce.Axis{Log: 10}}
	type cells = []reproduce.Cell
	for name, m := range map[string]reproduce.Measured{
		"a point":               made(cells{int(1)}, cells{int(1)}, reproduce.Figure{}),
		"a point, logarithmic":  made(cells{int(7)}, cells{int(7)}, logs),
		"the same":              made(cells{int(1), int(2)}, cells{huge, huge}, reproduce.Figure{}),
		"zeros":                 made(cells{int(0), int(0)}, cells{int(0), int(0)}, reproduce.Figure{}),
		"none":                  made(cells{int(1), reproduce.None()}, cells{int(1), int(2)}, reproduce.Figure{}),
		"texts":                 made(cells{text("a"), text("b <c>")}, cells{wide, int(2)}, reproduce.Figure{}),
		"below zero":            made(cells{int(-3), int(2)}, cells{int(-4), int(2)}, reproduce.Figure{}),
		"an interval below 0":   made(cells{int(1), int(2)}, cells{wide, int(2)}, logs),
		"all sizes":             made(cells{tiny, huge}, cells{tiny, huge}, reproduce.Figure{}),
		"all sizes, logarithms": made(cells{tiny, huge}, cells{tiny, huge}, logs),
		"many places":           made(cells{int(1), int(2), int(900)}, cells{tiny, huge, tiny}, reproduce.Figure{}),
	} {
		if err := m.Check(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		files, err := drawTable(m, true)
		if err != nil || len(files) != 2 {
			t.Fatalf("%s: %v", name, err)
		}
		if texts, _ := elements(t, files[0].Text); texts[0] != "Figure 1: Made" || len(texts) < 5 {
			t.Errorf("%s: its texts are %q", name, texts)
		}
	}
}

// A table without a figure is none to draw.
func TestNoFigure(t *testing.T) {
	m := made([]reproduce.Cell{reproduce.Int(1)}, []reproduce.Cell{reproduce.Int(1)}, reproduce.Figure{})
	m.Figure = nil
	text, err := m.JSON()
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"figure-1.json": string(text)})
	if said := draws(t, exitOK, dir); said != dir+": no table has a figure\n" {
		t.Errorf("it says %q", said)
	}
}

// labels are those of marks that have one.
func labels(t ticks) string {
	var all []string
	for _, tick := range t {
		if tick.Label != "" {
			all = append(all, tick.Label)
		}
	}
	return strings.Join(all, " ")
}

// Marks are round numbers that enclose all points.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		log       int
		low, high float64
		want      string
	}{
		{2, 8, 512, "8 16 32 64 128 256 512"},
		{2, 9, 500, "8 16 32 64 128 256 512"},
		{2, 0.3, 3, "0.25 0.5 1 2 4"},
		{2, 1, 65536, "1 4 16 64 256 1,024 4,096 16,384 65,536"},
		{10, 12, 523264, "10 100 1,000 10,000 100,000 1,000,000"},
		{10, 4, 156, "2 5 10 20 50 100 200"},
		{10, 119, 207, "100 120 150 200 250"},
		{10, 10, 10, "10 12"},
		{0, 0, 51.5, "0 10 20 30 40 50 60"},
		{0, 0, 1370, "0 200 400 600 800 1,000 1,200 1,400"},
		{0, -4, 2, "-4 -3 -2 -1 0 1 2"},
		{0, 0, 0.7, "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7"},
		{0, 100.5, 102.5, "100.5 101 101.5 102 102.5"},
	} {
		marks := linear
		if c.log > 0 {
			marks = func(low, high float64) ticks { return logarithmic(c.log, low, high) }
		}
		if got := labels(marks(c.low, c.high)); got != c.want {
			t.Errorf("%d, %v to %v: %s, want %s", c.log, c.low, c.high, got, c.want)
		}
	}
}

// Names of places that have no room beside each other stand in several lines, and others in one.
func TestWrapped(t *testing.T) {
	got := wrapped([]string{"ZooKeeper of 16, 16 clients", "Hybrid over Medley", "a", "b", "c", "d"})
	want := []string{"ZooKeeper\nof 16, 16\nclients", "Hybrid\nover\nMedley", "a", "b", "c", "d"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
