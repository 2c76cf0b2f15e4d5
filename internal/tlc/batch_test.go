package tlc

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/cases"
)

// batched returns a Runner of this machine that runs many cases in a JVM.
func batched(t *testing.T) Runner {
	t.Helper()
	r := need(t)
	if r.Driver.Path == "" {
		t.Skipf("there is no driver: %s", r.Listens)
	}
	return r
}

// TestBatch runs all kinds of cases in one JVM, again and again: each says what it says alone.
func TestBatch(t *testing.T) {
	r := batched(t)
	fsys, table := counterModel(t)
	run := func(r Runner, c cases.Case) Result {
		t.Helper()
		o := Options{Constants: counterConstants(c), Dump: c.Kind == cases.Safety}
		said, err := r.Run(t.Context(), fsys, table.Folders(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := Judge(c, said); err != nil {
			t.Error(err)
		}
		return said
	}
	single := r
	single.Batch = nil
	alone := map[string]Result{}
	for _, c := range table.Cases {
		alone[c.ID] = run(single, c)
	}
	for range 3 {
		for _, c := range table.Cases {
			if where := alone[c.ID].Differs(run(r, c)); where != "" {
				t.Errorf("%s: %s", c.ID, where)
			}
		}
	}
	if len(r.Batch.idle) != 1 || r.Batch.idle[0].ran != 3*len(table.Cases) || r.Batch.Again() != 0 {
		t.Errorf("%d JVMs are left, %d cases ran again; want one JVM that ran all", len(r.Batch.idle), r.Batch.Again())
	}
}

// A JVM that answers otherwise than it should is thrown away, and its case runs again alone.
func TestBatchAgain(t *testing.T) {
	r := batched(t)
	java := r.Java.Path
	said, err := filepath.Abs("testdata/logs/graph.log")
	if err != nil {
		t.Fatal(err)
	}
	want, err := r.alone(t.Context(), finite, aCall(finite))
	if err != nil {
		t.Fatal(err)
	}
	answer, wrote := "read folder; ", `cp "$SAID" "$folder/stdout"; echo Oops > "$folder/stderr"; `
	for name, body := range map[string]string{
		"it does not start":           "exit 1",
		"it ends in the midst":        answer + "exit 0",
		"it says something else":      answer + "echo ready; cat",
		"it answers without output":   answer + "echo done 0 1; cat",
		"TLC did not finish":          answer + `: > "$folder/stdout"; : > "$folder/stderr"; echo done 0 1; cat`,
		"TLC wrote of an exception":   answer + wrote + "echo done 0 1; cat",
		"TLC ended with an exit code": answer + wrote + "echo done 1 1; cat",
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("SAID", said)
			r := r
			r.Batch = Batches(t)
			r.Java.Path = script(t, "java", fmt.Sprintf(
				`for last; do :; done; [ "$last" = -batch ] || exec %q "$@"; %s`, java, body))
			res, err := r.said(t.Context(), finite, aCall(finite), false)
			if err != nil || want.Differs(res) != "" || r.Batch.Again() != 1 || len(r.Batch.idle) != 0 {
				t.Errorf("got %v, %s; %d ran again, %d JVMs are left",
					err, want.Differs(res), r.Batch.Again(), len(r.Batch.idle))
			}
		})
	}
}

func aCall(m Model) call {
	return call{module: m.Name, cfg: m.Name + ".cfg", workers: 1, dump: true}
}

// A JVM that has run enough cases ends, with its folder.
func TestBatchEnds(t *testing.T) {
	r := batched(t)
	for range 2 {
		if _, ok, err := r.inBatch(t.Context(), finite, aCall(finite)); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	j := r.Batch.idle[0]
	if j.ran != 2 {
		t.Fatalf("the JVM ran %d cases, want 2", j.ran)
	}
	j.ran = mostCases - 1
	if _, ok, err := r.inBatch(t.Context(), finite, aCall(finite)); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if _, err := os.Stat(j.folder); len(r.Batch.idle) != 0 || j.cmd.ProcessState == nil || err == nil {
		t.Errorf("%d JVMs wait, %v, folder: %v", len(r.Batch.idle), j.cmd.ProcessState, err)
	}
	large := aCall(finite)
	large.large = true
	if _, ok, err := r.inBatch(t.Context(), finite, large); ok || err != nil {
		t.Errorf("a large case ran in a batch: %v", err)
	}
}

// A case that is interrupted ends with its JVM, and nothing runs again.
func TestBatchInterrupted(t *testing.T) {
	r := batched(t)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(time.Second, cancel)
	if _, err := r.said(ctx, endless, aCall(endless), false); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if len(r.Batch.idle) != 0 || r.Batch.Again() != 0 {
		t.Errorf("%d JVMs are left, %d cases ran again", len(r.Batch.idle), r.Batch.Again())
	}
}

// A JVM ends when nobody is left to ask it, also in the midst of a case; and it listens on loopback alone.
func TestBatchLeftAlone(t *testing.T) {
	r, err := batched(t).elsewhere()
	if err != nil {
		t.Fatal(err)
	}
	j, err := r.startJVM(aCall(endless))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	ended := make(chan error, 1)
	work := t.TempDir()
	if err := endless.write(work); err != nil {
		t.Fatal(err)
	}
	go func() {
		_, _, err := j.ask(t.Context(), work, aCall(endless).args(work, work))
		ended <- err
	}()
	awaitEdge(t, work)
	if runtime.GOOS == "linux" {
		folder, err := filepath.EvalSymlinks(j.folder)
		if err != nil {
			t.Fatal(err)
		}
		at := listeners(t, folder)
		if len(at) == 0 {
			t.Error("TLC listens nowhere, so this test sees nothing")
		}
		for _, at := range at {
			if !at.Addr().IsLoopback() {
				t.Errorf("TLC listens on %s, which is not loopback", at)
			}
		}
	}
	j.requests.Close()
	if err := <-ended; err == nil {
		t.Error("the JVM answered")
	}
}

// What is not a plain answer is asked for again.
func TestPlainAnswers(t *testing.T) {
	for _, r := range []Result{
		{Finished: true}, {Finished: true, Failed: FailTemporal, Violated: "AtLast", Exit: exitProperty},
	} {
		if !r.plain() {
			t.Errorf("%+v is no plain answer", r)
		}
	}
	for _, r := range []Result{
		{},
		{Completed: true},
		{Finished: true, Failed: FailError},
		{Finished: true, Errors: []string{"out of memory"}},
		{Finished: true, Warnings: []string{"InstanceAlreadyExistsException"}},
	} {
		if r.plain() {
			t.Errorf("%+v is a plain answer", r)
		}
	}
}

func TestDiffers(t *testing.T) {
	r := Result{States: 3, Seconds: 1, Trace: []TraceState{{Action: "Up"}}}
	r.Dump = &Dump{States: []string{"x = 1"}, Lines: 2}
	other := r
	other.Seconds, other.CPU, other.Checked = 2, 3, 4
	if got := r.Differs(other); got != "" {
		t.Errorf("times differ: %s", got)
	}
	for want, change := range map[string]func(){
		"States: 3, and 4":                                func() { other.States = 4 },
		"Trace: [{Up absent}], and []":                    func() { other.Trace = nil },
		"Lasso: {false 0  false}, and {true 0  false}":    func() { other.Lasso.Stutter = true },
		"Dump: 1 states and 0 edges in 2 lines, and none": func() { other.Dump = nil },
		"Dump: 1 states and 0 edges in 2 lines, and 1 states and 0 edges in 3 lines": func() {
			other.Dump = &Dump{States: r.Dump.States, Lines: 3}
		},
	} {
		other = r
		if change(); r.Differs(other) != want {
			t.Errorf("got %q, want %q", r.Differs(other), want)
		}
	}
}
