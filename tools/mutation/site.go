package mutation

import "fmt"

// Operator is a kind of change.
type Operator string

// The operators. A mutant changes one place in one of these ways.
const (
	Negate     Operator = "negated condition"
	Boundary   Operator = "comparison boundary"
	OneMore    Operator = "one more"
	OneLess    Operator = "one less"
	Drop       Operator = "dropped statement"
	Swap       Operator = "swapped arguments"
	AndOr      Operator = "and for or"
	Constant   Operator = "other constant"
	ReturnZero Operator = "returned zero"
	PlusMinus  Operator = "plus for minus"
	Skip       Operator = "skipped call"
)

// A Site is a place and what is changed there: a mutant, once it is sampled.
type Site struct {
	Operator Operator `json:"operator"`
	Package  string   `json:"package"`
	File     string   `json:"file"`
	// Func is the function, with its receiver's type where it is a method.
	Func string `json:"func"`
	// Before and After are the text that is changed, in one line.
	Before string `json:"before"`
	After  string `json:"after"`
	// Ordinal numbers, from 1, the sites of a function that are alike in all this.
	Ordinal int `json:"ordinal"`
	// Line is where it stands today.
	Line int `json:"line"`

	edits []edit
	of    *source
	rank  int // among the sites of its file
}

// Key names a site as long as its function says the same there, wherever its lines move.
func (s *Site) Key() string {
	return fmt.Sprintf("%s|%s|%s|%s|%d", s.File, s.Func, s.Operator, s.Before, s.Ordinal)
}

// An edit puts text around a part of a file, or in the place of a token. In the text # stands for the
// number of the mutant, and @ for package mut.
type edit struct {
	from, to int // offsets of the part, or of the token
	before   string
	after    string
	instead  bool // before takes the token's place
}
