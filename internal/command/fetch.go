package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/scrutineer-go/scrutineer/internal/tlc"
)

// fetchReport is what fetch writes for other programs.
type fetchReport struct {
	header
	// Jar is the jar that TLC runs from, "" where there is none, and NotRun then says why.
	Jar    string `json:"jar,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
	Pinned bool   `json:"pinned"`
	NotRun string `json:"notRun,omitempty"`
}

// fetch brings TLC into the cache. Where this machine has nothing to do it with,
// a note says so, unless TLC is required: the Go columns run all the same.
func fetch(ctx context.Context, args []string, out, errs io.Writer) error {
	var r reports
	err := parse("fetch", args, errs, func(set *flag.FlagSet) { r.define(set, jsonOf("fetch"), "what is there") })
	if errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if err := r.reserve(); err != nil {
		return err
	}
	report := fetchReport{header: headerOf("fetch")}
	err = tlc.Fetch(ctx, out)
	var absent *tlc.NotRunError
	if errors.As(err, &absent) {
		report.NotRun = absent.Error()
	} else if err != nil {
		return err
	}
	if jar, err := tlc.FindJar(); err == nil {
		report.Jar, report.SHA256, report.Pinned = jar.Path, jar.SHA256, jar.Pinned
	}
	if absent != nil && !tlc.Required() {
		fmt.Fprintln(errs, "note:", absent)
		err = nil
	}
	return errors.Join(err, r.writeJSON(report))
}
