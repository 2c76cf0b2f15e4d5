package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/systems"
)

// lossTakes is roughly how many seconds one loss of a leader takes, or a round of losses, with what is between two.
const lossTakes = 15

// equalDetection is E20.
func equalDetection(b *bench, _ bool) (t reproduce.Table, err error) {
	list := systems.AtEqualDetection()
	size := b.laboratory.Size
	t = reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "system", Means: "what was measured"},
			{Name: "lost", Means: "how its leader was lost"},
			{Name: "known", Unit: "s", Means: "until the last of the others knew, in the mean"},
			{Name: "95 %", Unit: "s", Means: "the same in all but 5 % of the losses"},
			{Name: "elected", Unit: "s", Means: "until the last of the others followed the next leader, in the mean"},
			{Name: "memory", Unit: "MB", Means: "memory of all processes at rest, shared pages in equal parts"},
			{Name: "CPU", Unit: "ms/s", Means: "CPU time of all processes in a second at rest, in the mean"},
			{Name: "bandwidth", Unit: "kbit/s", Means: "what all have sent at rest, with the headers"},
		},
		Notes: []string{
			fmt.Sprintf("The times of each system were set so that all others know after some 6 s in the mean. The "+
				"leader is lost %d times. At rest each system is measured as in e17 to e19. Memory and CPU are those "+
				"of the servers, and the bytes are those of clients too.", 2*size.Trials),
			"stopped: the leader gets SIGSTOP. It keeps its connections open, which kill -9 would close: servers of " +
				"ZooKeeper notice that at once, whatever their times. killed: the client of ZooKeeper's recipe that " +
				"leads gets kill -9. Only the next client is told, so known says when that leads.",
			"In etcd's raft a process that knows of the loss elects, so that both columns have nearly the same time. " +
				"memberlist elects nobody. Five groups of Hybrid, memberlist and raft lose their leaders at the same " +
				"time.",
		},
		Figure: &reproduce.Figure{
			X:      reproduce.Axis{Column: "system", Label: "system"},
			Y:      reproduce.Axis{Label: "CPU of all processes (ms each second)"},
			Series: []reproduce.Series{{Column: "CPU", Label: "CPU"}},
		},
	}
	for _, s := range list {
		b.all += b.seconds(s) + b.lossesTake(s)
	}
	for _, s := range list {
		rest, err := measure[systems.Rest](b, s.Rest(), b.seconds(s))
		if err != nil {
			return t, err
		}
		losses, err := measure[systems.Losses](b, s.Loses(), b.lossesTake(s))
		if err != nil {
			return t, err
		}
		b.note(rest.Made)
		noteCounting(&t, rest)
		b.note(losses.Made)
		if !isEqual(losses.All) {
			t.Notes = append(t.Notes, fmt.Sprintf("On this machine %s knows more than %d ms sooner or later than "+
				"after %d ms in the mean: its row does not compare at equal detection.", s.Name, tolerance, goal))
		}
		known := reproduce.Percentile(losses.All, 95, func(a, b systems.Loss) int { return cmp.Compare(a.All, b.All) })
		times := means(losses.All)
		if !s.Elects {
			times[2] = reproduce.None()
		}
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Text(s.Name), reproduce.Text(s.LostBy), times[1], decimal(known.All, 1000, 2), times[2],
			memory.cells(rest, s.Nodes)[0], cpu.cells(rest, s.Nodes)[0], bandwidth.cells(rest, s.Nodes)[0],
		})
	}
	return t, nil
}

// lossesTake is roughly how many seconds the losses of a system take: one after another, or in rounds.
func (b *bench) lossesTake(s systems.System) int {
	trials := 2 * b.laboratory.Size.Trials
	if strings.HasPrefix(s.ID, "zookeeper") {
		return trials * lossTakes
	}
	return takes(trials, lossTakes)
}

// goal is when all shall know of a loss, in milliseconds, and tolerance how far the mean may be from that.
const goal, tolerance = 6000, 600

// isEqual reports whether the mean time until all knew is within the tolerance of the goal.
func isEqual(all []systems.Loss) bool {
	sum := 0
	for _, l := range all {
		sum += l.All - goal
	}
	return max(sum, -sum) <= tolerance*len(all)
}
