package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// messageTable is a table of messages as the paper prints it, and the formulas that the facts
// sheet has for it.
type messageTable struct {
	crash bool // p0 crashes before the first round
	// rounds is how many rounds there are, allIs and cubeIs how many messages of all of them.
	allRounds, cubeRounds   func(nodes int) int
	allIs, cubeIs           func(nodes int) int
	allFormula, cubeFormula string
	printed                 []messageRow
	notes                   []string
}

// messageRow is a row as it is printed, without marks between thousands. misprinted is what is
// printed where the balance is misprinted.
type messageRow struct {
	nodes      int
	all, cube  string
	balance    string
	misprinted bool
}

// table2 is VC-14.
func table2() messageTable {
	once := func(int) int { return 1 }
	return messageTable{
		allRounds: once, cubeRounds: once,
		allIs: func(n int) int { return 2 * n * (n - 1) }, allFormula: "2N(N-1)",
		cubeIs: func(n int) int { return 2 * n * log2(n) }, cubeFormula: "2N d, with d = log2 N",
		printed: []messageRow{
			{nodes: 8, all: "112", cube: "48", balance: "57.14"},
			{nodes: 16, all: "480", cube: "128", balance: "73.33"},
			{nodes: 32, all: "1984", cube: "320", balance: "83.87"},
			{nodes: 64, all: "8064", cube: "768", balance: "90.48"},
			{nodes: 128, all: "32512", cube: "1792", balance: "94.59", misprinted: true},
			{nodes: 256, all: "130560", cube: "4096", balance: "96.86"},
			{nodes: 512, all: "523264", cube: "9216", balance: "98.28", misprinted: true},
		},
		notes: []string{"One round of each. In its prose the paper says N^2 and N log2 N messages: these are tests, " +
			"of which each has a request and a reply (V15)."},
	}
}

// table3 is VC-15.
func table3() messageTable {
	return messageTable{
		crash: true, allRounds: func(int) int { return 2 }, cubeRounds: log2,
		allIs: func(n int) int { return 2 * (n - 1) * (2*n - 3) }, allFormula: "2(N-1)(2N-3)",
		cubeIs: func(n int) int { return log2(n) * (2*n*log2(n) - log2(n) - 2) }, cubeFormula: "d(2Nd-d-2)",
		printed: []messageRow{
			{nodes: 8, all: "182", cube: "129", balance: "29.12"},
			{nodes: 16, all: "870", cube: "488", balance: "43.91"},
			{nodes: 32, all: "3782", cube: "1565", balance: "58.62"},
			{nodes: 64, all: "15750", cube: "4560", balance: "71.05"},
			{nodes: 128, all: "64262", cube: "12481", balance: "80.58"},
			{nodes: 256, all: "259590", cube: "32688", balance: "87.41"},
			{nodes: 512, all: "1043462", cube: "82845", balance: "92.06"},
		},
		notes: []string{
			"p0 crashes when the first round begins. ALL goes through two rounds, as in the paper, and vCube " +
				"through log2 N. A test of p0 is a request without a reply. The paper sets a point between " +
				"thousands here, and a comma in Table 2.",
			"These counts do not tell a detector that settles from one that does not: they are the same where what " +
				"others tell never changes whom one holds for correct (Y1).",
		},
	}
}

// cost is how many messages each of the two takes, by rounds; nil where that was not measured.
type cost struct{ all, cube []int }

// rowsOf are the rows of a table, as far as they are printed and then without a print.
func (e extent) rowsOf(t messageTable) []messageRow {
	var rows []messageRow
	for _, row := range t.printed {
		if row.nodes <= e.most {
			rows = append(rows, row)
		}
	}
	for _, n := range e.beyond {
		rows = append(rows, messageRow{nodes: n})
	}
	return rows
}

// costs runs both in each group.
func (e extent) costs(
	ctx context.Context, progress reproduce.Progress, t messageTable, rows []messageRow,
) ([]cost, error) {
	counts, err := parallel.Each(ctx, progress, 2*len(rows), func(i int) ([]int, error) {
		n := rows[i/2].nodes
		s := scene{of: vCube(), cfg: configured(n), rounds: t.cubeRounds(n)}.onQuick()
		if i%2 == 0 {
			if n > e.all {
				return nil, nil
			}
			s.of, s.rounds = all(), t.allRounds(n)
		}
		if t.crash {
			s = s.crashed(0, 0)
		}
		return s.count(ctx)
	})
	var costs []cost
	for i := range rows {
		if err == nil {
			costs = append(costs, cost{all: counts[2*i], cube: counts[2*i+1]})
		}
	}
	return costs, err
}

// ofRound is the table as it is measured.
func (e extent) ofRound(
	ctx context.Context, progress reproduce.Progress, t messageTable,
) (reproduce.Table, error) {
	rows := e.rowsOf(t)
	table := reproduce.Table{Columns: t.columns(), Notes: t.notes}
	costs, err := e.costs(ctx, progress, t, rows)
	if err != nil {
		return table, err
	}
	for i, row := range rows {
		cells, err := t.cells(row, costs[i])
		if err != nil {
			return table, err
		}
		table.Rows = append(table.Rows, cells)
	}
	return table, nil
}

func (t messageTable) columns() []reproduce.Column {
	const messages = "messages"
	list := []reproduce.Column{{Name: "N", Means: "how many processes"}}
	for _, c := range []struct{ name, formula string }{{"ALL", t.allFormula}, {"vCube", t.cubeFormula}} {
		list = append(list, reproduce.Column{
			Name: c.name, Unit: messages, Means: "requests and replies that " + c.name + " has sent",
		}, reproduce.Column{
			Name: c.name + ", formula", Unit: messages, Means: c.formula + ", which is held against what was sent",
		})
		if t.crash {
			list = append(list, reproduce.Column{
				Name: c.name + ", round", Unit: messages, Means: "how many of them each of the rounds has",
			})
		}
	}
	return append(list, reproduce.Column{
		Name: "balance", Unit: "%", Means: "by how much vCube's messages are fewer than ALL's",
	})
}

// cells are those of a row. It is an error where what was sent is not what the formula says, or
// not the same in each round.
func (t messageTable) cells(row messageRow, c cost) ([]reproduce.Cell, error) {
	line := []reproduce.Cell{reproduce.Int(row.nodes)}
	for _, one := range []struct {
		name    string
		sent    []int
		is      int
		printed string
	}{
		{"ALL", c.all, t.allIs(row.nodes), row.all},
		{"vCube", c.cube, t.cubeIs(row.nodes), row.cube},
	} {
		sent, round := reproduce.None(), reproduce.None()
		if len(one.sent) > 0 {
			if err := uniform(one.sent, one.is); err != nil {
				return nil, fmt.Errorf("%s, %d processes: %w", one.name, row.nodes, err)
			}
			sent, round = reproduce.Int(sum(one.sent)), reproduce.Int(one.sent[0])
			if one.printed != "" {
				sent = sent.Exactly(one.printed)
			}
		}
		line = append(line, sent, reproduce.Int(one.is))
		if t.crash {
			line = append(line, round)
		}
	}
	return append(line, row.balanceOf(c)), nil
}

// uniform tells that each round has the same number of messages, and all together so many.
func uniform(sent []int, is int) error {
	for _, n := range sent {
		if n != sent[0] {
			return fmt.Errorf("the rounds have %v messages, it must be the same number in each", sent)
		}
	}
	if sum(sent) != is {
		return fmt.Errorf("%d messages were sent, and by the formula there are %d", sum(sent), is)
	}
	return nil
}

// balanceOf is by how many percent the one has fewer messages than the other.
func (r messageRow) balanceOf(c cost) reproduce.Cell {
	if len(c.all) == 0 {
		return reproduce.None()
	}
	ours, theirs := int64(sum(c.cube)), int64(sum(c.all))
	saved := big.NewRat(100*(theirs-ours), theirs)
	cell := reproduce.Decimal(saved, 2)
	switch {
	case r.misprinted:
		return cell.Misprint(r.balance, fmt.Sprintf("of the counts of its own row, %s and %s, it is %s %%.",
			phrase.Thousands(fmt.Sprint(theirs)), phrase.Thousands(fmt.Sprint(ours)), saved.FloatString(4)))
	case r.balance != "":
		return cell.Exactly(r.balance)
	}
	return cell
}
