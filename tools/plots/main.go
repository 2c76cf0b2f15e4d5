// Plots draws the figures of papers from what scrutineer reproduce has measured:
//
//	go run . [-o DIR] [-png] ../../build/reproduce/vcube
//
// It reads the JSON of each table (see internal/command/README.md), and draws of each that has a figure an
// SVG file, into the folder of the tables where -o names no other. It is a module of its own, so
// that who uses scrutineer does not need what draws.
//
// Start reading at run.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// The exit statuses, those of scrutineer.
const (
	exitOK       = 0
	exitBadInput = 2
	exitNotRun   = 3
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run draws what the arguments name, and returns the exit status.
func run(args []string, out, errs io.Writer) int {
	set := flag.NewFlagSet("plots", flag.ContinueOnError)
	set.SetOutput(errs)
	set.Usage = func() {
		fmt.Fprint(errs, "usage: plots [-o DIR] [-png] FOLDER...\n\n"+
			"Draws the figures of the tables that scrutineer reproduce has written into each FOLDER.\n\n")
		set.PrintDefaults()
	}
	into := set.String("o", "", "draw into this `folder` (default that of the tables)")
	png := set.Bool("png", false, "draw PNG files too")
	err := set.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil: // the flag package has said it
		return exitBadInput
	case set.NArg() == 0:
		err = &input.Error{
			File: "command line", Want: "no folder is named, give one that scrutineer reproduce has written",
		}
	case set.NArg() > 1 && *into != "":
		err = &input.Error{File: "command line", Field: "-o", Want: "takes the figures of one folder"}
	}
	for _, folder := range set.Args() {
		if err == nil {
			err = drawFolder(folder, *into, *png, out)
		}
	}
	if err == nil {
		return exitOK
	}
	fmt.Fprintf(errs, "plots: %v\n", err)
	var bad *input.Error
	if errors.As(err, &bad) {
		return exitBadInput
	}
	return exitNotRun
}

// load reads the tables of a folder.
func load(folder string) ([]reproduce.Measured, error) {
	all, err := reproduce.Load(os.DirFS(folder), "")
	switch {
	case err != nil:
		return nil, &input.Error{File: folder, Want: fmt.Sprintf(
			"holds something else than tables (%v), name a folder that scrutineer reproduce has written", err)}
	case len(all) == 0:
		return nil, &input.Error{File: folder, Want: "holds no table, scrutineer reproduce writes some"}
	}
	return all, nil
}

// drawFolder draws the figures of a folder into another, or into itself where that is "".
func drawFolder(folder, into string, png bool, out io.Writer) error {
	all, err := load(folder)
	if err != nil {
		return err
	}
	look := func() error { _, err := load(folder); return err }
	if into == "" {
		into = folder
	} else if !sameFolder(into, folder) {
		look = func() error { return foreign(into, all) }
	}
	held, err := output.Hold(into, "name another folder with -o", look)
	if err != nil {
		return err
	}
	defer held.Release()
	drawn := 0
	for _, m := range all {
		if m.Figure == nil {
			continue
		}
		files, err := drawTable(m, png)
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(folder, m.ID+".json"), err)
		}
		for _, f := range files {
			if err := held.Write(f.Name, f.Text); err != nil {
				return fmt.Errorf("%s: cannot be written (%s)", filepath.Join(into, f.Name), input.Reason(err))
			}
			fmt.Fprintln(out, filepath.Join(into, f.Name))
		}
		drawn++
	}
	if drawn == 0 {
		fmt.Fprintf(out, "%s: no table has a figure\n", folder)
	}
	return nil
}

// sameFolder reports whether two names are those of one folder.
func sameFolder(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// foreign refuses a folder that holds something else than the figures of these tables.
func foreign(dir string, all []reproduce.Measured) error {
	var names []string
	for _, m := range all {
		names = append(names, reproduce.Figures(m.ID)...)
	}
	found, err := output.Foreign(dir, names)
	switch {
	case err != nil:
		return &input.Error{File: dir, Field: "-o", Want: fmt.Sprintf("cannot be read (%s), name another folder",
			input.Reason(err))}
	case found != "":
		return &input.Error{File: dir, Field: "-o", Want: fmt.Sprintf("holds %s, which is no figure of these tables; "+
			"name another folder", found)}
	}
	return nil
}
