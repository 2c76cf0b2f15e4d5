package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/planted"
	"github.com/scrutineer-go/scrutineer/internal/planted/catch"
	"github.com/scrutineer-go/scrutineer/internal/planted/workshop"
)

// A result is what came of a row: the status, what was printed, and what was written.
type result struct{ text string }

// compare says whether two results are the same, and where they differ.
func (r result) compare(other result) (said, where string) {
	a, b := strings.Split(r.text, "\n"), strings.Split(other.text, "\n")
	for i := range max(len(a), len(b)) {
		ours, own := line(a, i), line(b, i)
		if ours != own {
			return "NOT the same", fmt.Sprintf("  in the one program   %s\n  in a build of its own %s\n", ours, own)
		}
	}
	return "the same", ""
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(nothing)"
}

// telling are lines that say what was noticed.
var telling = regexp.MustCompile(
	`--- FAIL|FAILED|: \d+ runs?; of| fails|violated|never witnessed|never took effect`)

// first returns the status and the first line that says what was noticed.
func (r result) first() string {
	status, rest, _ := strings.Cut(r.text, "\n")
	for line := range strings.Lines(rest) {
		if telling.MatchString(line) {
			return status + ", " + strings.TrimSpace(line)
		}
	}
	return status
}

// outcome runs what must catch a row.
func outcome(w *workshop.Workshop, row planted.Row, out string) (result, error) {
	by, err := catch.Of(row)
	if err != nil {
		return result{}, err
	}
	var program workshop.Program
	if by.Kind == catch.Test {
		program, err = w.Tests(row, by.In)
	} else {
		program, err = w.Program(row)
	}
	if err != nil {
		return result{}, err
	}
	printed, err := program.Command(by.Args(w.Root, row.Of(), out)...).CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return result{}, err
	}
	status := 0
	if exit != nil {
		status = exit.ExitCode()
	}
	if by.Kind == catch.Test { // what else it prints may be drawn anew each time
		printed = bytes.Join(failed.FindAll(printed, -1), []byte("\n"))
	}
	text := fmt.Sprintf("status %d\n%s", status, progress.ReplaceAll(printed, nil))
	plans, err := filepath.Glob(filepath.Join(out, "*", "plan.json"))
	for _, file := range plans {
		plan, err := os.ReadFile(file)
		if err != nil {
			return result{}, err
		}
		text += string(plan)
	}
	text = strings.NewReplacer(out, "OUT", program.Path(), "PROGRAM").Replace(text)
	text = places.ReplaceAllString(text, "[#]: $1")
	return result{blanks.ReplaceAllString(times.ReplaceAllString(text, " TIME"), " ")}, err
}

// progress are the lines by which a campaign that takes long says how far it is.
var progress = regexp.MustCompile(`(?m)^\d+ of \d+ runs, .* left, \d+ failed\r?\n`)

// failed are the lines that name a test that fails.
var failed = regexp.MustCompile(`(?m)^ *--- FAIL: \S+`)

// times are lengths of time and what is counted by them, which the same program prints otherwise each time; columns are
// as wide as they are, and of several elements go-cmp draws which one is lacking.
var (
	times  = regexp.MustCompile(`[ (]+[\d.,]+ ?(s|ms|min|µs)\b|[ ]\d+\.\d\b|[\d,]+ [a-z]+ (a|per) second`)
	blanks = regexp.MustCompile(` +`)
	places = regexp.MustCompile(`\[\d+\]: (absent|present)`)
)
