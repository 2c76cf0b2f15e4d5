package paper

import (
	"math/bits"
	"strings"

	"github.com/scrutineer-go/scrutineer/spec"
)

// joined writes a list with something between its elements.
func joined(list []spec.NodeID, between string) string {
	var words []string
	for _, id := range list {
		words = append(words, id.String())
	}
	return strings.Join(words, between)
}

// log2 is the dimension of a group, its size a power of two.
func log2(nodes int) int { return bits.Len(uint(nodes - 1)) }

// sum adds up.
func sum(list []int) int {
	total := 0
	for _, n := range list {
		total += n
	}
	return total
}
