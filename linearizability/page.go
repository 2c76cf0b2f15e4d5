package linearizability

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"slices"

	"github.com/anishathalye/porcupine"
)

// Page returns an HTML page that shows the history in porcupine's way: a row for each client, and
// the order that explains it, or as much of one as there is. Operations of unknown outcome end
// in "?". The same history gives the same bytes. The budget bounds the search for orders, each key
// having all of it; where it does not suffice, only the operations are shown.
func Page(m Model, h History, b Budget) ([]byte, error) {
	b = b.orDefault()
	d := drawing{model: m, rows: rowsOf(h.spans()), end: len(h)}
	for _, p := range m.split(h) {
		d.add(p, b)
	}
	model := porcupine.Model{
		Partition:         func([]porcupine.Operation) [][]porcupine.Operation { return d.parts },
		Init:              func() any { return m.Start },
		Step:              func(state, input, _ any) (bool, any) { return m.step(state, input) },
		Hash:              m.hash,
		DescribeOperation: func(input, _ any) string { return d.label(input.(*task).span) },
		// What is said of states and operations is read as HTML.
		DescribeState:             func(state any) string { return html.EscapeString(words(state)) },
		DescribeOperationMetadata: func(about any) string { return html.EscapeString(fmt.Sprint(about)) },
	}
	_, info := porcupine.CheckOperationsVerbose(model, nil, 0)
	for _, w := range d.meters {
		if w.cause != nil {
			panic(w.cause)
		}
	}
	sortPartials(info.PartialLinearizations())
	result := Check(m, h, b)
	info.AddAnnotations(append(d.notes, porcupine.Annotation{
		Tag: "verdict", Description: result.Verdict.String(), Details: result.Why,
	}))
	model.Step = func(state, input, _ any) (bool, any) { // what was found is stepped through again
		after, out := m.apply(state, input.(*task).In)
		return input.(*task).accepts(out), after
	}
	var page bytes.Buffer
	err := porcupine.Visualize(model, info, &page)
	return page.Bytes(), err
}

// drawing is what is on a page.
type drawing struct {
	model  Model
	rows   map[int]row // by the place of the call
	end    int
	parts  [][]porcupine.Operation
	meters []*meter
	notes  []porcupine.Annotation
}

// row is one line of the page. A client that calls again after a crash has another one, as the
// operation in which it crashed has no end.
type row struct{ client, life, number int }

// rowsOf returns the rows of all operations, in the order of clients.
func rowsOf(spans []span) map[int]row {
	rows := map[int]row{}
	lives, crashed := map[int]int{}, map[int]bool{}
	var all []row
	for _, s := range spans {
		if crashed[s.Client] {
			lives[s.Client]++
		}
		crashed[s.Client] = s.Unknown
		rows[s.call] = row{client: s.Client, life: lives[s.Client]}
		all = append(all, rows[s.call])
	}
	slices.SortFunc(all, func(a, b row) int { return cmp.Or(a.client-b.client, a.life-b.life) })
	all = slices.Compact(all)
	for _, s := range spans {
		r := rows[s.call]
		r.number = slices.Index(all, r)
		rows[s.call] = r
	}
	return rows
}

func (d *drawing) row(s span) int { return d.rows[s.call].number }

// label says an operation in its box, and whose it is where the row's number does not.
func (d *drawing) label(s span) string {
	text := words(s.In) + " → ?"
	if !s.Unknown {
		text = words(s.In) + " → " + words(s.Out)
	}
	if d.row(s) != s.Client {
		return fmt.Sprintf("client %d: %s", s.Client, text)
	}
	return text
}

// add draws one key's operations. Those that the search leaves out are notes.
func (d *drawing) add(all []span, b Budget) {
	spans := d.model.known(all)
	w := newMeter(b, len(spans))
	if n := int64(len(spans)); 8*n*n > b.Memory { // an order for each operation is kept
		w.maxSteps = 0
	}
	tasks := tasksOf(spans)
	for _, t := range tasks {
		t.meter = w
	}
	operations := asked(tasks, d.row, d.end)
	for i, s := range spans {
		operations[i].Metadata = s.String()
	}
	d.meters = append(d.meters, w)
	d.parts = append(d.parts, operations)
	for _, s := range all {
		if s.Unknown && d.model.reads(s.In) {
			d.notes = append(d.notes, porcupine.Annotation{
				ClientId: d.row(s), Start: int64(s.call), End: int64(d.end + s.call),
				Description: d.label(s), Details: s.String(),
			})
		}
	}
}

// sortPartials orders what porcupine found by length and content; it comes in the order of a map.
func sortPartials(parts [][][]int) {
	for _, partials := range parts {
		slices.SortFunc(partials, func(a, b []int) int {
			return cmp.Or(cmp.Compare(len(b), len(a)), slices.Compare(a, b))
		})
	}
}
