package output

import (
	"fmt"
	"regexp"
	"slices"
)

// NameRule says in words what IsName demands.
const NameRule = "small letters and digits with - between them"

var name = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// IsName tells whether a text may stand in the name of a file on any machine.
func IsName(text string) bool { return name.MatchString(text) }

// Names are those of things of one kind, such as experiments, that files are named by.
type Names struct {
	Kind string
	have []string
}

// Add tells what is wrong with the next name, or nothing.
func (n *Names) Add(name string) error {
	switch {
	case !IsName(name):
		return fmt.Errorf("%s %d is called %q, it must be %s", n.Kind, len(n.have), name, NameRule)
	case slices.Contains(n.have, name):
		return fmt.Errorf("two %ss are called %s", n.Kind, name)
	}
	n.have = append(n.have, name)
	return nil
}
