package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

const fourFaults = "-case base-four-faults -property Agreement,RunEnds"

// An interrupted search ends at its next block and says so.
func TestExploreInterrupted(t *testing.T) {
	callsOften(t)
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	status := run(ctx, append(strings.Fields("explore "+fourFaults), "-out", t.TempDir()), &out, &errs)
	says := "\nNOT complete: interrupted: no violation among the first "
	if status != exitNotRun || !strings.Contains(out.String(), says) || strings.Contains(out.String(), "holds") ||
		!strings.HasSuffix(errs.String(), "scrutineer: not everything was seen: interrupted\n") {
		t.Errorf("status %d, %q\n%s", status, errs.String(), out.String())
	}
	w := newWorld(t)
	out.Reset()
	cmd := w.command(&out, &errs, strings.Fields("explore -set nodes=4 -set f=1 "+
		"-budget crash=3,premature=3,loss=3,duplicate=3,restart=3 -memory 500MB")...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	interrupt := time.AfterFunc(time.Second, func() { cmd.Process.Signal(os.Interrupt) })
	defer interrupt.Stop()
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitNotRun ||
		!strings.Contains(out.String(), "\nNOT complete: interrupted: ") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// A path that a world cannot take has no plan, and that is said.
func TestExploreWithoutPlan(t *testing.T) {
	f := exploreFlags{protocol: "ctolerant", id: "base-x1"}
	x, err := f.open()
	if err != nil {
		t.Fatal(err)
	}
	e := explored{flags: &f, target: x}
	e.reach.Results = []verify.Found{
		{Name: "CT1", Verdict: spec.Violated, Length: 2, Actions: []spec.Action{{Name: "Recover", At: 1}}},
		{Name: "RunEnds", Verdict: spec.Violated},
	}
	e.enact()
	var out bytes.Buffer
	for i, note := range []string{"step 1, Recover at 1: it is not enabled there", "there is none"} {
		e.violated[i].print(&out, "found")
		if !strings.Contains(out.String(), "  note:       no plan: a world cannot take this path: "+note+"\n") ||
			strings.Contains(out.String(), "replay") || e.violated[i].planDir() != "" {
			t.Errorf("%q is not in\n%s", note, out.String())
		}
	}
}

// Two explorations that differ have folders that differ.
func TestExploreFolders(t *testing.T) {
	var names []string
	for _, args := range []string{
		"", "-case a", "-set lists=[[0,1],[1]]", "-set lists=[[0],[1,1]]", "-set nodes=3", "-budget crash=3",
		"-may-crash none", "-may-crash 0,1", "-may-crash 0", "-property A", "-fair A", "-max-states 5", "-memory 5MB",
		"-until-violated", "-set rule=" + strings.Repeat("x", 300), "-set rule=" + strings.Repeat("x", 301),
	} {
		var f exploreFlags
		if err := parse("explore", strings.Fields(args), os.Stderr, f.define); err != nil {
			t.Fatal(err)
		}
		name := f.folder()
		if slices.Contains(names, name) || len(filepath.Base(name)) > 255 || strings.ContainsAny(name, "[], ") {
			t.Errorf("%s: %s", args, name)
		}
		names = append(names, name)
	}
}
