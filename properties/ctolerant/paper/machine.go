package paper

import (
	"embed"
	"fmt"
	"math/big"
	"path"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// onMachine has the tables of the deployed experiments, as one machine has measured them.
//
//go:embed measured/*.json
var onMachine embed.FS

// machineTable is one of these tables.
type machineTable struct{ reproduce.Measured }

// measuredTable returns the table of an experiment.
func measuredTable(id string) (t machineTable, err error) {
	file := path.Join("measured", id+".json")
	text, err := onMachine.ReadFile(file)
	if err != nil {
		return t, err
	}
	if t.Measured, err = reproduce.Decode(text); err != nil {
		return t, fmt.Errorf("%s: %w", file, err)
	}
	if t.On == nil {
		return t, fmt.Errorf("%s: does not say on which machine it was measured", file)
	}
	return t, nil
}

// at returns a number of a table: in the row that begins with a text, and the column of a name.
func (t machineTable) at(row, column string) (*big.Rat, error) {
	for _, cells := range t.Rows {
		if cells[0].Value != row {
			continue
		}
		for i, c := range t.Columns {
			if n, is := new(big.Rat).SetString(cells[i].Value); is && c.Name == column {
				return n, nil
			}
		}
	}
	return nil, fmt.Errorf("%s: has no number in row %q, column %q", t.ID, row, column)
}

// where says where, when and by what a table was measured, for the end of a sentence.
func (t machineTable) where() string {
	text := strings.TrimSuffix(t.On.String(), ".")
	return "(" + strings.ToLower(text[:1]) + text[1:] + ")"
}

// checkAtRest is CT-31 with the times that the paper gives ZooKeeper.
func checkAtRest() (string, error) {
	const one, other = "Hybrid over Medley", "ZooKeeper of 16, idle"
	return compared(one, "16 idle servers of ZooKeeper", other, [][3]string{
		{"memory", "e17", "proportional"}, {"CPU", "e18", "CPU"}, {"bandwidth", "e19", "bandwidth"},
	})
}

// checkAtEqualDetection is CT-31 with times by which both know of a lost leader equally soon.
func checkAtEqualDetection() (string, error) {
	return compared("Hybrid over Medley", "16 servers of ZooKeeper", "ZooKeeper of 16", [][3]string{
		{"memory", "e20", "memory"}, {"CPU", "e20", "CPU"}, {"bandwidth", "e20", "bandwidth"},
	})
}

// compared says by how many percent one row has less than another, of each resource: its name, its table and its
// column. Memory and CPU must be less, as the paper claims.
func compared(one, called, other string, resources [][3]string) (string, error) {
	var parts []string
	where := ""
	for _, r := range resources {
		t, err := measuredTable(r[1])
		if err != nil {
			return "", err
		}
		ours, err := t.at(one, r[2])
		if err != nil {
			return "", err
		}
		theirs, err := t.at(other, r[2])
		if err != nil {
			return "", err
		}
		by := more(ours, theirs)
		if by == nil {
			return "", fmt.Errorf("%s: %s uses no %s", t.ID, other, r[0])
		}
		than := "more"
		if by.Sign() < 0 {
			than = "less"
		} else if r[0] != "bandwidth" {
			return "", fmt.Errorf("%s: %s uses more %s than %s", t.ID, one, r[0], other)
		}
		parts = append(parts, fmt.Sprintf("%s %% %s %s", decimals(by.Abs(by), 1), than, r[0]))
		where = t.where()
	}
	return fmt.Sprintf("%s takes %s than %s %s", one, joined(parts, asText), called, where), nil
}

// checkProcesses is CT-30: elections of 16 processes on a grid complete, and over Medley Hybrid is sooner than Base at
// each drop rate.
func checkProcesses() (string, error) {
	const base, hybrid = "Base over Medley", "Hybrid over Medley"
	t, err := measuredTable("e14")
	if err != nil {
		return "", err
	}
	times := map[string][]*big.Rat{}
	for _, drop := range []string{"5", "10", "15", "20"} {
		for _, column := range []string{base, hybrid, "unfinished"} {
			n, err := t.at(drop, column)
			if err != nil {
				return "", err
			}
			times[column] = append(times[column], n)
		}
		last := len(times[base]) - 1
		switch slow, soon := times[base][last], times[hybrid][last]; {
		case soon.Cmp(slow) >= 0:
			return "", fmt.Errorf("e14: at %s %% lost Hybrid takes %s ms, Base %s", drop, decimals(soon, 0),
				decimals(slow, 0))
		case times["unfinished"][last].Sign() > 0:
			return "", fmt.Errorf("e14: at %s %% lost %s elections do not end", drop,
				decimals(times["unfinished"][last], 0))
		}
	}
	return fmt.Sprintf("16 processes complete their elections at 5, 10, 15 and 20 %% lost, over Medley in %s ms by "+
		"Base and in %s ms by Hybrid %s", shown(times[base], 0), shown(times[hybrid], 0), t.where()), nil
}
