package main

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/properties/ctolerant/paper"
)

// atRest is how long each system is measured, in seconds.
const atRest = 120

// experiments returns the experiments of the paper, with those that this program runs.
func experiments(l *laboratory) []reproduce.Experiment {
	all := paper.Experiments()
	for _, e := range paper.Deployed() {
		m := metrics[strings.TrimSuffix(e.ID, "-long")]
		e.Type, e.Run = "", func(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
			return l.table(ctx, progress, m, e.Long)
		}
		all = append(all, e)
	}
	return all
}

// metric is what an experiment measures.
type metric struct {
	columns []reproduce.Column
	cells   func(c cell, nodes int) []reproduce.Cell
	notes   []string
	label   string // of the axis, for the first column
}

var metrics = map[string]metric{
	"e17": {
		label: "memory of all processes (MB)",
		columns: []reproduce.Column{
			{
				Name: "proportional", Unit: "MB",
				Means: "memory of all processes; what several share counts for each of them in equal parts",
			},
			{
				Name: "resident", Unit: "MB",
				Means: "memory of all processes; what several share counts for each of them as a whole",
			},
			{Name: "each", Unit: "MB", Means: "the proportional memory of a process, in the mean"},
		},
		cells: func(c cell, nodes int) []reproduce.Cell {
			return []reproduce.Cell{
				decimal(c.Usage.Proportional, 1024, 1), decimal(c.Usage.Resident, 1024, 1),
				decimal(c.Usage.Proportional, 1024*nodes, 1),
			}
		},
		notes: []string{"The paper prints 5.9 % less memory than ZooKeeper, in shares of the 2 GB of a device. Its " +
			"election is a Java program, ours is not."},
	},
	"e18": {
		label: "CPU of all processes (ms each second)",
		columns: []reproduce.Column{
			{Name: "CPU", Unit: "ms/s", Means: "CPU time of all processes in a second"},
			{Name: "each", Unit: "ms/s", Means: "the CPU time of a process in a second, in the mean"},
			{Name: "in all", Unit: "s", Means: "CPU time of all processes in the whole time, in steps of 0.01 s each"},
		},
		cells: func(c cell, nodes int) []reproduce.Cell {
			return []reproduce.Cell{
				decimal(10_000*c.Usage.Ticks, c.Milliseconds, 2),
				decimal(10_000*c.Usage.Ticks, c.Milliseconds*nodes, 2),
				decimal(c.Usage.Ticks, 100, 2),
			}
		},
		notes: []string{"The paper prints 26.9 % less CPU than ZooKeeper."},
	},
	"e19": {
		label: "bytes of all processes (kbit/s)",
		columns: []reproduce.Column{
			{
				Name: "bandwidth", Unit: "kbit/s",
				Means: "what all processes and clients have sent, with the headers of IP, TCP and UDP",
			},
		},
		cells: func(c cell, _ int) []reproduce.Cell {
			if c.Bytes < 0 {
				return []reproduce.Cell{reproduce.None()}
			}
			return []reproduce.Cell{decimal(8*c.Bytes, c.Milliseconds, 1)}
		},
		notes: []string{
			"The paper prints 20 Kbps for its election and 117 Kbps for ZooKeeper, over all nodes.",
			"Bytes are counted by the loopback interface of a network namespace of the system's own; an empty cell " +
				"says that the machine allows none. Each packet counts once, however many hops it would take on a map.",
		},
	},
}

// decimal returns a number divided by another.
func decimal(n, by, digits int) reproduce.Cell {
	return reproduce.Decimal(big.NewRat(int64(n), int64(by)), digits)
}

// table returns the table of a metric: of the systems that are long to measure, or of the others.
func (l *laboratory) table(
	ctx context.Context, progress reproduce.Progress, m metric, long bool,
) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: append([]reproduce.Column{{Name: "system", Means: "what was measured"}}, m.columns...),
		Notes: append(slices.Clone(m.notes),
			fmt.Sprintf("Each system is measured alone for %d s, after %d s of rest. ZooKeeper has the paper's times "+
				"(tickTime 2000, initLimit 5, syncLimit 2); its clients are not in its memory and CPU. Hybrid probes "+
				"once a second, carries at most %d entries of news in a message, and logs each step. memberlist is "+
				"configured for a local network.",
				l.seconds, l.settles, newsMost),
			"At rest all systems only find out who is up, each at its own periods. The numbers depend mostly on "+
				"these."),
		On: &reproduce.On{},
		Figure: &reproduce.Figure{
			X: reproduce.Axis{Column: "system", Label: "system"}, Y: reproduce.Axis{Label: m.label},
			Series: []reproduce.Series{{Column: m.columns[0].Name, Label: m.columns[0].Name}},
		},
	}
	list := slices.DeleteFunc(systems(), func(s system) bool { return s.long != long })
	for n, s := range list {
		each := l.settles + l.seconds
		stop := eachSecond(func(passed int) { progress(n*each+min(passed, each-1), len(list)*each) })
		c, err := l.measure(ctx, s)
		stop()
		if err != nil {
			return t, err
		}
		t.Rows = append(t.Rows, append([]reproduce.Cell{reproduce.Text(s.name)}, m.cells(c, s.nodes)...))
		for _, version := range c.Versions {
			if !slices.Contains(t.On.Versions, version) {
				t.On.Versions = append(t.On.Versions, version)
			}
		}
		t.On.Machine, t.On.Date = c.Machine, max(t.On.Date, c.Date)
		if c.Flags != "" {
			t.On.Flags = c.Flags
		}
	}
	return t, nil
}

// eachSecond calls tell each second with the number of seconds that have passed, until stop is called.
func eachSecond(tell func(passed int)) (stop func()) {
	over, told := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(told)
		seconds := time.NewTicker(time.Second)
		defer seconds.Stop()
		for passed := 0; ; passed++ {
			tell(passed)
			select {
			case <-seconds.C:
			case <-over:
				return
			}
		}
	}()
	return func() { close(over); <-told }
}
