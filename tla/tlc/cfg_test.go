package tlc

import (
	"strings"
	"testing"
	"testing/fstest"
)

const goodCfg = `SPECIFICATION Spec \* CONSTRAINT not here
CONSTANTS
  Node = {"a", "INVARIANT", {1, 2}}   (* a comment (* in a comment *) *)
  Max=3
CONSTANT Init2 <- MCInit
INVARIANT TypeOK
INVARIANTS Safe
  Sound
CHECK_DEADLOCK FALSE
`

func TestParseCfg(t *testing.T) {
	cfg, err := ParseCfg("a.cfg", []byte(goodCfg))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"Node": `{ "a" , "INVARIANT" , { 1 , 2 } }`, "Max": "3", "Init2": "<- MCInit"}
	for name, value := range want {
		if cfg.Constants[name] != value {
			t.Errorf("%s is %q, want %q", name, cfg.Constants[name], value)
		}
	}
	if cfg.Specification != "Spec" || strings.Join(cfg.Invariants, " ") != "TypeOK Safe Sound" ||
		len(cfg.Constants) != len(want) || cfg.CheckDeadlock != "FALSE" {
		t.Errorf("got %+v", cfg)
	}
}

// TestLint breaks a good configuration in one place; each row is a way in which
// a green run of TLC would mean less than it says.
func TestLint(t *testing.T) {
	c := Case{ID: "c", Kind: KindSafety, Cfg: "a.cfg", Specification: "Spec"}
	c.Invariants = []string{"TypeOK", "Safe", "Sound"}
	want := map[string]string{"Node": `{"a","INVARIANT",{1,2}}`, "Max": "*", "Init2": "<-  MCInit"}
	lint := func(text string) error {
		return Lint(fstest.MapFS{"p/a.cfg": {Data: []byte(text)}}, "p", c, want)
	}
	if err := lint(goodCfg); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ old, new, field, want string }{
		{"INVARIANTS", "INVARIANTZ", "INVARIANT", "lists [TypeOK INVARIANTZ Safe Sound]"},
		{"SPECIFICATION", "SPECIFICATIONS", "SPECIFICATIONS", "is no section"},
		{"CHECK", "POSTCONDITION P\nCHECK", "INVARIANT", "lists [TypeOK Safe Sound POSTCONDITION P]"},
		{"INVARIANT TypeOK", "INVARIANT \\* TypeOK", "INVARIANT", "is empty"},
		{"INVARIANT TypeOK", "", "INVARIANT", "lists [Safe Sound], want [TypeOK Safe Sound]"},
		{"Safe", "Sfe", "INVARIANT", "lists [TypeOK Sfe Sound]"},
		{"Sound", "Sound\nPROPERTY P", "PROPERTY", "lists [P], want []"},
		{"Sound", "Sound\nPROPERTY P\nCONSTRAINT C", "PROPERTY", "a false property can pass"},
		{"Sound", "Sound\nPROPERTIES P\nACTION_CONSTRAINT C", "PROPERTY", "a false property can pass"},
		{"Sound", "Sound\nPROPERTY P\nSYMMETRY S", "PROPERTY", "unsound under SYMMETRY"},
		{"Sound", "Sound\nVIEW V\nSYMMETRY S", "SYMMETRY", "no stable counts"},
		{"SPECIFICATION Spec", "INIT I\nNEXT N", "INIT", "drop every fairness"},
		{"SPECIFICATION Spec", "SPECIFICATION Spec\nINIT I", "INIT", "drop every fairness"},
		{"SPECIFICATION Spec", "", "SPECIFICATION", "is missing"},
		{"SPECIFICATION Spec", "SPECIFICATION FairSpec", "SPECIFICATION", "is FairSpec, want Spec"},
		{"SPECIFICATION Spec", "SPECIFICATION Spec Fair", "SPECIFICATION", "several values"},
		{"SPECIFICATION", "SPECIFICATION Fair SPECIFICATION", "SPECIFICATION", "several values"},
		{"CHECK_DEADLOCK FALSE", "", "CHECK_DEADLOCK", `is ""; say TRUE or FALSE`},
		{"DEADLOCK FALSE", "DEADLOCK TRUE", "CHECK_DEADLOCK", "has deadlock false"},
		{"DEADLOCK FALSE", "DEADLOCK no", "CHECK_DEADLOCK", `is "no"`},
		{"Max=3", "", "CONSTANT", "Max is missing, want *"},
		{"Max=3", "Max=3 Min=1", "CONSTANT", "Min is not one of the constants"},
		{"Max=3", "Max=3 Max=3", "CONSTANT", "Max is given twice"},
		{"Max=3", "Max", "CONSTANT", "is no constant"},
		{"{1, 2}", "{1}", "CONSTANT", "Node is"},
		{"{1, 2}", "{1, 2", "CONSTANT", "does not end"},
		{"<- MCInit", "<- Other", "CONSTANT", "Init2 is <- Other, want <- MCInit"},
		{"<- MCInit", "= MCInit", "CONSTANT", "Init2 is MCInit, want <- MCInit"},
		{"*) *)", "*)", "", "does not end"},
		{"TypeOK", "Type-OK", "INVARIANT", `"-" is no name`},
	} {
		text := strings.Replace(goodCfg, tt.old, tt.new, 1)
		if text == goodCfg {
			t.Fatalf("no %q in the good cfg", tt.old)
		}
		wantInput(t, lint(text), "p/a.cfg", tt.field, tt.want)
	}
	err := Lint(fstest.MapFS{}, "p", c, nil)
	wantInput(t, err, "p/a.cfg", "", "file does not exist")
}

func TestLintGraphTakesModelAsItIs(t *testing.T) {
	c := Case{ID: "c", Kind: KindGraph, Cfg: "a.cfg", Specification: "S", Invariants: []string{"T"}}
	for _, extra := range []string{"SYMMETRY S", "VIEW V", "CONSTRAINT C", "ACTION_CONSTRAINT C"} {
		text := "SPECIFICATION S\nINVARIANT T\nCHECK_DEADLOCK FALSE\n" + extra
		err := Lint(fstest.MapFS{"a.cfg": {Data: []byte(text)}}, ".", c, nil)
		wantInput(t, err, "a.cfg", "CONSTRAINT", "compared as it is")
	}
}
