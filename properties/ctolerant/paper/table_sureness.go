package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// sureAnswers measures Table II, E2 and SW-12: p, and the number of answers that are enough for 1-1/N.
func (e extent) sureAnswers(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	all, err := e.listings(ctx, progress, e.points(e.rows))
	if err != nil {
		return reproduce.Table{}, err
	}
	t := reproduce.Table{Columns: append(placeColumns(), []reproduce.Column{
		{Name: "p", Means: "share of the pairs of one of the 5 unhealthiest of all and another process's list in " +
			"which the list's own 5 unhealthiest lack the process"},
		{Name: "p, told", Means: "likewise if a process also counts the suspicions that others have told it"},
		{Name: "r", Means: "the least r for which 1-p^r is more than 1-1/N"},
		{Name: "r, told", Means: "likewise for p, told"},
		{Name: "told, rounded", Means: "the logarithm of N to the base 1/p for p, told, rounded as in the paper"},
		{Name: "c+1", Means: "one more than the greatest c at a second of the traces, by removed entries"},
	}...)}
	for i, row := range e.rows {
		p, told := all[i].own.silence(), all[i].heard.silence()
		cells := append(row.cells(), all[i].own.cell(), all[i].heard.cell(), leastSure(p, row.nodes),
			leastSure(told, row.nodes), roundedSure(told, row.nodes), reproduce.Int(all[i].removed.greatest()+1))
		if row.isBySize() {
			for k, figure := range printedSure(row.nodes) {
				if at := 3 + k; figure != "" && cells[at].Kind != reproduce.KindNone {
					cells[at] = cells[at].Beside(figure, whySure)
				}
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	t.Notes = []string{
		e.recorded(), "The paper says that p depends on N alone (SW-12). The elections rank by the counts of " +
			"column p: a process counts its own suspicions, and not those that others have told it.",
		"p is the mean of the traces, with 95 % intervals, which take traces for independent.",
	}
	return t, nil
}

const whySure = "the paper's traces are not public, and it does not say how suspicions are counted"

// cell returns the cell of p: the mean of the traces with its interval, if there are two.
func (r reports) cell() reproduce.Cell {
	if len(r.traces) < 2 {
		return reproduce.Decimal(r.silence(), 3)
	}
	return reproduce.Mean(r.traces, 3)
}

// printedSure returns the figures of Table II for a number of processes, in the order of our columns from p on.
func printedSure(nodes int) [6]string {
	for _, row := range tableII() {
		if row.nodes == nodes {
			p := fmt.Sprintf("0.%02d", row.p)
			return [6]string{p, p, "", "", fmt.Sprint(row.r), fmt.Sprint(row.answers)}
		}
	}
	return [6]string{}
}

// mostAnswers is the greatest r that is tried.
const mostAnswers = 1000

// leastSure returns the cell of the least r for which p^r < 1/N.
func leastSure(p *big.Rat, nodes int) reproduce.Cell {
	r, power := 0, big.NewRat(1, 1)
	for limit := big.NewRat(1, int64(nodes)); power.Cmp(limit) >= 0; r++ {
		if r == mostAnswers {
			return reproduce.None()
		}
		power.Mul(power, p)
	}
	return reproduce.Int(r)
}

// roundedSure returns the cell of log N to the base 1/p, rounded: the least r for which p^(2r+1) < 1/N².
func roundedSure(p *big.Rat, nodes int) reproduce.Cell {
	power, square := new(big.Rat).Set(p), new(big.Rat).Mul(p, p)
	for r := range mostAnswers {
		if power.Cmp(big.NewRat(1, int64(nodes)*int64(nodes))) < 0 {
			return reproduce.Int(r)
		}
		power.Mul(power, square)
	}
	return reproduce.None()
}
