package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/linearizability"
	"github.com/scrutineer-go/scrutineer/spec"
)

// historyFlags are those of history.
type historyFlags struct {
	file   string
	page   string
	budget linearizability.Budget
	memory memorySize
	reports
}

// historyResult is what history writes for other programs.
type historyResult struct {
	header
	File       string `json:"file"`
	Model      string `json:"model"`
	Operations int    `json:"operations"`
	Verdict    string `json:"verdict"`
	Why        string `json:"why,omitempty"`
	Steps      int    `json:"steps"`
}

// judgeHistory judges whether the history in a file is linearizable.
func judgeHistory(_ context.Context, args []string, out, errs io.Writer) error {
	var f historyFlags
	args, f.file = takeFileBut(args, "page", "steps", "memory", "time", "json")
	err := parse("history FILE", args, errs, f.define)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err == nil {
		err = f.check()
	}
	if err != nil {
		return err
	}
	h, m, err := loadHistory(f.file)
	if err != nil {
		return err
	}
	if len(h) == 0 {
		return &input.Error{File: f.file, Want: "holds no operation, it must hold a history of clients"}
	}
	r := linearizability.Check(m, h, f.budget)
	result := historyResult{
		header: headerOf("history"), File: f.file, Model: m.Name, Operations: len(h.Operations()),
		Verdict: map[spec.Verdict]string{spec.Holds: "linearizable", spec.Violated: "not linearizable"}[r.Verdict],
		Why:     r.Why, Steps: r.Steps,
	}
	if result.Verdict == "" {
		result.Verdict = "undecided"
	}
	fmt.Fprintf(out, "%s: %s, %s: %s\n", f.file, phrase.Plural(result.Operations, "operation", "operations"), m.Name,
		result.Verdict)
	if r.Why != "" {
		fmt.Fprintln(out, "  "+r.Why)
	}
	if err := errors.Join(f.draw(m, h, out), f.writeJSON(result)); err != nil {
		return err
	}
	switch r.Verdict {
	case spec.Violated:
		return errFailed
	case spec.Undecided:
		return &notRunError{f.file + " is undecided; give more -steps or -memory"}
	}
	return nil
}

func (f *historyFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.page, "page", "", "write the history as porcupine draws it, an HTML page, to this new `file`")
	set.IntVar(&f.budget.Steps, "steps", linearizability.DefaultSteps, "try at most so many `operations` on some state")
	set.Var(&f.memory, "memory", "the most memory that what is remembered may take, a `size` such as 1GiB\n"+
		"(default "+memoryText(linearizability.DefaultMemory)+")")
	set.DurationVar(&f.budget.Time, "time", 0, "end the search of each key after so `long`, such as 1m; "+
		"what comes of it then depends on the machine")
	f.reports.define(set, jsonOf("history"), "the verdict")
}

// check tells what cannot be right, before anything is read.
func (f *historyFlags) check() error {
	f.budget.Memory = int64(f.memory)
	switch {
	case f.file == "":
		return usageError("", fmt.Sprintf("history wants the file of a history, such as %s history jepsen.edn",
			called()))
	case f.budget.Steps < 1:
		return usageError("-steps", fmt.Sprintf("%d, it must be 1 or more", f.budget.Steps))
	case f.budget.Time < 0 || f.budget.Time > 24*time.Hour:
		return usageError("-time", fmt.Sprintf("%s, it must be 0s to 24h", f.budget.Time))
	}
	if f.page != "" {
		if err := output.New("-page", f.page); err != nil {
			return err
		}
	}
	return f.reserve()
}

// loadHistory reads a history. Errors name the file as it was given.
func loadHistory(file string) (linearizability.History, linearizability.Model, error) {
	dir := filepath.Dir(file)
	h, m, err := linearizability.Load(os.DirFS(dir), filepath.Base(file))
	var bad *input.Error
	if errors.As(err, &bad) {
		named := *bad
		named.File = filepath.Join(dir, bad.File)
		err = &named
	}
	return h, m, err
}

// draw writes the page, if one is asked for.
func (f *historyFlags) draw(m linearizability.Model, h linearizability.History, out io.Writer) error {
	if f.page == "" {
		return nil
	}
	text, err := linearizability.Page(m, h, f.budget)
	if err == nil {
		err = output.Write(f.page, text)
	}
	if err == nil {
		fmt.Fprintf(out, "  look at it: %s\n", f.page)
	}
	return err
}
