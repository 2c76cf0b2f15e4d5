package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/systems"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// rate is a drop rate of the paper's figures, in percent, with its c.
type rate struct{ drop, c int }

func rates() []rate { return []rate{{5, 2}, {10, 3}, {15, 5}, {20, 7}} }

// crashes is f of all elections. The paper does not state f.
const crashes = 2

func electionAt(r rate, variant words.Variant, medley bool) systems.Election {
	return systems.Election{
		Variant: variant, Medley: medley, Period: time.Second, C: r.c, F: crashes, OnMap: true, Lost: 10 * r.drop,
	}
}

// elections returns the four elections at all drop rates, each over both detectors.
func elections() (all []systems.Election) {
	for _, r := range rates() {
		all = append(all, at(r, true)...)
	}
	return all
}

// at returns the elections at a drop rate, each over both detectors: all four if four is set, else Base and Hybrid.
func at(r rate, four bool) (all []systems.Election) {
	for _, variant := range words.Variants() {
		if four || variant == words.Base || variant == words.Hybrid {
			all = append(all, electionAt(r, variant, false), electionAt(r, variant, true))
		}
	}
	return all
}

// Roughly how many seconds a round of trials takes.
const electionTakes, killTakes = 12, 25

// takes returns how many seconds trials take, if a round of them takes round seconds.
func takes(trials, round int) int { return (trials + systems.Together - 1) / systems.Together * round }

const setUp = "%d elections for each cell, each in a new group of 16 processes on a grid of 4 x 4 places, linked " +
	"with their neighbours. Each message is lost with the drop rate, once for its route, and takes up to 50 ms over " +
	"each link. LEADER is not lost, as the paper assumes. The detector probes once a second, and has run for five " +
	"seconds. Five groups run at the same time. f is %d; c is 2, 3, 5 and 7, as in the paper, which states neither f " +
	"nor where messages are dropped."

// completion is E14.
func completion(b *bench, long bool) (reproduce.Table, error) {
	return alongDrops(b, long, "completion time (ms)", reproduce.Column{
		Unit: "ms", Means: "from the begin of an election until the last process follows the leader that all follow " +
			"at the end, in the mean",
	}, 0, func(t systems.Trial) int { return t.Completion })
}

// changes is E15.
func changes(b *bench, long bool) (reproduce.Table, error) {
	return alongDrops(b, long, "leader changes in an election", reproduce.Column{
		Means: "how many leaders announce themselves, one after another, in the mean",
	}, 2, func(t systems.Trial) int { return t.Changes })
}

// alongDrops measures elections at all drop rates.
func alongDrops(b *bench, long bool, label string, c reproduce.Column, digits int, of func(systems.Trial) int,
) (t reproduce.Table, err error) {
	t = reproduce.Table{
		Columns: []reproduce.Column{{Name: "drop", Unit: "%", Means: "share of the messages that are lost"}},
		Notes:   []string{fmt.Sprintf(setUp, b.laboratory.Size.Trials, crashes)},
		Figure: &reproduce.Figure{
			X: reproduce.Axis{Column: "drop", Label: "drop rate (%)"}, Y: reproduce.Axis{Label: label},
		},
	}
	for _, r := range rates() {
		for range at(r, long) {
			b.all += takes(b.laboratory.Size.Trials, electionTakes)
		}
	}
	for i, r := range rates() {
		row := []reproduce.Cell{reproduce.Int(r.drop)}
		unfinished := 0
		for _, e := range at(r, long) {
			trials, err := measure[systems.Trials](b, e.Trials(false), takes(b.laboratory.Size.Trials, electionTakes))
			if err != nil {
				return t, err
			}
			b.note(trials.Made)
			var samples []int
			for _, one := range trials.All {
				if one.Completion < 0 {
					unfinished++
				}
				if n := of(one); n >= 0 {
					samples = append(samples, n)
				}
			}
			row = append(row, meanOf(samples, 1, digits))
			if i == 0 {
				c.Name = e.Title()
				t.Columns = append(t.Columns, c)
				t.Figure.Series = append(t.Figure.Series, reproduce.Series{Column: c.Name, Label: c.Name})
			}
		}
		t.Rows = append(t.Rows, append(row, reproduce.Int(unfinished)))
	}
	t.Columns = append(t.Columns, reproduce.Column{
		Name: "unfinished", Means: "elections of the row after which the processes did not agree within a minute; " +
			"they have no completion time",
	})
	return t, nil
}

// meanOf returns the mean of numbers in a unit.
func meanOf(samples []int, unit, digits int) reproduce.Cell {
	switch len(samples) {
	case 0:
		return reproduce.None()
	case 1:
		return decimal(samples[0], unit, digits)
	}
	return reproduce.Mean(reproduce.Ratios(samples, unit), digits)
}

// kills is E16.
func kills(b *bench, _ bool) (t reproduce.Table, err error) {
	r := rates()[0]
	all := at(r, true)
	t = reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "election", Means: "the election and its detector"},
			{Name: "suspected", Unit: "s", Means: "until the first of the others suspected the leader, in the mean"},
			{Name: "removed", Unit: "s", Means: "until the last of the others had removed it"},
			{Name: "followed", Unit: "s", Means: "until the last of the others followed the next leader"},
			{
				Name: "unfinished", Means: "trials in which the processes did not agree within a minute, before the " +
					"kill or after it; not in the means",
			},
		},
		Notes: []string{
			"After each election its leader is killed by kill -9; all times count from the kill.",
			fmt.Sprintf(setUp, b.laboratory.Size.Trials, crashes), "The drop rate is " + strconv.Itoa(r.drop) + " %.",
		},
		Figure: &reproduce.Figure{
			X: reproduce.Axis{Column: "election", Label: "election"},
			Y: reproduce.Axis{Label: "seconds since the kill"},
			Series: []reproduce.Series{
				{Column: "suspected", Label: "suspected by one"},
				{Column: "removed", Label: "removed by all"},
				{Column: "followed", Label: "the next one is followed by all"},
			},
		},
	}
	b.all = len(all) * takes(b.laboratory.Size.Trials, killTakes)
	for _, e := range all {
		trials, err := measure[systems.Trials](b, e.Trials(true), takes(b.laboratory.Size.Trials, killTakes))
		if err != nil {
			return t, err
		}
		b.note(trials.Made)
		var lost []systems.Loss
		for _, one := range trials.All {
			if one.Loss != nil {
				lost = append(lost, *one.Loss)
			}
		}
		t.Rows = append(t.Rows, append(append([]reproduce.Cell{reproduce.Text(e.Title())}, means(lost)...),
			reproduce.Int(len(trials.All)-len(lost))))
	}
	return t, nil
}

// means returns the means of losses: the first, the last, and the election, in seconds.
func means(lost []systems.Loss) []reproduce.Cell {
	var first, all, elected []int
	for _, l := range lost {
		first, all, elected = append(first, l.First), append(all, l.All), append(elected, l.Elected)
	}
	return []reproduce.Cell{meanOf(first, 1000, 2), meanOf(all, 1000, 2), meanOf(elected, 1000, 2)}
}
