package queue

import (
	"fmt"
	"strconv"
	"strings"
)

// span is consecutive runs of a campaign, which one worker runs.
type span struct{ first, n int }

func (s span) end() int { return s.first + s.n }

func (s span) has(run int) bool { return s.first <= run && run < s.end() }

// String names the runs for people.
func (s span) String() string {
	if s.n == 1 {
		return fmt.Sprintf("run %d", s.first)
	}
	return fmt.Sprintf("runs %d to %d", s.first, s.end()-1)
}

// key names the span in subjects and stores.
func (s span) key() string { return fmt.Sprintf("%d.%d", s.first, s.n) }

// spanOf returns the span with which a subject ends.
func spanOf(subject string) (s span, is bool) {
	words := strings.Split(subject, ".")
	if len(words) < 2 {
		return s, false
	}
	first, err := strconv.Atoi(words[len(words)-2])
	if err != nil {
		return s, false
	}
	n, err := strconv.Atoi(words[len(words)-1])
	return span{first, n}, err == nil && first >= 0 && n > 0
}
