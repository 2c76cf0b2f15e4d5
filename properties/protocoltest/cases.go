package protocoltest

import (
	"context"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// By day a test leaves cases to make verify, which runs all of them in all columns, and to make nightly: those that
// generate more states than mostGenerated, and those with a longer counterexample than longest.
const (
	mostGenerated = 6_000
	longest       = 12 // states
)

// isSmall reports whether a test runs a case by day.
func isSmall(c cases.Case) bool { return c.Generated <= mostGenerated && c.Length <= longest }

// In a test TLC runs the smallest cases of a protocol's table alone, so that the test sees by itself that the modules
// say something else. All of them go through TLC's column in make verify, once; here the other two are compared.
const (
	seenByTLC = 3     // cases
	mostTLC   = 2_000 // states that one of them may generate
)

// mostOf returns how many states TLC generates for the largest of a protocol's smallest cases, 0 if the table has none.
func mostOf(t *testing.T, p verify.Protocol) int {
	t.Helper()
	table, err := p.Table()
	if err != nil {
		t.Fatal(err)
	}
	var generated []int
	for _, c := range table.Cases {
		if !c.Long && 0 < c.Generated && c.Generated <= mostTLC {
			generated = append(generated, c.Generated)
		}
	}
	slices.Sort(generated)
	if len(generated) == 0 {
		return 0
	}
	return generated[min(seenByTLC, len(generated))-1]
}

// collect is how much garbage, in percent of what lives, stands before it is collected: what runs and explorations
// leave is small and much, and with 100 its collection is a third of their time.
const collect = 400

// Cases runs the small cases of the protocol in the Go columns, all of them at night, and the smallest in TLC's too. It
// demands that all is as the table says. Without TLC its column stays out, which the log says; with TLC_REQUIRED=1 that
// is a failure. What TLC has said before of the same it need not say again, but with TLC_REQUIRED=1. In short mode only
// the quick cases run, and TLC is left to the full tests. TLC runs in the JVMs of batch.
func Cases(t *testing.T, p verify.Protocol, batch *tlc.Batch) {
	if !p.HasCases() {
		return // there are no cases of what is not explored
	}
	defer debug.SetGCPercent(debug.SetGCPercent(collect))
	o := verify.Options{Pinned: true, Workers: runtime.NumCPU()}
	if testing.Short() {
		o.QuickOnly = true
	} else {
		if !nightly.On() {
			o.Small = isSmall
		}
		if most := mostOf(t, p); most > 0 {
			if o.TLC, o.MostTLC = tlc.Have(t), most; o.TLC != nil {
				o.TLC.Batch = batch
			}
		}
	}
	rows, err := verify.Run(t.Context(), []verify.Protocol{p}, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		t.Run(row.Case, func(t *testing.T) {
			for _, failure := range row.Failures {
				t.Error(failure)
			}
			t.Log(row.Verdict, row.Note)
		})
	}
}

// Sabotage applies each row to what TLC reads, the TLA+ modules and what is written from
// the row's case (tla/<p>/Case_<id>.tla and .cfg, where - is _), and demands that the
// row's case is refused with every text that the row names. TLC runs in the JVMs of batch.
func Sabotage(t *testing.T, p verify.Protocol, rows []Mutant, batch *tlc.Batch) {
	r := tlc.Need(t)
	r.Batch = batch
	for _, row := range rows {
		t.Run(row.ID, func(t *testing.T) {
			t.Parallel()
			applied := false
			o := verify.Options{
				TLC: &r,
				Edit: func(name string, text []byte) []byte {
					if !strings.HasSuffix("/"+row.File, "/"+name) {
						return text
					}
					changed, err := row.Apply(text)
					if err != nil {
						t.Error(err)
						return text
					}
					applied = true
					return changed
				},
			}
			Refused(t, p, o, row)
			if !applied {
				t.Errorf("no module is called %s", row.File)
			}
		})
	}
}

// Refused runs the row's case and demands that it is refused with every text that the row
// names.
func Refused(t *testing.T, p verify.Protocol, o verify.Options, row Mutant) {
	t.Helper()
	o.Pinned = true
	o.Only = regexp.MustCompile("^" + regexp.QuoteMeta(row.Case) + "$")
	rows, err := verify.Run(context.Background(), []verify.Protocol{p}, o)
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Join(rows[0].Failures, "\n")
	if said == "" {
		t.Fatal("survived")
	}
	for _, text := range row.Says {
		if !strings.Contains(said, text) {
			t.Errorf("was refused without saying %q:\n%s", text, said)
		}
	}
}
