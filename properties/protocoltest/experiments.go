package protocoltest

import (
	"bytes"
	"testing"

	"github.com/scrutineer-go/scrutineer/reproduce"
	"github.com/scrutineer-go/scrutineer/verify"
)

// Experiments demands that the protocol's experiments come to tables, in which what must be as
// printed is so, and to the same bytes when they run again. In short mode, and of what is long, it
// only looks at the list.
func Experiments(t *testing.T, p verify.Protocol) {
	t.Helper()
	if err := reproduce.Check(p.Experiments); err != nil {
		t.Fatal(err)
	}
	for _, e := range p.Experiments {
		t.Run(e.ID, func(t *testing.T) {
			if testing.Short() || e.Long {
				t.Skip("measures for seconds, or for minutes what is long; make test and make reproduce do")
			}
			t.Parallel()
			var before []reproduce.File
			for range 2 {
				m, err := e.Measure(t.Context(), p.Name, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, failure := range m.Failures() {
					t.Error(failure)
				}
				files, err := m.Files()
				if err != nil {
					t.Fatal(err)
				}
				for i, f := range before {
					if !bytes.Equal(f.Text, files[i].Text) {
						t.Errorf("measured again %s is\n%s\nand was before\n%s", f.Name, files[i].Text, f.Text)
					}
				}
				before = files
			}
		})
	}
}
