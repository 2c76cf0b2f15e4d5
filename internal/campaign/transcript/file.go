package transcript

import (
	"fmt"
	"os"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// File returns the file of the transcript of the plan in a file.
func File(plan string) string { return strings.TrimSuffix(plan, ".json") + campaign.TranscriptExt }

// Write writes a transcript to a file.
func Write(file, text string) error { return os.WriteFile(file, []byte(text), 0o644) }

// Compare returns an error if a file has not this transcript. It names the first line that differs.
func Compare(file, text string) error {
	is, err := os.ReadFile(file)
	if err != nil {
		return &input.Error{File: file, Want: "cannot be read: " + input.Reason(err)}
	}
	if string(is) == text {
		return nil
	}
	has, wants := strings.Split(string(is), "\n"), strings.Split(text, "\n")
	n := 0
	for n < min(len(has), len(wants)) && has[n] == wants[n] {
		n++
	}
	return &input.Error{File: file, Field: fmt.Sprintf("line %d", n+1), Want: fmt.Sprintf(
		"%s, but what happens is %s", quoted(has, n), quoted(wants, n))}
}

// quoted returns a line, if there is one.
func quoted(lines []string, n int) string {
	if n >= len(lines) {
		return "nothing"
	}
	return fmt.Sprintf("%q", lines[n])
}
