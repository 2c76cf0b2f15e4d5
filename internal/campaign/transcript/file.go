package transcript

import (
	"fmt"
	"os"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// File returns the file of the transcript of the plan in a file.
func File(plan string) string { return strings.TrimSuffix(plan, ".json") + campaign.TranscriptExt }

// Check returns an error if a file does not have the transcript of a plan. If write is set, it writes the file first.
func Check(p campaign.Harness, file string, plan faults.Plan, all []campaign.Replayed, write bool) error {
	text, err := Of(p, plan, all)
	if err == nil && write {
		err = os.WriteFile(file, []byte(text), 0o644)
	}
	if err == nil {
		err = compare(file, text)
	}
	return err
}

// compare returns an error if a file does not have this text. It names the first line that differs.
func compare(file, text string) error {
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
