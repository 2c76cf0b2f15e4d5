package main

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
	"github.com/scrutineer-go/scrutineer/tla/tlc"
	"github.com/scrutineer-go/scrutineer/verify"
)

// listCases lists the cases, or writes what TLC reads of them.
func listCases(_ context.Context, args []string, out, errs io.Writer) error {
	var dir, only, folder string
	err := parse("cases", args, errs, func(set *flag.FlagSet) {
		set.StringVar(&dir, "tla", "", tlaUsage)
		set.StringVar(&only, "only", "", "choose the cases whose protocol/id matches this `regexp`")
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
		if o.Only, err = pattern(only); err != nil {
			return err
		}
	}
	plan, err := verify.Prepare(protocols(), o)
	if err != nil {
		return err
	}
	if folder != "" {
		models, err := plan.Models(o.Modules)
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
			files[filepath.Join(folder, m.Protocol, name)] = text
		}
	}
	names := slices.Sorted(maps.Keys(files))
	if len(names) == 0 {
		return usageError("-only", "matches explorations alone, which TLC does not run")
	}
	for _, name := range names {
		if err := writable(name, files[name]); err != nil {
			return err
		}
	}
	for _, name := range names {
		if err := writeNew(name, files[name]); err != nil {
			return &input.Error{File: name, Field: "-write", Want: fmt.Sprintf(
				"cannot be written (%v); name a folder that may be written", reason(err))}
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

// writable refuses a file that stands there with another text.
func writable(name string, text []byte) error {
	there, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return &input.Error{File: name, Field: "-write", Want: fmt.Sprintf(
			"cannot be read (%v); name an empty folder or a new one", reason(err))}
	case !bytes.Equal(there, text):
		return &input.Error{
			File: name, Field: "-write",
			Want: "exists with another text; remove it, or name an empty folder or a new one",
		}
	}
	return nil
}

// writeNew writes a file that is not there yet.
func writeNew(name string, text []byte) error {
	if _, err := os.Stat(name); err == nil {
		return nil // with this text
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
