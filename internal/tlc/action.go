package tlc

import (
	"fmt"
	"strings"
)

// actionName returns the name of an action from TLC's label. A wrapper in an MC
// module (MCDeliver) has the name of what it wraps, and newer versions of TLC
// print arguments, which the comparison leaves out.
//
// TLC labels a step with the innermost operator that it can still name; a part
// of the next-state relation without an operator of its own, or one behind a
// quantifier whose set depends on the state, gets the label of the whole
// relation. That is an error: such a step cannot be compared with anything. The
// relation is known by its name, which starts or ends with Next by our custom.
func actionName(label string) (string, error) {
	name, _, _ := strings.Cut(label, "(")
	name = strings.TrimPrefix(strings.TrimSpace(name), "MC")
	if strings.HasPrefix(name, "Next") || strings.HasSuffix(name, "Next") || !isName(name) {
		return "", fmt.Errorf("the action label %q names no action; give each action an operator of its own, "+
			"and quantify over constant sets only", label)
	}
	return name, nil
}
