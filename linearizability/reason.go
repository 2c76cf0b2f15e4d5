package linearizability

import (
	"fmt"
	"slices"
	"strings"
)

// impossible says which output cannot be.
func impossible(op Operation) string {
	return fmt.Sprintf("%s by client %d, %d to %d, returned %s, which no order explains",
		words(op.In), op.Client, op.Call, op.Return, words(op.Out))
}

// could says what would have been right.
func could(outs []any, all bool) string {
	var texts []string
	for _, out := range outs {
		texts = append(texts, words(out))
	}
	slices.Sort(texts)
	text := strings.Join(texts, " or ")
	switch {
	case all:
		return "it could only have returned " + text
	case len(texts) > 0:
		return "it could have returned " + text + ", among others"
	}
	return "what it could have returned the budget does not suffice to find"
}
