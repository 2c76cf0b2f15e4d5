package compare

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// Experiments measure all contenders: one table has all of it, and others what stands in a figure.
// Runs that several of them need run once.
func Experiments(list []Contender, e Extent) []reproduce.Experiment {
	b := &bench{contenders: list, extent: e, done: map[string][]outcome{}}
	all := []reproduce.Experiment{{
		ID: "compare", Title: "Elections in the same worlds", Where: "Comparison", Run: b.whole,
	}}
	for _, f := range figures() {
		all = append(all, reproduce.Experiment{ID: f.id, Title: f.title, Where: "Comparison", Run: b.figure(f)})
	}
	return all
}

// figure is one measure of one scenario as the group grows.
type figure struct {
	id, title, label  string
	scenario, measure string
	log               int
}

func figures() []figure {
	const ms = "time (ms)"
	return []figure{
		{"start", "Time until all follow one leader", ms, "none", "agreed", 0},
		{"new-leader", "Time until all follow a new leader when the old one has crashed", ms, "crash", "again", 10},
		{"heal", "Time from the heal of a partition until all follow one leader", ms, partition, "again", 0},
		{"two-leaders", "Time with two leaders in a partition", ms, partition, "two", 0},
		{"loss", "Time in which not all follow one leader where 5 % are lost", ms, "loss-5", "apart", 0},
		{"messages", "Messages without faults", "messages a second", "none", "messages", 10},
		{"bytes", "Bytes without faults", "bytes a second", "none", "bytes", 10},
	}
}

// shown are the measures whose medians stand in the text of the whole table; all of them, with
// the least and the most, stand in its files.
var shown = []string{"agreed", "again", "two", "none", "apart", "breaks", "messages", "bytes"}

// whole is the table of all that was measured.
func (b *bench) whole(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "election", Means: "which election"},
			{Name: "scenario", Means: means()},
			{Name: "N", Means: "how many processes"},
			{Name: "runs", Means: "how many runs, from the seeds 1, 2 and so on", Aside: true},
			{Name: "came", Means: "in how many of them all followed one at last, or again", Aside: true},
		},
		Notes: b.notes(),
	}
	for _, m := range measures() {
		hidden := !slices.Contains(shown, m.name)
		t.Columns = append(t.Columns,
			reproduce.Column{Name: m.name, Unit: m.unit, Means: m.means + "; the median of the runs", Aside: hidden},
			reproduce.Column{Name: m.name + ", least", Unit: m.unit, Means: "the least of the runs", Aside: true},
			reproduce.Column{Name: m.name + ", most", Unit: m.unit, Means: "the most", Aside: true})
	}
	for _, s := range Scenarios() {
		all, err := b.measured(ctx, progress, s)
		if err != nil {
			return reproduce.Table{}, err
		}
		for size, n := range b.extent.Nodes {
			for i, c := range b.contenders {
				if !c.fits(n) {
					continue
				}
				at := b.index(size, i)
				t.Rows = append(t.Rows, rowOf(c.Name, s, n, all[at:at+b.extent.Seeds]))
			}
		}
	}
	return t, nil
}

// rowOf is the row of a contender in a scenario, in groups of a size.
func rowOf(name string, s Scenario, n int, runs []outcome) []reproduce.Cell {
	came := 0
	for _, o := range runs {
		if o.first.come && (s.strikes == nil || o.again.come) {
			came++
		}
	}
	row := []reproduce.Cell{
		reproduce.Text(name), reproduce.Text(s.Name), reproduce.Int(n), reproduce.Int(len(runs)), reproduce.Int(came),
	}
	for _, m := range measures() {
		cells := summaryOf(runs, m).cells()
		row = append(row, cells[:]...)
	}
	return row
}

// figure makes the table of a figure: a column for each contender, but those of whom there is
// nothing to be drawn.
func (b *bench) figure(f figure) func(context.Context, reproduce.Progress) (reproduce.Table, error) {
	return func(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
		s := Scenarios()[slices.IndexFunc(Scenarios(), func(s Scenario) bool { return s.Name == f.scenario })]
		m := measures()[slices.IndexFunc(measures(), func(m measure) bool { return m.name == f.measure })]
		all, err := b.measured(ctx, progress, s)
		if err != nil {
			return reproduce.Table{}, err
		}
		t := reproduce.Table{
			Columns: []reproduce.Column{{Name: "N", Means: "how many processes"}},
			Figure: &reproduce.Figure{
				X: reproduce.Axis{Column: "N", Label: "processes"}, Y: reproduce.Axis{Label: f.label, Log: f.log},
			},
			Notes: []string{
				fmt.Sprintf("Medians of %d runs of the scenario %s: %s. What each election is told, which times it "+
					"uses, and the least and the most stand in the table compare. On a logarithmic axis there is no "+
					"place for 0.", b.extent.Seeds, s.Name, s.Means),
			},
		}
		t.Notes = append(t.Notes, b.absences()...)
		for _, n := range b.extent.Nodes {
			t.Rows = append(t.Rows, []reproduce.Cell{reproduce.Int(n)})
		}
		for i, c := range b.contenders {
			drawn, zero := false, false
			for size := range b.extent.Nodes {
				at := b.index(size, i)
				cell := summaryOf(all[at:at+b.extent.Seeds], m).cells()[0]
				drawn, zero = drawn || cell.Kind != reproduce.KindNone, zero || cell.Value == "0"
				t.Rows[size] = append(t.Rows[size], cell)
			}
			t.Columns = append(t.Columns, reproduce.Column{Name: c.Name, Unit: m.unit, Means: m.means})
			if drawn && (!zero || f.log == 0) {
				t.Figure.Series = append(t.Figure.Series, reproduce.Series{Column: c.Name, Label: c.Name})
			}
		}
		if len(t.Figure.Series) == 0 {
			t.Figure = nil
			t.Notes = append(t.Notes, "There is no figure: of none of these elections there is anything to be drawn.")
		}
		return t, nil
	}
}

// means says what the scenarios are.
func means() string {
	var all []string
	for _, s := range Scenarios() {
		all = append(all, s.Name+": "+s.Means)
	}
	return strings.Join(all, "; ")
}

// notes say what all are given alike, and what each is told.
func (b *bench) notes() []string {
	all := []string{
		fmt.Sprintf("All run in the same worlds: from the same seeds, with the same times of boot, within %s, the "+
			"same delays of a copy, drawn from %s to %s, the same processes that crash, and the same cuts. What "+
			"goes wrong begins after %s, up to %s later; in the scenarios none and loss all is measured until %s "+
			"after that. Whoever leads then crashes, or is among those who are cut off: a run without faults says who "+
			"that is.",
			beat, least, most, calm, beat, steady),
		fmt.Sprintf("Beat is %s, Fail %s, Reply %s. A detector outside tells of a crash %s to %s after it. All "+
			"follow one again where they then do so for %s; a run ends after that, or %s after the last fault. What "+
			"comes before the faults need not last: breaks counts how often it was over.",
			beat, fail, reply, fail-beat, fail, lasting, horizon),
		fmt.Sprintf("The bytes of a message are those of its body, as the codec of the house writes it, and %d "+
			"more, the header of UDP. What a process sends to itself counts nothing; what it sends to who is down "+
			"counts.", Header),
		"A median is the lower of two in the middle. What did not come in a run counts as more than anything: " +
			"where it did not come in most runs there is no median, and where it did not come in all there is no most.",
	}
	return slices.Concat(all, b.absences(), b.told())
}

// absences says of which contenders there are no rows, and why.
func (b *bench) absences() []string {
	var all []string
	for _, c := range b.contenders {
		var sizes []string
		for _, n := range b.extent.Nodes {
			if !c.fits(n) {
				sizes = append(sizes, strconv.Itoa(n))
			}
		}
		if len(sizes) > 0 {
			all = append(all, fmt.Sprintf("There is no row of %s for N = %s: its groups are %s.",
				c.Name, strings.Join(sizes, ", "), c.Sizes))
		}
	}
	return all
}

// told says of each contender what it is told, and which times it uses; of those of whom the same
// is to be said together.
func (b *bench) told() []string {
	var texts []string
	names := map[string][]string{}
	for _, c := range b.contenders {
		text := c.Told + " " + c.Times
		if names[text] == nil {
			texts = append(texts, text)
		}
		names[text] = append(names[text], c.Name)
	}
	var all []string
	for _, text := range texts {
		all = append(all, strings.Join(names[text], ", ")+": "+text)
	}
	return all
}
