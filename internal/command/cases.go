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
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// listing is what cases writes for other programs.
type listing struct {
	header
	Cases []verify.Listed `json:"cases"`
}

// listCases lists the cases, or writes what TLC reads of them.
func listCases(_ context.Context, args []string, out, errs io.Writer) error {
	var dir, only, folder string
	var r reports
	err := parse("cases", args, errs, func(set *flag.FlagSet) {
		set.StringVar(&dir, "tla", "", tlaUsage)
		set.StringVar(&only, "only", "", onlyUsage)
		set.StringVar(&folder, "write", "", "write what TLC reads of the cases into this `folder`, to run TLC by hand")
		r.define(set, jsonOf("cases"), "the list")
	})
	if errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	plan, err := planOf(dir, only)
	if err == nil {
		err = r.reserve()
	}
	if err != nil {
		return err
	}
	if folder != "" {
		models, err := plan.Models()
		if err == nil {
			err = writeModels(models, folder, out)
		}
		if err != nil {
			return err
		}
	} else {
		say(plan.Listed(), out)
	}
	return r.writeJSON(listing{headerOf("cases"), plan.Listed()})
}

// planOf chooses cases, long ones too, of a protocol as of their names.
func planOf(dir, only string) (verify.Plan, error) {
	o := verify.Options{Only: regexp.MustCompile("")}
	all, err := protocolsIn(dir)
	if err != nil {
		return verify.Plan{}, err
	}
	if only == "" && !slices.ContainsFunc(protocols(), verify.Protocol.HasCases) {
		return verify.Plan{}, nil
	}
	if only != "" {
		if _, err := pattern(only); err != nil {
			return verify.Plan{}, err
		}
		o.Only = regexp.MustCompile("^(?:" + only + ")(?:/.*)?$")
	}
	return verify.Prepare(all, o)
}

func say(cases []verify.Listed, out io.Writer) {
	for _, c := range cases {
		fmt.Fprintf(out, "%-44s %-15s %s\n", c.Protocol+"/"+c.Case, c.What(), c.Why)
	}
	if len(cases) == 0 {
		fmt.Fprintln(out, "no protocol has cases: there is no table")
	}
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
	if len(models) == 0 && !slices.ContainsFunc(protocols(), verify.Protocol.HasCases) {
		return usageError("-write", "no protocol has cases, there is nothing to write")
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
		phrase.Typed(filepath.Join(folder, first.Protocol)), phrase.Typed(jarPath()),
		first.Model.Name, first.Model.Name)
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
