package reproduce

import (
	"bytes"
	"encoding/csv"
)

// CSV is the table for spreadsheets: numbers without marks between thousands, and in columns of
// their own half of the width of a mean's interval, how many samples it is of, what the paper
// prints, and what comes of that.
func (m Measured) CSV() ([]byte, error) {
	var head []string
	rows := make([][]string, len(m.Rows))
	add := func(name string, cell func(Cell) string, column int) {
		head = append(head, name)
		for i, row := range m.Rows {
			rows[i] = append(rows[i], cell(row[column]))
		}
	}
	for i, c := range m.Columns {
		unit := ""
		if c.Unit != "" {
			unit = " (" + c.Unit + ")"
		}
		add(c.Name+unit, func(c Cell) string { return c.Value }, i)
		if m.hasMeans(i) {
			add(c.Name+", half of the 95 % interval"+unit, func(c Cell) string { return c.Half }, i)
			add(c.Name+", samples", func(c Cell) string {
				if c.Kind != KindMean {
					return ""
				}
				return Int(c.Samples).Value
			}, i)
		}
		if m.hasPrinted(i) {
			add(c.Name+", paper"+unit, func(c Cell) string { return c.printed().Figure }, i)
			add(c.Name+", verdict", func(c Cell) string { return string(c.printed().Verdict) }, i)
		}
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	if err := w.WriteAll(append([][]string{head}, rows...)); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// printed is what the paper has, the zero value where it has nothing.
func (c Cell) printed() Printed {
	if c.Printed == nil {
		return Printed{}
	}
	return *c.Printed
}
