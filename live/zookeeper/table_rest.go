package main

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/systems"
)

// metric is what an experiment measures of a system at rest.
type metric struct {
	columns []reproduce.Column
	cells   func(r systems.Rest, nodes int) []reproduce.Cell
	notes   []string
	label   string // of the axis, for the first column
	bytes   bool   // whether bytes are counted
}

// memory is E17.
var memory = metric{
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
	cells: func(r systems.Rest, nodes int) []reproduce.Cell {
		return []reproduce.Cell{
			decimal(r.Memory.Proportional, 1024, 1), decimal(r.Memory.Resident, 1024, 1),
			decimal(r.Memory.Proportional, 1024*nodes, 1),
		}
	},
	notes: []string{"The paper prints 5.9 % less memory than ZooKeeper, in shares of the 2 GB of a device. Its " +
		"election is a Java program, ours is not."},
}

// cpu is E18.
var cpu = metric{
	label: "CPU of all processes (ms each second)",
	columns: []reproduce.Column{
		{
			Name: "CPU", Unit: "ms/s",
			Means: "CPU time of all processes in a second; the mean of six windows",
		},
		{Name: "each", Unit: "ms/s", Means: "the CPU time of a process in a second, in the mean"},
	},
	cells: func(r systems.Rest, nodes int) []reproduce.Cell {
		all := 0
		for _, used := range r.CPU {
			all += used
		}
		return []reproduce.Cell{
			reproduce.Mean(reproduce.Ratios(r.CPU, r.Window), 1), decimal(all, r.Window*len(r.CPU)*nodes, 2),
		}
	},
	notes: []string{"The paper prints 26.9 % less CPU than ZooKeeper."},
}

// bandwidth is E19.
var bandwidth = metric{
	label: "bytes of all processes (kbit/s)", bytes: true,
	columns: []reproduce.Column{
		{
			Name: "bandwidth", Unit: "kbit/s",
			Means: "what all processes and clients have sent, with the headers of IP, TCP and UDP",
		},
	},
	cells: func(r systems.Rest, _ int) []reproduce.Cell {
		if r.Counted == "" {
			return []reproduce.Cell{reproduce.None()}
		}
		return []reproduce.Cell{decimal(8*r.Bytes, r.Milliseconds, 1)}
	},
	notes: []string{
		"The paper prints 20 Kbps for its election and 117 Kbps for ZooKeeper, over all nodes.",
		"Each packet counts once, with the headers of IP and of TCP or UDP, however many hops it would take on a map.",
	},
}

// countedBy has for each way of counting bytes the note of a table.
var countedBy = map[string]string{
	systems.ByInterface: "Bytes are counted by the loopback interface of a network namespace of the system's own.",
	systems.ByPackets: "Bytes are counted by a packet socket: this machine allows no network namespace, so other " +
		"programs share the loopback interface.",
	"": "Bytes are not counted: this machine allows neither a network namespace nor a packet socket.",
}

// noteCounting adds to a table how the bytes of a row were counted.
func noteCounting(t *reproduce.Table, r systems.Rest) {
	if by := countedBy[r.Counted]; !slices.Contains(t.Notes, by) {
		t.Notes = append(t.Notes, by)
	}
}

// atRest returns what measures the table of a metric: of the systems that are long to measure, or of the others.
func atRest(m metric) func(b *bench, long bool) (reproduce.Table, error) {
	return func(b *bench, long bool) (reproduce.Table, error) {
		size := b.laboratory.Size
		t := reproduce.Table{
			Columns: append([]reproduce.Column{{Name: "system", Means: "what was measured"}}, m.columns...),
			Notes: append(slices.Clone(m.notes),
				fmt.Sprintf("Each system is measured alone for %d s, after %d s of rest. ZooKeeper has the paper's "+
					"times (tickTime 2000, initLimit 5, syncLimit 2); its clients are not in its memory and CPU. "+
					"Hybrid probes once a second, carries at most %d entries of news in a message, and logs each "+
					"step. memberlist is configured for a local network.",
					size.Seconds, size.Settles, systems.NewsMost),
				"At rest all systems only find out who is up, each at its own periods. The numbers depend mostly on "+
					"these: e20 compares at equal detection."),
			Figure: &reproduce.Figure{
				X: reproduce.Axis{Column: "system", Label: "system"}, Y: reproduce.Axis{Label: m.label},
				Series: []reproduce.Series{{Column: m.columns[0].Name, Label: m.columns[0].Name}},
			},
		}
		list := systems.AtRest(long)
		for _, s := range list {
			b.all += b.seconds(s)
		}
		for _, s := range list {
			r, err := measure[systems.Rest](b, s.Rest(), b.seconds(s))
			if err != nil {
				return t, err
			}
			b.note(r.Made)
			if m.bytes {
				noteCounting(&t, r)
			}
			t.Rows = append(t.Rows, append([]reproduce.Cell{reproduce.Text(s.Name)}, m.cells(r, s.Nodes)...))
		}
		return t, nil
	}
}

// seconds is how long it takes to measure a system at rest.
func (b *bench) seconds(s systems.System) int {
	return b.laboratory.Size.Settles + max(1, s.Longer)*b.laboratory.Size.Seconds
}
