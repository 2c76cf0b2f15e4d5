package reproduce

import (
	"math/big"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// messages is a table with every kind of cell, verdict and column.
func messages() Table {
	share := func(a, b int64) Cell { return Decimal(big.NewRat(100*a, b), 2) }
	return Table{
		Columns: []Column{
			{Name: "N", Means: "processes"},
			{Name: "all", Unit: "copies", Means: "where everybody tests everybody"},
			{Name: "saved", Unit: "%", Means: "how many fewer there are"},
			{Name: "time", Unit: "s", Means: "until the last knows"},
			{Name: "who", Means: "who tests <it> | first"},
		},
		Rows: [][]Cell{
			{
				Int(8), Int(112).Exactly("112"), share(64, 112).Exactly("57.14"),
				Mean(spread(), 1).Beside("5.5", "another network"), Text("p1"),
			},
			{
				Int(128), Int(32512).Exactly("32512"),
				share(30720, 32512).Misprint("94.59", "1 - 1792/32512 is 94.49 %."),
				Mean(append(spread(), Ratios([]int{90}, 1)...), 1).Beside("40", "Another network."), None(),
			},
			{
				Int(512), Int(523264).Exactly("523265"), share(1, 3).Misprint("33.33", "It cannot be."),
				None(), Text("p2, and p3").Beside("p3", "Another network."),
			},
		},
		Notes: []string{"31 runs of each."},
		Figure: &Figure{
			X: Axis{Column: "N", Label: "processes", Log: 2}, Y: Axis{Label: "time (s)", Log: 10},
			Series: []Series{{Column: "time", Label: "all"}},
		},
	}
}

func measured(t Table) Measured {
	return Measured{Version: Version, Protocol: "toy", ID: "table-2", Title: "Copies", Where: "Table 2", Table: t}
}

func TestText(t *testing.T) {
	want := `Table 2: Copies

  N      all    paper       saved  paper              time  paper       who         paper
      copies                    %                        s
  8      112      112       57.14  57.14        5.0 ±  1.8    5.5       p1
128   32,512   32,512       94.49  94.59 ≠[1]  14.4 ± 21.8     40 ≠[2]  –
512  523,264  523,265 ≠[3]  33.33  33.33 ≠[4]            –              p2, and p3  p3 ≠[2]

N      processes
all    where everybody tests everybody
saved  how many fewer there are
time   until the last knows
who    who tests <it> | first
±      half of the 95 % confidence interval of a mean of 8 to 9 samples, by Student's t
paper  what the paper prints; without a mark it is ours, or lies within our interval
[1]    The paper's figure is misprinted: 1 - 1792/32512 is 94.49 %.
[2]    Another network.
[3]    WRONG: ours must be the paper's figure.
[4]    WRONG: ours is the paper's figure, which is said to be misprinted: It cannot be.

31 runs of each.
`
	if d := cmp.Diff(want, measured(messages()).Text()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	want = "" +
		"all at N 512: 523,264, it must be 523265 as printed\n" +
		"saved at N 512: 33.33, as printed, which is said to be a misprint"
	if got := strings.Join(messages().Failures(), "\n"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// wide is a table that does not fit beside each other, of texts that are longer than a line.
func wide() Table {
	long := strings.TrimSpace(strings.Repeat("who tests whom and why ", 12))
	t := Table{
		Columns: []Column{{Name: "step", Means: long}},
		Rows: [][]Cell{
			{Text("a first step whose name is longer than half of all columns that there are")}, {Text("b")},
		},
		Notes: []string{long},
	}
	for _, name := range []string{"one", "two", "three", "four", "five", "six", "seven"} {
		t.Columns = append(t.Columns, Column{Name: name, Means: name})
		number := Int(int64(1_000_000_000_000)).Beside("1", long)
		t.Rows[0], t.Rows[1] = append(t.Rows[0], number), append(t.Rows[1], number)
	}
	t.Columns = append(t.Columns, Column{Name: "says", Means: long})
	t.Rows[0] = append(t.Rows[0], Text(long).Beside("nothing", long))
	t.Rows[1] = append(t.Rows[1], Text(long).Beside(long+" at all", long))
	return t
}

// However much there is to say, no line is wider than all lines may be, and nothing is left out.
func TestWideText(t *testing.T) {
	m := measured(wide())
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	m.Title = strings.Repeat("a long title ", 20)
	got := m.Text()
	for line := range strings.Lines(got) {
		if utf8.RuneCountInString(line) > Width+1 || strings.HasSuffix(line, " \n") {
			t.Errorf("%d columns: %q", utf8.RuneCountInString(line), line)
		}
	}
	if n := strings.Count(got, "1,000,000,000,000"); n != 14 {
		t.Errorf("%d numbers, want 14:\n%s", n, got)
	}
	if n := strings.Count(got, "\nstep "); n < 3 {
		t.Errorf("%d blocks begin with the first column:\n%s", n-1, got)
	}
}

func TestCSV(t *testing.T) {
	want := `N,all (copies),"all, paper (copies)","all, verdict",saved (%),"saved, paper (%)","saved, verdict",` +
		`time (s),"time, half of the 95 % interval (s)","time, samples","time, paper (s)","time, verdict",` +
		`who,"who, paper","who, verdict"
8,112,112,as printed,57.14,57.14,as printed,5.0,1.8,8,5.5,as printed,p1,,
128,32512,32512,as printed,94.49,94.59,misprinted,14.4,21.8,9,40,differs,,,
512,523264,523265,wrong,33.33,33.33,wrong,,,,,,"p2, and p3",p3,differs
`
	got, err := measured(messages()).CSV()
	if d := cmp.Diff(want, string(got)); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
}

func TestIndex(t *testing.T) {
	index := string(Index("What the paper of toy measured, measured here", []Measured{measured(messages())}))
	_, got, _ := strings.Cut(index, "\n## ")
	want := `Table 2: Copies

| N | all (copies) | paper | saved (%) | paper | time (s) | paper | who | paper |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |
| 8 | 112 | 112 | 57.14 | 57.14 | 5.0 ± 1.8 | 5.5 | p1 |  |
| 128 | 32,512 | 32,512 | 94.49 | 94.59 ≠[1] | 14.4 ± 21.8 | 40 ≠[2] | – |  |
| 512 | 523,264 | 523,265 ≠[3] | 33.33 | 33.33 ≠[4] | – |  | p2, and p3 | p3 ≠[2] |

- **N**: processes
- **all**: where everybody tests everybody
- **saved**: how many fewer there are
- **time**: until the last knows
- **who**: who tests &lt;it&gt; \| first
- **±**: half of the 95 % confidence interval of a mean of 8 to 9 samples, by Student's t
- **paper**: what the paper prints; without a mark it is ours, or lies within our interval
- [1] The paper's figure is misprinted: 1 - 1792/32512 is 94.49 %.
- [2] Another network.
- [3] WRONG: ours must be the paper's figure.
- [4] WRONG: ours is the paper's figure, which is said to be misprinted: It cannot be.

31 runs of each.

![The figure table-2.svg](table-2.svg)

[table-2.txt](table-2.txt), [table-2.csv](table-2.csv), [table-2.json](table-2.json)
`
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if !isIndex([]byte(index)) || isIndex([]byte("# What the paper of toy measured, measured here\n\nMine.\n")) {
		t.Error("it is not recognised as what it is")
	}
}

// A table that is written and read is the same, and gives the same bytes.
func TestJSON(t *testing.T) {
	for _, table := range []Table{messages(), wide()} {
		text, err := measured(table).JSON()
		if err != nil {
			t.Fatal(err)
		}
		m, err := Decode(text)
		if d := cmp.Diff(measured(table), m); d != "" || err != nil {
			t.Errorf("%v (-written +read):\n%s", err, d)
		}
		if again, err := m.JSON(); err != nil || string(again) != string(text) {
			t.Errorf("%v, it is written otherwise:\n%s", err, again)
		}
	}
}

// What does not fit the format is refused with its field.
func TestDecodeRefuses(t *testing.T) {
	text, err := measured(messages()).JSON()
	if err != nil {
		t.Fatal(err)
	}
	for says, change := range map[string][2]string{
		"version: 2, it must be 1":                          {`"version": 1`, `"version": 2`},
		`id: "a/b", it must be`:                             {`"id": "table-2"`, `"id": "a/b"`},
		"seen: no such field":                               {`"id": "table-2"`, `"id": "table-2", "seen": 1`},
		"title: is missing":                                 {`"title": "Copies",`, ``},
		"rows[0][0].kind: \"digit\", it must":               {`"kind": "number"`, `"kind": "digit"`},
		"rows[0][1].printed.verdict: \"differs\", which is": {`"as printed"`, `"differs"`},
		"rows[0][2].value: \"57,14\"":                       {`"57.14"`, `"57,14"`},
		"columns[1]: it must have a name":                   {`"name": "all"`, `"name": ""`},
		"columns[1]: another column is called N too":        {`"name": "all"`, `"name": "N"`},
		"columns[1]: its name and its unit must stand":      {`"unit": "copies"`, `"unit": "a\nb"`},
		"figure.x.label: is empty":                          {`"label": "processes"`, `"label": ""`},
		"figure.x.log: 3, it must be 0, 2 or 10":            {`"log": 2`, `"log": 3`},
		"figure.x.column: no column is called \"M\"":        {`"column": "N"`, `"column": "M"`},
		"figure.y.column: \"time\", the series have":        {`"label": "time (s)"`, `"column": "time", "label": "t"`},
		"figure.series[0].label: is empty":                  {`"label": "all"`, `"label": ""`},
		"figure.series[0].column: who has texts":            {`"column": "time"`, `"column": "who"`},
		"figure.x.column: who has texts":                    {`"column": "N"`, `"column": "who"`},
		"figure.series[0].column: row 1 has -14.4, which":   {`"value": "14.4"`, `"value": "-14.4"`},
	} {
		bad := strings.Replace(string(text), change[0], change[1], 1)
		if bad == string(text) {
			t.Fatalf("%q is not there", change[0])
		}
		if _, err := Decode([]byte(bad)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
	short := messages()
	short.Rows[1] = short.Rows[1][:4]
	if err := short.Check(); err == nil || !strings.Contains(err.Error(), "rows[1]: 4 cells, it must have one") {
		t.Error(err)
	}
	bare := messages()
	bare.Figure.Series = nil
	if err := bare.Check(); err == nil || !strings.Contains(err.Error(), "figure.series: there is none") {
		t.Error(err)
	}
	void := messages()
	for i := range void.Rows {
		void.Rows[i][3] = None()
	}
	if err := void.Check(); err == nil || !strings.Contains(err.Error(), "column: time has no value in any row") {
		t.Error(err)
	}
}

// A folder has the tables of one protocol, an index, and nothing else that looks like them.
func TestLoad(t *testing.T) {
	m := measured(messages())
	files, err := m.Files()
	if err != nil || len(files) != 3 || files[0].Name != "table-2.json" {
		t.Fatalf("%v, %v", err, files)
	}
	folder := func(change func(fstest.MapFS)) fstest.MapFS {
		all := fstest.MapFS{IndexFile: {Data: Index("What the paper of toy measured, measured here", []Measured{m})}}
		for _, f := range files {
			all[f.Name] = &fstest.MapFile{Data: f.Text}
		}
		change(all)
		return all
	}
	for says, change := range map[string]func(fstest.MapFS){
		"": func(f fstest.MapFS) {
			delete(f, IndexFile)
			for _, name := range []string{"table-2.svg", "table-2.png", ".scrutineer-lock"} {
				f[name] = f["table-2.txt"]
			}
		},
		"README.md: is of no table":      func(f fstest.MapFS) { f[IndexFile].Data = []byte("# Mine\n") },
		"notes.md: is of no table":       func(f fstest.MapFS) { f["notes.md"] = f[IndexFile] },
		"table-3.svg: is of no table":    func(f fstest.MapFS) { f["table-3.svg"] = f[IndexFile] },
		"below: is of no table":          func(f fstest.MapFS) { f["below/README.md"] = f[IndexFile] },
		"c.json: is of no table":         func(f fstest.MapFS) { f["c.json/README.md"] = f[IndexFile] },
		`a.json: id: "table-2", it must`: func(f fstest.MapFS) { f["a.json"] = f["table-2.json"] },
		"b.json: the file is empty, it":  func(f fstest.MapFS) { f["b.json"] = &fstest.MapFile{} },
	} {
		all, err := Load(folder(change), "toy")
		if (err != nil) != (says != "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
		if d := cmp.Diff([]Measured{m}, all); says == "" && d != "" {
			t.Error(d)
		}
	}
	same := folder(func(fstest.MapFS) {})
	if _, err := Load(same, "other"); err == nil || !strings.Contains(err.Error(), `"toy", it`) {
		t.Errorf("another protocol's: %v", err)
	}
	if all, err := Load(same, ""); err != nil || len(all) != 1 {
		t.Errorf("any protocol's: %v, %v", all, err)
	}
}

// Tables stand in the order of their experiments.
func TestSorted(t *testing.T) {
	of := func(ids ...string) (all []Measured) {
		for _, id := range ids {
			all = append(all, Measured{ID: id})
		}
		return all
	}
	known, others := Sorted(of("a", "b", "c"), []Experiment{{ID: "c"}, {ID: "x"}, {ID: "a"}})
	if d := cmp.Diff(of("c", "a"), known) + cmp.Diff(of("b"), others); d != "" {
		t.Error(d)
	}
}

// A column that is aside stands in the files for programs, and in no table for people, which says what it is.
func TestAside(t *testing.T) {
	m := measured(Table{
		Columns: []Column{{Name: "n", Means: "nodes"}, {Name: "least", Means: "the least", Aside: true}},
		Rows:    [][]Cell{{Int(5), Int(77)}},
	})
	csv, err := m.CSV()
	if err != nil || string(csv) != "n,least\n5,77\n" {
		t.Errorf("%v\n%s", err, csv)
	}
	for _, text := range []string{m.Text(), string(Index("toy", []Measured{m}))} {
		if strings.Contains(text, "77") || !strings.Contains(text, "the least") {
			t.Errorf("it stands in\n%s", text)
		}
	}
	m.Columns[0].Aside = true
	if err := m.Check(); err == nil || !strings.Contains(err.Error(), "columns[0]: it is the first") {
		t.Errorf("%v: the first column is aside", err)
	}
}
