package reproduce

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// Cell is a cell of a table. Int, Decimal, Mean, Text and None make one; Exactly, Beside and
// Misprint put the paper's figure beside it.
type Cell struct {
	Kind Kind `json:"kind" input:"required"`
	// Value is the text, or a number such as "-12.50", "" of none.
	Value string `json:"value" input:"required"`
	// Half is half of the width of the 95 % confidence interval of a mean, Samples of how many
	// it is.
	Half    string   `json:"half,omitempty"`
	Samples int      `json:"samples,omitempty"`
	Printed *Printed `json:"printed,omitempty"`
}

// Kind says what stands in a cell.
type Kind string

// The kinds of cells.
const (
	KindText   Kind = "text"
	KindNumber Kind = "number" // an exact one, or rounded from an exact one
	KindMean   Kind = "mean"
	KindNone   Kind = "none" // nothing was measured here
)

// Printed is what the paper has in the place of a cell.
type Printed struct {
	// Figure is what is printed, a number without unit and without marks between thousands.
	Figure string `json:"figure" input:"required"`
	// Exact tells that ours must be the same.
	Exact   bool    `json:"exact,omitempty"`
	Verdict Verdict `json:"verdict" input:"required"`
	// Why says in a sentence why the two differ.
	Why string `json:"why,omitempty"`
}

// Verdict is what comes of a figure beside the paper's.
type Verdict string

// The verdicts. Of a mean, a figure within the interval is as printed.
const (
	AsPrinted  Verdict = "as printed"
	Differs    Verdict = "differs"    // and need not be the same
	Misprinted Verdict = "misprinted" // the paper's is wrong, by what else it says
	Wrong      Verdict = "wrong"      // and must be the same; or it is, and was said to be misprinted
)

// Int is a whole number.
func Int[T ~int | ~int64 | ~uint64](n T) Cell {
	return Cell{Kind: KindNumber, Value: fmt.Sprintf("%d", n)}
}

// Decimal is a number with so many digits after the point, rounded half away from zero.
func Decimal(n *big.Rat, digits int) Cell {
	return Cell{Kind: KindNumber, Value: n.FloatString(digits)}
}

// Text is a text.
func Text(text string) Cell { return Cell{Kind: KindText, Value: text} }

// None is a cell in which nothing was measured.
func None() Cell { return Cell{Kind: KindNone} }

// Exactly puts the paper's figure beside ours, which must be the same, or the experiment has
// failed.
func (c Cell) Exactly(figure string) Cell {
	verdict := Wrong
	if c.is(figure) {
		verdict = AsPrinted
	}
	c.Printed = &Printed{Figure: figure, Exact: true, Verdict: verdict}
	return c
}

// Beside puts the paper's figure beside ours, which may differ; why says so in a sentence.
func (c Cell) Beside(figure, why string) Cell {
	c.Printed = &Printed{Figure: figure, Verdict: Differs, Why: why}
	if c.is(figure) {
		c.Printed.Verdict, c.Printed.Why = AsPrinted, ""
	}
	return c
}

// Misprint puts a figure of the paper beside ours that is misprinted; why says how that is known.
// If ours is the same after all the experiment has failed.
func (c Cell) Misprint(figure, why string) Cell {
	c.Printed = &Printed{Figure: figure, Verdict: Misprinted, Why: why}
	if c.is(figure) {
		c.Printed.Verdict = Wrong
	}
	return c
}

// Number is the number that stands in the cell, if one does.
func (c Cell) Number() (*big.Rat, bool) {
	if c.Kind != KindNumber && c.Kind != KindMean {
		return nil, false
	}
	return number(c.Value)
}

// Interval returns the ends of the confidence interval of a mean.
func (c Cell) Interval() (low, high *big.Rat, ok bool) {
	mean, isNumber := c.Number()
	half, hasHalf := number(c.Half)
	if c.Kind != KindMean || !isNumber || !hasHalf {
		return nil, nil, false
	}
	return new(big.Rat).Sub(mean, half), new(big.Rat).Add(mean, half), true
}

// is reports whether the cell agrees with a printed figure.
func (c Cell) is(figure string) bool {
	if c.Kind == KindText {
		return c.Value == figure
	}
	ours, ok := c.Number()
	theirs, isNumber := number(figure)
	if !ok || !isNumber {
		return false
	}
	if low, high, ok := c.Interval(); ok {
		return low.Cmp(theirs) <= 0 && theirs.Cmp(high) <= 0
	}
	return ours.Cmp(theirs) == 0
}

// decimal is how numbers stand in a cell.
var decimal = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// check tells what is wrong with the form of a cell, or nothing.
func (c Cell) check() error {
	_, isNumber := c.Number()
	half, hasHalf := number(c.Half)
	isMean := c.Kind == KindMean
	switch {
	case c.Kind != KindText && c.Kind != KindNumber && !isMean && c.Kind != KindNone:
		return input.Errorf("kind", "%q, it must be text, number, mean or none", c.Kind)
	case (c.Kind == KindNumber || isMean) && !isNumber:
		return input.Errorf("value", "%q, it must be a number such as 12.50", c.Value)
	case c.Kind == KindText && (c.Value == "" || !oneLine(c.Value)), c.Kind == KindNone && c.Value != "":
		return input.Errorf("value", "%q, which is nothing that a %s can be", c.Value, c.Kind)
	case isMean && (c.Samples < 2 || !hasHalf || half.Sign() < 0):
		return input.Errorf("samples", "%d of them, a mean has an interval and two samples at least", c.Samples)
	case !isMean && (c.Half != "" || c.Samples != 0):
		return input.Errorf("half", "%q, only a mean has it", c.Half)
	}
	if c.Printed == nil {
		return nil
	}
	return input.In("", "printed", c.checkPrinted(*c.Printed))
}

func (c Cell) checkPrinted(p Printed) error {
	_, isNumber := number(p.Figure)
	is := c.is(p.Figure)
	of := map[Verdict]bool{ // whether a verdict can be that of such a figure
		AsPrinted: is, Differs: !is && !p.Exact, Misprinted: !is && !p.Exact, Wrong: is != p.Exact,
	}
	switch {
	case c.Kind == KindNone:
		return input.Errorf("", "beside a cell in which nothing was measured")
	case c.Kind == KindText && (p.Figure == "" || !oneLine(p.Figure)):
		return input.Errorf("figure", "%q, it must be a text of one line", p.Figure)
	case c.Kind != KindText && !isNumber:
		return input.Errorf("figure", "%q, it must be a number such as 12.50, without unit and thousands marks",
			p.Figure)
	case p.Exact && c.Kind == KindMean:
		return input.Errorf("exact", "a mean of drawn runs is never exactly what is printed")
	case !of[p.Verdict]:
		return input.Errorf("verdict", "%q, which is not that of %s beside %s", p.Verdict, c.Value, p.Figure)
	case p.Why == "" && (p.Verdict == Differs || p.Verdict == Misprinted):
		return input.Errorf("why", "is empty, it must say why %s is not %s as printed", c.Value, p.Figure)
	}
	return nil
}

// oneLine reports whether a text can stand in a line of a table.
func oneLine(text string) bool {
	return utf8.ValidString(text) && strings.IndexFunc(text, unicode.IsControl) < 0
}

// number reads an exact decimal number.
func number(text string) (*big.Rat, bool) {
	if !decimal.MatchString(text) {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// shown is the cell as people read it, without the paper's figure. What stands behind ± has so many
// columns at least.
func (c Cell) shown(half int) string {
	switch c.Kind {
	case KindNone:
		return "–"
	case KindNumber:
		return phrase.Thousands(c.Value)
	case KindMean:
		return fmt.Sprintf("%s ± %*s", phrase.Thousands(c.Value), half, phrase.Thousands(c.Half))
	}
	return c.Value
}
