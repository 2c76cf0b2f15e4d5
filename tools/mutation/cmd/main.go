// Command cmd runs the mutation tester of package mutation over the module in the working folder, prints the kill
// matrix, and writes MUTANTS.md and what it found as JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/tools/mutation"
)

// want is the share of mutants that must be killed, in percent.
const want = 90

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	n := flag.Int("n", 450, "how many `mutants`")
	seed := flag.Uint64("seed", 1, "the `number` that they are drawn by")
	folders := flag.String("in", "impl/...,spec/...,checker,faults/network,faults/world",
		"the `folders` that are mutated")
	beside := flag.String("beside",
		"faults/...,internal/explore,internal/search,internal/enact,internal/campaign,internal/verify,properties/*",
		"the `folders` whose unit tests are run too, with mutants that live")
	protocols := flag.String("p", "", "the `protocols` whose checks are run (default all)")
	first := flag.Bool("first", false, "end the checks of a mutant with the first that kills it")
	dir := flag.String("dir", "build/mutants", "the `folder` for what is built, which is emptied before")
	page := flag.String("page", "MUTANTS.md", "the `file` to write the page into")
	file := flag.String("json", "build/mutants.json", "the `file` for other programs")
	explained := flag.String("explained", "tools/mutation/survivors.json", "the `file` that explains what lives")
	again := flag.String("again", "",
		"the `file` of a run before, such as build/mutants.json: what it has noticed is not run again")
	flag.Parse()
	before, err := mutation.ReadResult(*again)
	if err != nil {
		return err
	}
	explanations, err := mutation.ReadExplanations(*explained)
	if err != nil {
		return err
	}
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	began := time.Now()
	r, err := mutation.Run(ctx, mutation.Options{
		Root: root, Dir: filepath.Join(root, filepath.FromSlash(*dir)), Command: "cmd/scrutineer",
		Patterns: strings.Split(*folders, ","), Beside: strings.Split(*beside, ","), N: *n, Seed: *seed, First: *first,
		Before:    before,
		Protocols: strings.FieldsFunc(*protocols, func(r rune) bool { return r == ',' }),
		Tell:      func(text string) { fmt.Fprintf(os.Stderr, "%5.0f s  %s\n", time.Since(began).Seconds(), text) },
	})
	if err != nil {
		return err
	}
	wrong := r.Explain(explanations)
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(*file, append(text, '\n'), 0o644); err != nil {
		return err
	}
	if len(r.Mutants) == r.Drawn {
		if err := os.WriteFile(*page, []byte(r.Markdown()), 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("%s\n%s\n%s\n", r.Matrix(), r.Operators(), r.Survivors())
	fmt.Printf("%d of %d mutants killed, %s; %d live and nobody has explained them; %.0f s of processor time\n",
		r.Killed(), len(r.Mutants), r.Percent(), len(r.Unexplained()), r.CPU)
	return judge(r, wrong)
}

// judge demands that enough are killed, that what lives is explained, and that nothing else is.
func judge(r *mutation.Result, wrong []string) error {
	var errs []error
	if n := len(r.Mutants); n < r.Drawn {
		errs = append(errs, fmt.Errorf("interrupted after %d of %d mutants", n, r.Drawn))
	}
	for _, text := range wrong {
		errs = append(errs, errors.New(text))
	}
	for _, column := range r.Blind() {
		errs = append(errs, fmt.Errorf("%s kills none of the mutants that it reaches: its checks are broken", column))
	}
	if 100*r.Killed() < want*len(r.Mutants) {
		errs = append(errs, fmt.Errorf("fewer than %d %% are killed", want))
	}
	if open := len(r.Unexplained()); open > 0 {
		errs = append(errs, fmt.Errorf("%d live and nobody has explained them", open))
	}
	return errors.Join(errs...)
}
