package linearizability

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Tests of porcupine's that say which verdict a file of its test data has.
var (
	etcdTest = regexp.MustCompile(`checkJepsen\(t, (\d+), (true|false)\)`)
	kvTest   = regexp.MustCompile(`checkKv\(t, "([\w-]+)", (true|false), true\)`)
)

// porcupineFolder is where porcupine's module is.
func porcupineFolder(tb testing.TB) string {
	tb.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/anishathalye/porcupine").Output()
	if err != nil {
		tb.Fatalf("go list: %v", err)
	}
	return strings.TrimSpace(string(out))
}

// Each file that comes with porcupine has the verdict that porcupine's own tests say.
func TestPorcupinesData(t *testing.T) {
	folder := porcupineFolder(t)
	source, err := os.ReadFile(filepath.Join(folder, "porcupine_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for _, m := range etcdTest.FindAllStringSubmatch(string(source), -1) {
		want["test_data/jepsen/etcd_"+pad(t, m[1])+".log"] = m[2] == "true"
	}
	for _, m := range kvTest.FindAllStringSubmatch(string(source), -1) {
		want["test_data/kv/"+m[1]+".txt"] = m[2] == "true"
	}
	if len(want) < 108 {
		t.Fatalf("%d files: porcupine's tests are written in another way now", len(want))
	}
	for file, linearizable := range want {
		t.Run(filepath.Base(file), func(t *testing.T) {
			history, model, err := Load(os.DirFS(folder), file)
			if err != nil {
				t.Fatal(err)
			}
			var budget Budget
			if testing.Short() {
				budget.Steps = 50_000
			}
			began := time.Now()
			r := Check(model, history, budget)
			t.Logf("%s after %s, %d steps, %d KiB: %s", r.Verdict, time.Since(began), r.Steps, r.Memory>>10, r.Why)
			if testing.Short() && r.Verdict == spec.Undecided {
				t.Skip("takes more than 50000 steps: run without -short")
			}
			if (r.Verdict == spec.Holds) != linearizable || (r.Verdict == spec.Violated) == linearizable {
				t.Errorf("%s, porcupine says that it is linearizable: %t", r.Verdict, linearizable)
			}
		})
	}
}

func pad(t *testing.T, number string) string {
	n, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	return strconv.Itoa(1000 + n)[1:]
}
