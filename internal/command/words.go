package command

import (
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// thousands writes a number with its digits in groups of three.
func thousands(n int) string { return verify.Thousands(n) }

// rate is how many there were in a second.
func rate(n int, seconds float64) int { return int(float64(n) / max(seconds, 0.001)) }

// few writes a rate, with a decimal where it is low.
func few(rate float64) string {
	if rate < 9.95 {
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
}

// list names what there is, or says that there is nothing.
func list(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

// processes names processes.
func processes(ids []int) string {
	if len(ids) == 0 {
		return "nobody"
	}
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(ids), "[]"), " ", ", ")
}
