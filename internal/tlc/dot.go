package tlc

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// ReadDump reads a dump that TLC wrote with -dump dot,actionlabels, line by
// line. Such a dump has a line for each state when it is first found,
//
//	-34 [label="/\\ x = 0\n/\\ y = \"a\"",style = filled]
//
// where style marks the initial ones, and a line for each generated successor:
//
//	-34 -> 68 [label="MCStep",color="black",fontcolor="black"];
//
// A line of any other form is an error, and so are a state without text, two
// states with equal text, and an action without a name of its own ("Next").
func ReadDump(r io.Reader) (*Dump, error) {
	d := dotReader{ids: map[string]int{}, texts: map[string]string{}, names: map[string]string{}}
	lines := bufio.NewReaderSize(r, 1<<16)
	for n := 1; ; n++ {
		line, err := lines.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if bad := d.line(strings.TrimRight(line, "\r\n")); bad != nil {
			return nil, fmt.Errorf("dump, line %d: %w", n, bad)
		}
		if err != nil {
			return d.finish()
		}
	}
}

// dotReader collects a graph. Values recur in many states, so each text of a
// value is parsed once.
type dotReader struct {
	g     Dump
	ids   map[string]int    // TLC's fingerprint, as text, to the state's index
	texts map[string]string // TLC's text of a value to the canonical one
	names map[string]string // TLC's label to the action's name
	open  int               // braces still open
	began bool              // the first brace was seen
}

func (d *dotReader) line(line string) error {
	switch {
	case line == "", line == "nodesep=0.35;", line == `color="white";`,
		strings.HasPrefix(line, "{rank = same;"):
		return nil
	case strings.HasPrefix(line, "strict digraph "), strings.HasPrefix(line, "subgraph cluster_"):
		d.open, d.began = d.open+1, true
		return nil
	case line == "}":
		d.open--
		return nil
	}
	head, label, found := strings.Cut(line, ` [label="`)
	if !found {
		return fmt.Errorf("not understood: %.80q", line)
	}
	end := closingQuote(label)
	if end < 0 {
		return fmt.Errorf("a label does not end: %.80q", line)
	}
	label, rest := label[:end], label[end+1:]
	if src, dst, isEdge := strings.Cut(head, " -> "); isEdge {
		return d.edge(src, dst, label)
	}
	return d.state(head, dotEscapes.Replace(label), strings.Contains(rest, "style = filled"))
}

// dotEscapes undoes the escaping of a label.
var dotEscapes = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n")

// closingQuote returns the index of the first quote that is not escaped, or -1.
func closingQuote(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

func (d *dotReader) edge(src, dst, label string) error {
	name, known := d.names[label]
	if !known {
		var err error
		if name, err = actionName(label); err != nil {
			return err
		}
		d.names[label] = name
	}
	d.g.Edges = append(d.g.Edges, Edge{Src: d.id(src), Action: name, Dst: d.id(dst)})
	d.g.Lines++
	return nil
}

// id returns the index of the state with TLC's fingerprint fp, new or known.
func (d *dotReader) id(fp string) int {
	i, known := d.ids[fp]
	if !known {
		i = len(d.g.States)
		d.ids[strings.Clone(fp)] = i
		d.g.States = append(d.g.States, "")
	}
	return i
}

func (d *dotReader) state(fp, text string, initial bool) error {
	i := d.id(fp)
	canonical, err := d.canonical(text)
	switch {
	case err != nil:
		return err
	case canonical == "":
		return fmt.Errorf("state %s has no text", fp)
	case d.g.States[i] != "" && d.g.States[i] != canonical:
		return fmt.Errorf("state %s has two texts", fp)
	}
	d.g.States[i] = canonical
	if initial {
		d.g.Inits = append(d.g.Inits, i)
	}
	return nil
}

// canonical is StateText(ParseState(text)), with each distinct value read once.
func (d *dotReader) canonical(text string) (string, error) {
	var vars [][2]string
	err := eachVariable(text, func(name, raw string) error {
		value, known := d.texts[raw]
		if !known {
			v, err := Parse(raw)
			if err != nil {
				return fmt.Errorf("variable %s: %w", name, err)
			}
			value = v.String()
			d.texts[strings.Clone(raw)] = value
		}
		vars = append(vars, [2]string{name, value})
		return nil
	})
	if err != nil {
		return "", err
	}
	slices.SortFunc(vars, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	var b strings.Builder
	for _, v := range vars {
		addVariable(&b, v[0], v[1])
	}
	return b.String(), nil
}

func (d *dotReader) finish() (*Dump, error) {
	if !d.began || d.open != 0 {
		return nil, errors.New("dump: cut off, or empty")
	}
	seen := make(map[string]bool, len(d.g.States))
	for _, text := range d.g.States {
		if text == "" {
			return nil, errors.New("dump: an edge goes to a state that has no line")
		}
		if seen[text] {
			return nil, fmt.Errorf("dump: two states have the text %q", text)
		}
		seen[text] = true
	}
	slices.Sort(d.g.Inits)
	d.g.Inits = slices.Compact(d.g.Inits)
	d.g.Edges = sortEdges(d.g.Edges)
	return &d.g, nil
}
