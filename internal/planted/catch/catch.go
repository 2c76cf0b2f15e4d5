// Package catch reads from the header of a planted row who must catch it, and how that is asked.
//
// The first word of a catcher's line says which kind it is; the lines that the kind knows say what it must find:
//
//	campaign: PROTOCOL      drawn runs in which a property fails: set, seed, property, elements
//	refined: PROTOCOL       drawn runs that the specification refuses: says
//	unwitnessed: PROTOCOL   drawn runs that all pass and have not seen what they must: witnesses, uncovered
//	replayed: PROTOCOL/PLAN a plan of the corpus that ends otherwise: says
//	case: PROTOCOL/CASE     a case, by equality and perhaps by a property: property, says
//	explored: PROTOCOL      an exploration with these flags: flags, says, unsaid, writes
//	test: FOLDER TEST       a test of the package in a folder
//
// Start reading at [Of].
package catch

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/planted"
)

// A Kind is a kind of catcher.
type Kind string

// All kinds.
const (
	Campaign    Kind = "campaign"
	Refined     Kind = "refined"
	Unwitnessed Kind = "unwitnessed"
	Replayed    Kind = "replayed"
	Case        Kind = "case"
	Explored    Kind = "explored"
	Test        Kind = "test"
)

// kinds are the lines that a header may have beside the kind's own; one that is marked must be there.
var kinds = map[Kind]string{
	Campaign:    "set seed property! elements!",
	Refined:     "says!",
	Unwitnessed: "witnesses uncovered",
	Replayed:    "says!",
	Case:        "property says",
	Explored:    "flags! says! unsaid writes",
	Test:        "flags",
}

// always are the lines that any header may have.
const always = "note with"

// A Catch says who must catch a row.
type Catch struct {
	Kind Kind
	// Protocol is the protocol, Name the plan, the case or the test; In is the folder of the test.
	Protocol, Name, In string
	// Property must fail; in a case it must be found to fail beside what equality says.
	Property string
	// Set are the fields of the configuration, as for -set; Seed is that of the campaign.
	Set  []string
	Seed uint64
	// Elements is the known least number of faults and pins by which the property can fail.
	Elements int
	// Witnesses are never witnessed, as the campaign lists them; Uncovered never come to a kind of message.
	Witnesses, Uncovered string
	// Flags are those of the exploration, or of the test: one that draws has a seed, so that it always draws the same.
	Flags []string
	// Says are texts that must be in what is printed, Unsaid those that must not.
	Says, Unsaid []string
	// Writes is a file that the exploration must write, and how that begins.
	Writes, Begins string
}

// Of reads who must catch a row.
func Of(row planted.Row) (Catch, error) {
	c := Catch{
		Property: row.Value("property"), Set: row.Values("set"), Seed: 1, Witnesses: row.Value("witnesses"),
		Uncovered: row.Value("uncovered"), Flags: strings.Fields(row.Value("flags")), Says: row.Values("says"),
		Unsaid: row.Values("unsaid"),
	}
	c.Writes, c.Begins, _ = strings.Cut(row.Value("writes"), " ")
	if err := c.kindOf(row); err != nil {
		return c, fmt.Errorf("%s: %w", row.File, err)
	}
	if err := c.known(row); err != nil {
		return c, fmt.Errorf("%s: %w", row.File, err)
	}
	var err error
	if text := row.Value("seed"); text != "" {
		if c.Seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			return c, fmt.Errorf("%s: seed: %w", row.File, err)
		}
	}
	if c.Kind == Campaign {
		if c.Elements, err = strconv.Atoi(row.Value("elements")); err != nil {
			return c, fmt.Errorf("%s: elements: %w", row.File, err)
		}
	}
	return c, nil
}

// kindOf reads the line with the kind.
func (c *Catch) kindOf(row planted.Row) error {
	for _, f := range row.Fields {
		if _, ok := kinds[Kind(f.Key)]; !ok {
			continue
		}
		if c.Kind != "" {
			return fmt.Errorf("%s and %s: a row has one catcher, plant the change in another row too", c.Kind, f.Key)
		}
		c.Kind = Kind(f.Key)
		separator, named := "/", true
		switch c.Kind {
		case Campaign, Refined, Unwitnessed, Explored:
			c.Protocol, named = f.Value, false
		case Test:
			separator = " "
		}
		if named {
			var ok bool
			if c.Protocol, c.Name, ok = strings.Cut(f.Value, separator); !ok {
				return fmt.Errorf("%s: %q, it must be of two parts with %q between them", f.Key, f.Value, separator)
			}
		}
	}
	switch c.Kind {
	case "":
		return fmt.Errorf("it names nobody who must catch it")
	case Test:
		c.In, c.Protocol = c.Protocol, ""
	}
	return nil
}

// known demands that the header has the lines of its kind and no other.
func (c *Catch) known(row planted.Row) error {
	lines := strings.Fields(kinds[c.Kind] + " " + always + " " + string(c.Kind))
	for i, key := range lines {
		name, must := strings.CutSuffix(key, "!")
		if lines[i] = name; must && len(row.Values(name)) == 0 {
			return fmt.Errorf("%s wants a line \"%s: \"", c.Kind, name)
		}
	}
	for _, f := range row.Fields {
		if !slices.Contains(lines, f.Key) {
			return fmt.Errorf("%s: no such line, beside %s there may be %s", f.Key, c.Kind, strings.Join(lines, ", "))
		}
	}
	if c.Kind == Unwitnessed && c.Witnesses == "" && c.Uncovered == "" {
		return fmt.Errorf("it wants a line \"witnesses: \" or \"uncovered: \"")
	}
	return nil
}
