package tlc

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// Lint holds the configuration of c, in folder dir of fsys, against the case and
// returns the first difference as an *InputError that names file and section.
// It refuses what makes TLC's verdict mean less than it says: see lintUnsound.
//
// want is what the constants must be: name to the text after "=", or "<- Def".
// White space does not count; "*" stands for any value. A name that only one
// side has is an error. A nil map leaves the constants to somebody else.
func Lint(fsys fs.FS, dir string, c Case, want map[string]string) error {
	file := path.Join(dir, c.Cfg)
	text, err := fs.ReadFile(fsys, file)
	if err != nil {
		return inputf(file, "", "cannot be read (%s); want the configuration of case %s", plainError(err), c.ID)
	}
	return lintText(file, text, c, want)
}

func lintText(file string, text []byte, c Case, want map[string]string) error {
	cfg, err := ParseCfg(file, text)
	if err != nil {
		return err
	}
	if err := cfg.lintUnsound(c.Kind); err != nil {
		return err
	}
	if err := cfg.lintCase(c); err != nil {
		return err
	}
	if want == nil {
		return nil
	}
	return cfg.lintConstants(want)
}

// lintUnsound refuses combinations for which TLC is silent and wrong: a
// constraint can make a false property pass, symmetry is unsound for liveness,
// symmetry with a view has no stable counts, and INIT and NEXT have no fairness.
// The graph of a case must be the model's own, so it is taken without any of them.
func (c Cfg) lintUnsound(kind Kind) error {
	constrained := len(c.Constraints)+len(c.ActionConstraints) > 0
	reduced := c.Symmetry != "" || c.View != ""
	switch {
	case c.Init != "" || c.Next != "":
		return inputf(c.File, "INIT", "and NEXT drop every fairness condition; use SPECIFICATION alone")
	case c.Specification == "":
		return inputf(c.File, "SPECIFICATION", "is missing; want SPECIFICATION and a name")
	case len(c.Properties) > 0 && constrained:
		return inputf(c.File, "PROPERTY", "under a CONSTRAINT or ACTION_CONSTRAINT a false property can pass; "+
			"bound the model with guards in its actions")
	case len(c.Properties) > 0 && c.Symmetry != "":
		return inputf(c.File, "PROPERTY", "is unsound under SYMMETRY; remove SYMMETRY")
	case c.Symmetry != "" && c.View != "":
		return inputf(c.File, "SYMMETRY", "with VIEW has no stable counts; keep one of the two")
	case kind == KindGraph && (constrained || reduced):
		return inputf(c.File, "CONSTRAINT", "a graph is compared as it is; remove CONSTRAINT, ACTION_CONSTRAINT, "+
			"SYMMETRY and VIEW")
	case c.CheckDeadlock != "TRUE" && c.CheckDeadlock != "FALSE":
		return inputf(c.File, "CHECK_DEADLOCK", "is %q; say TRUE or FALSE", c.CheckDeadlock)
	}
	return nil
}

// lintCase compares what the cfg checks with what the case says it checks.
func (c Cfg) lintCase(want Case) error {
	switch {
	case c.Specification != want.Specification:
		return inputf(c.File, "SPECIFICATION", "is %s, want %s as case %s has it",
			c.Specification, want.Specification, want.ID)
	case !slices.Equal(c.Invariants, want.Invariants):
		return inputf(c.File, "INVARIANT", "lists [%s], want [%s] as case %s has it",
			strings.Join(c.Invariants, " "), strings.Join(want.Invariants, " "), want.ID)
	case !slices.Equal(c.Properties, want.Properties):
		return inputf(c.File, "PROPERTY", "lists [%s], want [%s] as case %s has it",
			strings.Join(c.Properties, " "), strings.Join(want.Properties, " "), want.ID)
	case (c.CheckDeadlock == "TRUE") != want.Deadlock:
		return inputf(c.File, "CHECK_DEADLOCK", "is %s, but case %s has deadlock %t; make them agree",
			c.CheckDeadlock, want.ID, want.Deadlock)
	}
	return nil
}

func (c Cfg) lintConstants(want map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		got, given := c.Constants[name]
		wanted := normalise(want[name])
		switch {
		case !given:
			return inputf(c.File, "CONSTANT", "%s is missing, want %s", name, wanted)
		case wanted != "*" && got != wanted:
			return inputf(c.File, "CONSTANT", "%s is %s, want %s", name, got, wanted)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Constants)) {
		if _, wanted := want[name]; !wanted {
			return inputf(c.File, "CONSTANT", "%s is not one of the constants that the configuration stands for; "+
				"want %s", name, nameList(want))
		}
	}
	return nil
}
