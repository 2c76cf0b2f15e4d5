package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
)

// ownModule is the path of the module that this package is in.
const ownModule = "github.com/scrutineer-go/scrutineer"

// versions say which program this is, and of what.
type versions struct {
	header
	// Program is the path of package main, Module that of its module, with its version.
	Program       string `json:"program"`
	Module        string `json:"module,omitempty"`
	ModuleVersion string `json:"moduleVersion,omitempty"`
	// Scrutineer is the version of this module, where that is another one.
	Scrutineer string `json:"scrutineer,omitempty"`
	// Revision is the commit that the program was built from, and whether files differed from it.
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	// Plans is the version of plans that this program reads.
	Plans int `json:"plans"`
	// TLC is the artefact that the counts were pinned with, and JarSHA256 its hash; Jar is the
	// jar that would run, where there is one, and JarPinned whether it is the same.
	TLC       string `json:"tlc"`
	TLCSHA256 string `json:"tlcSHA256"`
	Jar       string `json:"jar,omitempty"`
	JarSHA256 string `json:"jarSHA256,omitempty"`
	JarPinned bool   `json:"jarPinned,omitempty"`
}

// versionsOf reads them from what the program knows of how it was built.
func versionsOf(info *debug.BuildInfo) versions {
	v := versions{
		header: headerOf("version"), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Plans: faults.PlanVersion, TLC: tlc.JarArtifact, TLCSHA256: tlc.JarSHA256,
	}
	if info == nil {
		return v
	}
	v.Program, v.Module, v.ModuleVersion = info.Path, info.Main.Path, info.Main.Version
	for _, m := range info.Deps {
		if m.Path == ownModule {
			v.Scrutineer = m.Version
		}
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.time":
			v.Time = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

// sayVersion says which program this is.
func sayVersion(_ context.Context, args []string, out, errs io.Writer) error {
	var r reports
	err := parse("version", args, errs, func(set *flag.FlagSet) { r.define(set, jsonOf("version"), "that") })
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err == nil {
		err = r.reserve()
	}
	if err != nil {
		return err
	}
	info, _ := debug.ReadBuildInfo()
	v := versionsOf(info)
	if jar, err := tlc.FindJar(); err == nil {
		v.Jar, v.JarSHA256, v.JarPinned = jar.Path, jar.SHA256, jar.Pinned
	}
	v.print(out)
	return r.writeJSON(v)
}

func (v versions) print(out io.Writer) {
	say := func(name, format string, args ...any) {
		fmt.Fprintf(out, "%-11s %s\n", name, fmt.Sprintf(format, args...))
	}
	say("program", "%s, %s", programName(), orUnknown(v.Program))
	say("module", "%s %s", orUnknown(v.Module), orUnknown(v.ModuleVersion))
	if v.Scrutineer != "" {
		say("scrutineer", "%s %s", ownModule, v.Scrutineer)
	}
	changed := ""
	if v.Modified {
		changed = ", and files that differ from it"
	}
	if v.Revision != "" {
		say("revision", "%s of %s%s", v.Revision, orUnknown(v.Time), changed)
	}
	say("Go", "%s %s", v.Go, v.Platform)
	say("plans", "version %d", v.Plans)
	say("TLC", "%s, SHA-256 %s", v.TLC, v.TLCSHA256)
	switch {
	case v.JarPinned:
		say("", "which is %s", v.Jar)
	case v.Jar != "":
		say("", "but %s runs, SHA-256 %s", v.Jar, v.JarSHA256)
	default:
		say("", "which is not there: %s fetch brings it", called())
	}
}

func orUnknown(text string) string {
	if text == "" {
		return "unknown"
	}
	return text
}
