package tlc

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// hostPattern finds what TLC's banner says about the machine.
var hostPattern = regexp.MustCompile(`\[pid: [0-9]+\] \([^)]*\)`)

var probes = []probe{
	{
		name: "graph", module: "MCCounter", dump: true, exit: 0,
		cfg:  "SPECIFICATION MCSpec\nINVARIANT TypeOK\n" + counterCfg,
		want: wantGraph,
	},
	{
		name: "override", module: "MCCounter", dump: true, exit: 12,
		cfg: "SPECIFICATION MCSpec\nINVARIANT TypeOK\nCONSTANT Up <- BadUp\n" + counterCfg,
		want: func(t *testing.T, r Result, err error) {
			violated(t, r, err, FailInvariant, "TypeOK", "Up")
		},
	},
	{
		name: "nameless", module: "MCCounter", dump: true, exit: 0,
		cfg: "SPECIFICATION MCNameless\nINVARIANT TypeOK\n" + counterCfg,
		want: func(t *testing.T, _ Result, err error) {
			if err == nil || !strings.Contains(err.Error(), `label "MCNamelessNext" names no action`) {
				t.Errorf("got %v", err)
			}
		},
	},
	{
		name: "inline", module: "MCCounter", dump: true, exit: 0,
		cfg: "SPECIFICATION MCInline\nINVARIANT TypeOK\n" + counterCfg,
		want: func(t *testing.T, _ Result, err error) {
			if err == nil || !strings.Contains(err.Error(), `label "MCInlineNext" names no action`) {
				t.Errorf("got %v", err)
			}
		},
	},
	{
		name: "labels", module: "Labels", dump: true, exit: 0,
		cfg: "SPECIFICATION Spec\nINVARIANT OK\nCONSTANT S = {1, 2}\nCHECK_DEADLOCK FALSE\n",
		want: func(t *testing.T, r Result, err error) {
			completed(t, r, err, 9, 10)
			const want = "Guarded Inner Parts StateSet Written"
			if strings.Join(r.Dump.Actions(), " ") != want || strings.Join(r.Actions, " ") != want {
				t.Errorf("labels %v, coverage %v; want %s", r.Dump.Actions(), r.Actions, want)
			}
		},
	},
	{
		name: "defined-twice", module: "Twice", exit: 0,
		cfg: "SPECIFICATION Spec\nINVARIANT OK\nCONSTANT S = {1, 2}\nCHECK_DEADLOCK FALSE\n",
		want: func(t *testing.T, r Result, err error) {
			if err != nil || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "'OK' conflicts") {
				t.Errorf("warnings %q, %v", r.Warnings, err)
			}
		},
	},
	{
		name: "invariant", module: "MCCounter", exit: 12,
		cfg: "SPECIFICATION MCSpec\nINVARIANT Small\n" + counterCfg,
		want: func(t *testing.T, r Result, err error) {
			violated(t, r, err, FailInvariant, "Small", "Up Up")
			last := r.Trace[2].State
			if count, _ := last.Field("count"); !Equal(count, mustShow(t, []int{2, 0})) {
				t.Errorf("last state %s", last)
			}
		},
	},
	{
		name: "action-property", module: "MCCounter", exit: 13,
		cfg: "SPECIFICATION MCSpec\nPROPERTY NoFlip\n" + counterCfg,
		want: func(t *testing.T, r Result, err error) {
			violated(t, r, err, FailAction, "NoFlip", "Flip")
		},
	},
	{
		name: "action-property-seen", module: "Small", exit: 13, // the step leads to a state that was seen before
		cfg: "SPECIFICATION Spec\nPROPERTY OnlyUp\n" + smallCfg,
		want: func(t *testing.T, r Result, err error) {
			violated(t, r, err, FailAction, "OnlyUp", "Step Step Step Back")
		},
	},
	{
		name: "action-property-stutter", module: "Small", exit: 13, // the first step leaves the subscript as it is
		cfg: "SPECIFICATION Spec\nPROPERTY NeverHalves\n" + smallCfg,
		want: func(t *testing.T, r Result, err error) {
			violated(t, r, err, FailAction, "NeverHalves", "Step Step")
		},
	},
	{
		name: "invariant-first", module: "Small", exit: 12,
		cfg: "SPECIFICATION Spec\nINVARIANT Positive\n" + smallCfg,
		want: func(t *testing.T, r Result, err error) {
			violated(t, r, err, FailInvariant, "Positive", "")
			if r.Stats || r.Trace[0].State.String() != "[x |-> 0]" {
				t.Errorf("stats %t, state %s", r.Stats, r.Trace[0].State)
			}
		},
	},
	{
		name: "property-first", module: "Small", exit: 13,
		cfg: "SPECIFICATION Spec\nPROPERTY Positive\n" + smallCfg,
		want: func(t *testing.T, r Result, err error) {
			violated(t, r, err, FailAction, "Positive", "")
		},
	},
	{
		name: "property-as-invariant", module: "Small", exit: 12,
		cfg: "SPECIFICATION Spec\nPROPERTY AlwaysBelowTwo\n" + smallCfg,
		want: func(t *testing.T, r Result, err error) {
			violated(t, r, err, FailInvariant, "AlwaysBelowTwo", "Step Step")
		},
	},
	{
		name: "lasso", module: "Small", exit: 13,
		cfg: "SPECIFICATION Fair\nPROPERTY ReachesFive\n" + smallCfg,
		want: func(t *testing.T, r Result, err error) {
			violated(t, r, err, FailTemporal, "", "Step Step Step")
			if r.Lasso != (Lasso{Present: true, Back: 0, Action: "Back"}) {
				t.Errorf("lasso %+v", r.Lasso)
			}
		},
	},
	{
		name: "stutter", module: "Small", exit: 13,
		cfg: "SPECIFICATION Spec\nPROPERTY ReachesFive\n" + smallCfg,
		want: func(t *testing.T, r Result, err error) {
			violated(t, r, err, FailTemporal, "", "")
			if r.Lasso != (Lasso{Present: true, Stutter: true, Back: 0}) {
				t.Errorf("lasso %+v", r.Lasso)
			}
		},
	},
	{
		name: "false-under-constraint", module: "Small", exit: 0,
		cfg: "SPECIFICATION Fair\nPROPERTY ReachesFive\nCONSTRAINT Bound\n" + smallCfg,
		want: func(t *testing.T, r Result, err error) {
			completed(t, r, err, 2, 4)
			if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "dangerous") {
				t.Errorf("warnings %q", r.Warnings)
			}
		},
	},
	{
		name: "symmetry-and-property", module: "Symmetric", exit: 0,
		cfg: "SPECIFICATION Fair\nPROPERTY All\nSYMMETRY Sym\nCONSTANT Id = {a, b}\nCHECK_DEADLOCK FALSE\n",
		want: func(t *testing.T, r Result, err error) {
			if err != nil || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "symmetry") {
				t.Errorf("warnings %q, %v", r.Warnings, err)
			}
		},
	},
	{
		name: "nothing-checked", module: "Small", exit: 0,
		cfg: "SPECIFICATION Spec\nINVARIANT \\* nothing\n" + smallCfg,
		want: func(t *testing.T, r Result, err error) {
			completed(t, r, err, 4, 6)
			if r.Inits != 1 || r.InitsGenerated != 2 || len(r.Warnings) != 0 || r.Depth != 4 {
				t.Errorf("%+v", r)
			}
		},
	},
	{
		name: "unknown-constant", module: "Small", exit: 0,
		cfg: "SPECIFICATION Spec\nINVARIANT Tagged\nCONSTANT Misspelt = 3\n" + smallCfg,
		want: func(t *testing.T, r Result, err error) {
			completed(t, r, err, 4, 6)
			if !slices.Contains(r.Output, `<<"x", 3>>`) {
				t.Errorf("prints %q", r.Output)
			}
		},
	},
	{
		name: "deadlock", module: "Small", exit: 11,
		cfg: "SPECIFICATION Ends\nINVARIANT Tagged\nCONSTANT Assumed = TRUE\nCHECK_DEADLOCK TRUE\n",
		want: func(t *testing.T, r Result, err error) {
			violated(t, r, err, FailDeadlock, "", "Step Step Step")
		},
	},
	{
		name: "assumption", module: "Small", exit: 10,
		cfg:  "SPECIFICATION Spec\nCONSTANT Assumed = FALSE\n",
		want: func(t *testing.T, r Result, err error) { broken(t, r, err, "Assumption line 5") },
	},
	{
		name: "evaluation", module: "Small", exit: 75,
		cfg:  "SPECIFICATION Spec\nINVARIANT Absurd\n" + smallCfg,
		want: func(t *testing.T, r Result, err error) { broken(t, r, err, "was applied as a function") },
	},
	{
		name: "assert", module: "Small", exit: 76,
		cfg:  "SPECIFICATION Spec\nINVARIANT Asserted\n" + smallCfg,
		want: func(t *testing.T, r Result, err error) { broken(t, r, err, "Evaluating invariant Asserted failed") },
	},
	{
		name: "misspelt-name", module: "Small", exit: 151,
		cfg:  "SPECIFICATION Spec\nINVARIANT Positiv\n" + smallCfg,
		want: func(t *testing.T, r Result, err error) { broken(t, r, err, "invariant Positiv specified") },
	},
	{
		name: "misspelt-keyword", module: "Small", exit: 255,
		cfg:  "SPECIFICATION Spec\nINVARIANTT Positive\n" + smallCfg,
		want: func(t *testing.T, r Result, err error) { broken(t, r, err, "configuration file") },
	},
	{
		name: "no-module", module: "Nowhere", exit: 150,
		cfg:  "SPECIFICATION Spec\n",
		want: func(t *testing.T, r Result, err error) { broken(t, r, err, "Cannot find source file") },
	},
}

// wantGraph holds the dump, the coverage and the counts against each other.
func wantGraph(t *testing.T, r Result, err error) {
	completed(t, r, err, 54, 164)
	g := r.Dump
	if len(g.States) != r.States || len(g.Inits) != 2 || r.Inits != 2 {
		t.Errorf("%d states, %d initial", len(g.States), len(g.Inits))
	}
	if g.Lines != r.Generated-r.InitsGenerated {
		t.Errorf("%d edge lines, want one a generated successor", g.Lines)
	}
	if got := strings.Join(g.Actions(), " "); got != "Flip Send Up" {
		t.Errorf("labels %s", got)
	}
	if strings.Join(r.Actions, " ") != "Dead Flip Send Up" || strings.Join(r.Never, " ") != "Dead" {
		t.Errorf("coverage: actions %v, never %v", r.Actions, r.Never)
	}
	want := strings.Join([]string{
		`/\ count = (0 :> 0 @@ 1 :> 0)`,
		`/\ flight = <<>>`,
		`/\ log = <<>>`,
		`/\ low = -1`,
		`/\ name = "a\"b\\c"`,
		`/\ odd = FALSE`,
		`/\ range = {}`,
		`/\ spent = [Up |-> 0]`,
	}, "\n")
	if i, ok := g.Index()[want]; !ok || !slices.Contains(g.Inits, i) {
		t.Errorf("no initial state\n%s", want)
	}
	sent := strings.NewReplacer(
		`flight = <<>>`, `flight = ([from |-> 1, kind |-> "a kind that makes TLC break the line"] :> 1)`,
		`log = <<>>`, `log = <<[body |-> {1, 5}, from |-> 1, kind |-> "Query"]>>`,
		`range = {}`, `range = {0, 1, 2}`,
	).Replace(want)
	src, dst := g.Index()[want], g.Index()[sent]
	if !slices.Contains(g.Edges, Edge{Src: src, Action: "Send", Dst: dst}) {
		t.Errorf("no step Send to\n%s", sent)
	}
}
