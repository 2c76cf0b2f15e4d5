package tlc

import (
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// conjunct starts the line of a variable in TLC's text of a state. A module with
// one variable has no such mark: its state is "x = 1".
const conjunct = `/\ `

// ParseState reads TLC's text of a state, one variable a line ("/\ x = 1"), as a
// record of its variables. TLC breaks long values over several lines.
func ParseState(text string) (Value, error) {
	pairs := []Pair{}
	err := eachVariable(text, func(name, value string) error {
		v, err := Parse(value)
		if err != nil {
			return fmt.Errorf("variable %s: %w", name, err)
		}
		pairs = append(pairs, Pair{Str(name), v})
		return nil
	})
	if err != nil {
		return Value{}, err
	}
	return newFunc(pairs)
}

// StateText returns the canonical text of a state given as a record: one line
// "/\ name = value" a variable, sorted by name. Graph.States holds these texts,
// so a Go state finds its place in a graph by equality of strings.
func StateText(state Value) string {
	var b strings.Builder
	for i, key := range state.keys {
		addVariable(&b, key.text, state.vals[i].String())
	}
	return b.String()
}

func addVariable(b *strings.Builder, name, value string) {
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	b.WriteString(conjunct + name + " = " + value)
}

// eachVariable cuts the text of a state into its variables. A string inside a
// value cannot be mistaken for a new variable: TLC prints its line ends escaped.
func eachVariable(text string, each func(name, value string) error) error {
	text = strings.TrimSpace(text)
	for text != "" {
		line := strings.TrimPrefix(text, conjunct)
		text = ""
		if end := strings.Index(line, "\n"+conjunct); end >= 0 {
			line, text = line[:end], line[end+1:]
		}
		name, value, found := strings.Cut(line, " = ")
		if !found || !isName(name) {
			return fmt.Errorf("no variable of a state: %q", phrase.FirstLine(line))
		}
		if err := each(name, value); err != nil {
			return err
		}
	}
	return nil
}

// State returns a state as a record of its variables.
func (g *Dump) State(i int) (Value, error) { return ParseState(g.States[i]) }
