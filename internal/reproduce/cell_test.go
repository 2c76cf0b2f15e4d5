package reproduce

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// spread are samples with the mean 5, whose squares of deviations sum up to 32.
func spread() []*big.Rat { return Ratios([]int{20, 40, 40, 40, 50, 50, 70, 90}, 10) }

// What comes of a figure beside the paper's goes by the numbers, and not by how they are written.
func TestVerdicts(t *testing.T) {
	third := Decimal(big.NewRat(2, 3), 2) // 0.67
	mean := Mean(spread(), 1)             // 5.0 ± 1.8
	for _, c := range []struct {
		cell Cell
		want Verdict
	}{
		{Int(112).Exactly("112"), AsPrinted},
		{Int(112).Exactly("112.0"), AsPrinted},
		{Int(112).Exactly("113"), Wrong},
		{Int(-3).Exactly("-3"), AsPrinted},
		{third.Exactly("0.67"), AsPrinted},
		{third.Exactly("0.66"), Wrong},
		{third.Beside("0.67", "why"), AsPrinted},
		{third.Beside("0.66", "why"), Differs},
		{third.Misprint("0.66", "why"), Misprinted},
		{third.Misprint("0.67", "why"), Wrong},
		{mean.Beside("6.8", "why"), AsPrinted},
		{mean.Beside("3.2", "why"), AsPrinted},
		{mean.Beside("6.81", "why"), Differs},
		{mean.Misprint("3.19", "why"), Misprinted},
		{Text("p1 p2").Exactly("p1 p2"), AsPrinted},
		{Text("p1 p2").Exactly("p2 p1"), Wrong},
		{Text("1").Beside("1.0", "why"), Differs},
	} {
		if got := c.cell.Printed.Verdict; got != c.want {
			t.Errorf("%s beside %s: %s, want %s", c.cell.shown(0), c.cell.Printed.Figure, got, c.want)
		}
		if err := c.cell.check(); err != nil {
			t.Errorf("%s beside %s: %v", c.cell.shown(0), c.cell.Printed.Figure, err)
		}
	}
}

// with changes a cell.
func with(c Cell, change func(*Cell)) Cell { change(&c); return c }

// A cell that says what cannot be is refused.
func TestBadCells(t *testing.T) {
	verdict := func(v Verdict) func(*Cell) { return func(c *Cell) { c.Printed.Verdict = v } }
	for says, c := range map[string]Cell{
		`kind: "",`:                    {},
		`value: "1e3", it must be a`:   {Kind: KindNumber, Value: "1e3"},
		`value: "1/3", it must be`:     {Kind: KindNumber, Value: "1/3"},
		`value: "0x1f", it must`:       {Kind: KindNumber, Value: "0x1f"},
		`value: "", which is nothing`:  Text(""),
		`value: "a\nb", which is`:      Text("a\nb"),
		`that a none can be`:           {Kind: KindNone, Value: "1"},
		`samples: 1 of them`:           with(Mean(spread(), 1), func(c *Cell) { c.Samples = 1 }),
		`value: "", it must`:           Mean(spread()[:1], 1),
		`samples: 8 of`:                with(Mean(spread(), 1), func(c *Cell) { c.Half = "-0.1" }),
		`half: "1", only a mean`:       {Kind: KindNumber, Value: "1", Half: "1"},
		`printed: beside a cell`:       None().Beside("1", "why"),
		`printed.figure: "1,000", it`:  Int(1000).Exactly("1,000"),
		`printed.figure: "57%", it`:    Int(57).Beside("57%", "why"),
		`printed.figure: "", it must`:  Text("a").Exactly(""),
		`printed.exact: a mean`:        Mean(spread(), 1).Exactly("5.0"),
		`printed.why: is empty, it`:    Int(1).Beside("2", ""),
		`say why 1 is not 3 as`:        Int(1).Misprint("3", ""),
		`verdict: "differs", which`:    with(Int(1).Exactly("1"), verdict(Differs)),
		`verdict: "as printed", which`: with(Int(1).Exactly("2"), verdict(AsPrinted)),
		`verdict: "misprinted", which`: with(Int(1).Exactly("2"), verdict(Misprinted)),
		`verdict: "wrong", which`:      with(Int(1).Beside("2", "why"), verdict(Wrong)),
		`verdict: "good", which`:       with(Int(1).Exactly("1"), verdict("good")),
	} {
		if err := c.check(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want %q", c, err, says)
		}
	}
}

// within is the chance that Student's t with so many degrees of freedom lies between -x and x
// (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4).
func within(x float64, freedom int) float64 {
	angle := math.Atan(x / math.Sqrt(float64(freedom)))
	sin, cos := math.Sin(angle), math.Cos(angle)
	sum, term := 0.0, 1.0
	if freedom%2 == 1 {
		term = cos
	}
	for k := freedom % 2; k <= freedom-2; k += 2 {
		sum += term
		term *= cos * cos * float64(k+1) / float64(k+2)
	}
	if freedom%2 == 1 {
		return 2 / math.Pi * (angle + sin*sum)
	}
	return sin * sum
}

// Each quantile that is listed is rounded from the one at which 95 % lie on both sides of 0.
func TestQuantiles(t *testing.T) {
	last := 0
	for _, q := range quantiles() {
		x := float64(q.thousandths) / 1000
		if low, high := within(x-0.0005, q.freedom), within(x+0.0005, q.freedom); low > 0.95 || high < 0.95 {
			t.Errorf("%d degrees of freedom: within ±%.3f lie %.6f to %.6f", q.freedom, x, low, high)
		}
		if q.freedom <= last {
			t.Errorf("%d degrees of freedom stand behind %d", q.freedom, last)
		}
		last = q.freedom
	}
	for samples, want := range map[int]string{2: "12.706", 31: "2.042", 32: "2.042", 41: "2.021", 2000: "1.962"} {
		if got := studentT(samples).FloatString(3); got != want {
			t.Errorf("%d samples: %s, want %s", samples, got, want)
		}
	}
}

func TestMean(t *testing.T) {
	for digits, want := range []string{"5 ± 2", "5.0 ± 1.8", "5.00 ± 1.79", "5.000 ± 1.788"} { // 1.78777
		if got := Mean(spread(), digits).shown(0); got != want {
			t.Errorf("%d digits: %s, want %s", digits, got, want)
		}
	}
	if got := Mean(Ratios([]int64{7, 7, 7}, 2), 2).shown(0); got != "3.50 ± 0.00" {
		t.Errorf("of one value: %s", got)
	}
	if _, _, ok := Int(3).Interval(); ok {
		t.Error("a number has an interval")
	}
}

// The average of 3, 5 and 7 is 5, its standard error the root of (4 + 0 + 4) / (3 * 2).
func TestAverages(t *testing.T) {
	three := Ratios([]int64{3, 7, 5}, 1)
	if mean, square := Average(three), SquaredError(three); mean.RatString() != "5" || square.RatString() != "4/3" {
		t.Errorf("%s, and %s", mean.RatString(), square.RatString())
	}
	if square := SquaredError(three[:1]); square.Sign() != 0 {
		t.Errorf("of one sample: %s", square.RatString())
	}
	for percent, want := range map[int]int{0: 3, 33: 3, 34: 5, 66: 5, 67: 7, 95: 7, 100: 7} {
		if got := Percentile([]int{3, 7, 5}, percent, cmp.Compare); got != want {
			t.Errorf("%d %%: %d, want %d", percent, got, want)
		}
	}
}

// A root is rounded to the nearest: no other number with so many digits is nearer.
func TestRoots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole, parts := rapid.Int64Range(0, 1_000_000_000).Draw(t, "a"), rapid.Int64Range(1, 1_000_000).Draw(t, "b")
		square := big.NewRat(whole, parts)
		digits := rapid.IntRange(0, 6).Draw(t, "digits")
		root, ok := number(rootText(square, digits))
		if !ok {
			t.Fatalf("%q is no number", rootText(square, digits))
		}
		half := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
		half.Mul(half, big.NewRat(1, 2))
		low, high := new(big.Rat).Sub(root, half), new(big.Rat).Add(root, half)
		if low.Sign() > 0 && low.Mul(low, low).Cmp(square) > 0 || high.Mul(high, high).Cmp(square) < 0 {
			t.Fatalf("the root of %s is %s", square, rootText(square, digits))
		}
	})
}

// A list in which a name does not stand for one experiment is refused.
func TestCheck(t *testing.T) {
	run := func(context.Context, Progress) (Table, error) { return messages(), nil }
	good := Experiment{ID: "table-2", Title: "messages", Where: "Table 2", Run: run}
	change := func(change func(*Experiment)) Experiment { e := good; change(&e); return e }
	for says, list := range map[string][]Experiment{
		"":                                {good, change(func(e *Experiment) { e.ID = "fig4a" })},
		"experiment 1 is called \"\"":     {good, change(func(e *Experiment) { e.ID = "" })},
		"is called \"Table-2\"":           {change(func(e *Experiment) { e.ID = "Table-2" })},
		"is called \"../a\"":              {change(func(e *Experiment) { e.ID = "../a" })},
		"two experiments are called":      {good, good},
		"does not say what it":            {change(func(e *Experiment) { e.Title = "" })},
		"or where in the paper":           {change(func(e *Experiment) { e.Where = "" })},
		"experiment table-2 must have co": {change(func(e *Experiment) { e.Run = nil })},
	} {
		if err := Check(list); (err != nil) != (says != "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}

// What an experiment returns must be a table, and one that falls fails.
func TestMeasure(t *testing.T) {
	for says, run := range map[string]func(context.Context, Progress) (Table, error){
		"": func(_ context.Context, progress Progress) (Table, error) {
			progress(1, 1)
			return messages(), nil
		},
		"it rains":        func(context.Context, Progress) (Table, error) { return messages(), errors.New("it rains") },
		"rows: 0 of them": func(context.Context, Progress) (Table, error) { return Table{}, nil },
		"panic: too deep": func(context.Context, Progress) (Table, error) { panic("too deep") },
	} {
		m, err := Experiment{ID: "a", Title: "b", Where: "c", Run: run}.Measure(t.Context(), "p", nil)
		if (err != nil) != (says != "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
		if says == "" && (m.Protocol != "p" || m.ID != "a" || m.Version != Version || len(m.Rows) == 0) {
			t.Errorf("%+v", m)
		}
	}
}
