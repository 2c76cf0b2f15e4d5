package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
	"github.com/scrutineer-go/scrutineer/verify"
)

// listCases lists the cases, or writes what TLC reads of them.
func listCases(_ context.Context, args []string, out, errs io.Writer) error {
	var dir, only, folder string
	err := parse("cases", args, errs, func(set *flag.FlagSet) {
		set.StringVar(&dir, "tla", "", tlaUsage)
		set.StringVar(&only, "only", "", onlyUsage)
		set.StringVar(&folder, "write", "", "write what TLC reads of the cases into this `folder`, to run TLC by hand")
	})
	if errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	o := verify.Options{Only: regexp.MustCompile("")}
	if o.Modules, err = modules(dir); err != nil {
		return err
	}
	if only != "" {
		if _, err = pattern(only); err != nil {
			return err
		}
		o.Only = regexp.MustCompile("^(?:" + only + ")(?:/.*)?$") // and what is long of a protocol, too
	}
	plan, err := verify.Prepare(protocols(), o)
	if err != nil {
		return err
	}
	if folder != "" {
		models, err := plan.Models()
		if err != nil {
			return err
		}
		return writeModels(models, folder, out)
	}
	for _, line := range plan.Lines() {
		fmt.Fprintln(out, line)
	}
	return nil
}

// writeModels writes the models into a folder for each protocol, and says how to run
// TLC on them. It changes no file: whatever stands there already must be the same.
func writeModels(models []verify.CaseModel, folder string, out io.Writer) error {
	files := map[string][]byte{}
	for _, m := range models {
		for name, text := range m.Model.Files {
			files[filepath.Join(m.Protocol, name)] = text
		}
	}
	if len(files) == 0 {
		return usageError("-only", "matches explorations alone, which TLC does not run")
	}
	var missing []string
	held, err := output.Hold(folder, "name another folder", func() (err error) {
		missing, err = missingIn(folder, files)
		return err
	})
	if err != nil {
		return input.In("", "-write", err)
	}
	defer held.Release()
	for _, name := range missing {
		if err := held.Write(name, files[name]); err != nil {
			return input.In("", "-write", held.Refuse("cannot be written to (%s)", input.Reason(err)))
		}
	}
	for _, m := range models {
		fmt.Fprintf(out, "%-44s %s\n", m.Protocol+"/"+m.Case, filepath.Join(folder, m.Protocol, m.Model.Name+".cfg"))
	}
	first := models[0]
	fmt.Fprintf(out, "\nto run TLC on one of them:\n  cd %s && java -cp %s tlc2.TLC -config %s.cfg %s\n",
		quoted(filepath.Join(folder, first.Protocol)), quoted(jarPath()), first.Model.Name, first.Model.Name)
	return nil
}

// jarPath is the jar to type, the one at hand where there is one.
func jarPath() string {
	jar, err := tlc.FindJar()
	if err != nil {
		return "tla2tools.jar"
	}
	path, err := filepath.Abs(jar.Path)
	if err != nil {
		return jar.Path
	}
	return path
}

// missingIn names the files that the folder lacks, and refuses those that stand there with
// another text.
func missingIn(folder string, files map[string][]byte) (missing []string, err error) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(folder, name)
		text, err := os.ReadFile(file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, name)
		case err != nil:
			return nil, &input.Error{File: file, Want: fmt.Sprintf(
				"cannot be read (%s); name an empty folder or a new one", input.Reason(err))}
		case !bytes.Equal(text, files[name]):
			return nil, &input.Error{
				File: file, Want: "exists with another text; remove it, or name an empty folder or a new one",
			}
		}
	}
	return missing, nil
}
