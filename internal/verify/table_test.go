package verify

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWriteTable(t *testing.T) {
	rows := []Row{
		{
			Protocol: "p", Case: "equal", Verdict: "three graphs equal", Images: 1000, TLCSeconds: 1.25, GoSeconds: 2,
			TLC:  &Counts{States: 1000, NamedEdges: 2000, Edges: 2001},
			Spec: &Counts{States: 1000, NamedEdges: 2000, Edges: 2002},
			Impl: &Counts{States: 1500, NamedEdges: 3000, Edges: 3003},
		},
		{Protocol: "p", Case: "x1", Verdict: "Agreement fails as it must", TLCLength: 7, SpecLength: 7, ImplLength: 7},
		{Protocol: "p", Case: "live", Verdict: "not run", Note: "temporal, TLC only"},
	}
	var out strings.Builder
	if err := WriteTable(&out, rows); err != nil {
		t.Fatal(err)
	}
	want := `
              TLC    spec    impl    TLC   spec   impl       with  TLC   Go
  case     states  states  states  edges  edges  edges  arguments    s    s  verdict
  p/equal   1,000   1,000   1,500  2,000  2,000  3,000      3,003  1.2  2.0  three graphs equal, 1,000 images
  p/x1     path 7  path 7  path 7      –      –      –          –    –    –  Agreement fails as it must
  p/live        –       –       –      –      –      –          –    –    –  not run (temporal, TLC only)
`
	var got strings.Builder
	for line := range strings.Lines(out.String()) {
		got.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	if d := cmp.Diff(want, "\n"+got.String()); d != "" {
		t.Errorf("table (-want +got):\n%s", d)
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 46552: "46,552", 1234567: "1,234,567"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
