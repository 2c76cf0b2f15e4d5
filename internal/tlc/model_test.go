package tlc

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/input/inputtest"
)

// modelFS holds a protocol p of one module beside the network.
func modelFS() fstest.MapFS {
	return fstest.MapFS{
		"Net.tla": {Data: []byte("net")}, "p/MCA.tla": {Data: []byte("a")},
		"p/cases.json": {Data: []byte("{}")}, "q/MCB.tla": {Data: []byte("b")},
	}
}

func TestNewModel(t *testing.T) {
	c := cases.Case{ID: "a-b.c", Module: "MCA", Specification: "S", Properties: []string{"P"}, Deadlock: true}
	c.Invariants = []string{"T", "U"}
	constants := map[string]Value{
		"N": Int(2), "Low": Int(-1), "Name": Str("a b"), "Odd": Bool(true), "Ids": Set(Str("x"), Str("y")),
		"Signs": Set(Int(-1)), "Lists": Func(Pair{Int(0), Set()}, Pair{Int(1), Seq(Int(1))}),
	}
	m, err := NewModel(modelFS(), []string{"p"}, c, constants, nil)
	if err != nil {
		t.Fatal(err)
	}
	files := slices.Sorted(maps.Keys(m.Files))
	if d := cmp.Diff([]string{"Case_a_b_c.cfg", "Case_a_b_c.tla", "MCA.tla", "Net.tla"}, files); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
	if d := cmp.Diff(`\* Case a-b.c, as its table has it.
SPECIFICATION S
CONSTANTS
    Ids = {"x", "y"}
    Lists <- CaseLists
    Low <- CaseLow
    N = 2
    Name = "a b"
    Odd = TRUE
    Signs <- CaseSigns
INVARIANTS
    T
    U
PROPERTIES
    P
CHECK_DEADLOCK TRUE
`, string(m.Files[m.Name+".cfg"])); d != "" {
		t.Errorf("cfg (-want +got):\n%s", d)
	}
	if d := cmp.Diff(`---- MODULE Case_a_b_c ----
\* Case a-b.c, as its table has it.
EXTENDS MCA, Integers, TLC

CaseLists == (0 :> {} @@ 1 :> <<1>>)
CaseLow == -1
CaseSigns == {-1}

ASSUME PrintT(<<"constants of the case", [Ids |-> Ids, Lists |-> Lists, Low |-> Low, N |-> N, Name |-> Name, Odd |-> Odd, Signs |-> Signs]>>)
====
`, string(m.Files[m.Name+".tla"])); d != "" {
		t.Errorf("module (-want +got):\n%s", d)
	}
}

// If both folders have a module of one name, TLC reads that of the table's own folder.
func TestNewModelExtends(t *testing.T) {
	fsys := modelFS()
	fsys["p/MCB.tla"] = &fstest.MapFile{Data: []byte("mine")}
	fsys["q/MCC.tla"] = &fstest.MapFile{Data: []byte("theirs")}
	m, err := NewModel(fsys, []string{"p", "q"}, cases.Case{ID: "a", Module: "MCA", Specification: "S"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if mine, theirs := string(m.Files["MCB.tla"]), string(m.Files["MCC.tla"]); mine != "mine" || theirs != "theirs" {
		t.Errorf("MCB is %q, and MCC %q", mine, theirs)
	}
	fsys["q/Net.tla"] = &fstest.MapFile{}
	_, err = NewModel(fsys, []string{"p", "q"}, cases.Case{ID: "a", Module: "MCA"}, nil, nil)
	inputtest.Want(t, err, "Net.tla", "", "there is also q/Net.tla")
}

func TestNewModelRefuses(t *testing.T) {
	c := cases.Case{ID: "a", Module: "MCA", Specification: "S", Invariants: []string{"T"}}
	fsys := modelFS()
	fsys["p/Net.tla"] = &fstest.MapFile{}
	_, err := NewModel(fsys, []string{"p"}, c, nil, nil)
	inputtest.Want(t, err, "Net.tla", "", "there is also p/Net.tla")

	fsys = modelFS()
	fsys["Case_a.tla"] = &fstest.MapFile{}
	_, err = NewModel(fsys, []string{"p"}, c, nil, nil)
	inputtest.Want(t, err, "Case_a.tla", "", "written from case a")

	_, err = NewModel(modelFS(), []string{"none"}, c, nil, nil)
	inputtest.Want(t, err, "none", "", "cannot be read")

	for name, row := range map[string]struct {
		v    Value
		want string
	}{
		"Absent":     {Value{}, "is no TLA+ value"},
		"Model":      {Set(Value{shape: model, text: "m1"}), "m1 is a model value"},
		"Large":      {Seq(Int(1 << 31)), "2147483648 has more than 32 bits"},
		"Small":      {Record(map[string]Value{"a": Int(-1 << 31)}), "-2147483648 has more than 32 bits"},
		"Foreign":    {Str("naïve"), "is not in ASCII"},
		"Key":        {Func(Pair{Str("é"), Int(1)}), "is not in ASCII"},
		"not a name": {Int(1), "is no name of a constant"},
		"VIEW":       {Int(1), "is no name of a constant"},
	} {
		_, err := NewModel(modelFS(), []string{"p"}, c, map[string]Value{name: row.v}, nil)
		inputtest.Want(t, err, "", "constant "+name, row.want)
	}
}

// TestTLCReadsConstants gives TLC constants of every shape, among them what looks like
// something else in a cfg or in a module, and has it compare each with how Go prints it
// in TLC's own words: a wrong reading fails the assumption or does not parse.
func TestTLCReadsConstants(t *testing.T) {
	runner := need(t)
	values := map[string]struct {
		v    Value
		text string
	}{
		"Zero":    {Int(0), "1 - 1"},
		"Below":   {Int(-7), "0 - 7"},
		"Most":    {Int(1<<31 - 1), "2147483646 + 1"},
		"Least":   {Int(-(1<<31 - 1)), "0 - 2147483647"},
		"No":      {Bool(false), "1 = 2"},
		"Plain":   {Str("INVARIANT (* x *)"), `"INVARIANT (* x *)"`},
		"Odd":     {Str("a\"b\\c\n"), `"a\"b\\c\n"`},
		"Empty":   {Str(""), `""`},
		"None":    {Set(), "{} \\ {1}"},
		"Nested":  {Set(Set(Int(1), Int(2)), Set(Int(3))), "{1..2, {3}}"},
		"Strings": {Set(Str("a"), Str("b-c")), `{"b-c", "a"}`},
		"Signs":   {Set(Int(-1), Int(0)), "{0 - 1, 0}"},
		"Pairs":   {Set(Seq(Int(-1), Int(2))), "{<<0 - 1, 2>>}"},
		"Nothing": {Seq(), "<< >>"},
		"Deep":    {Seq(Seq(Seq(Int(-1))), Seq()), "<< << <<0 - 1>> >>, << >> >>"},
		"Array":   {mustShow(t, []int{3, -4}), "[i \\in 0..1 |-> IF i = 0 THEN 3 ELSE 0 - 4]"},
		"Signed":  {Func(Pair{Int(-1), Set()}, Pair{Int(1), Set(Int(1))}), "[i \\in {0 - 1, 1} |-> {i} \\ {0 - 1}]"},
		"ByName":  {Func(Pair{Str("a b"), Int(1)}), `[s \in {"a b"} |-> 1]`},
		"Record": {
			Record(map[string]Value{"at": Int(1), "n_0": Seq(Bool(true))}),
			"[n_0 |-> <<TRUE>>, at |-> 1]",
		},
		"Words": {
			Record(map[string]Value{"IF": Int(-1), "a": Int(1)}),
			`[s \in {"IF", "a"} |-> IF s = "a" THEN 1 ELSE 0 - 1]`,
		},
		"Records": {
			Set(Record(map[string]Value{"does": Str("x"), "node": Int(-1)})),
			`{[does |-> "x", node |-> 0 - 1]}`,
		},
	}
	constants := map[string]Value{}
	var b strings.Builder
	b.WriteString("---- MODULE MCKinds ----\nEXTENDS Integers\nVARIABLE x\n")
	for _, name := range slices.Sorted(maps.Keys(values)) {
		b.WriteString("CONSTANT " + name + "\nASSUME " + name + " = (" + values[name].text + ")\n")
		constants[name] = values[name].v
	}
	b.WriteString("Step == UNCHANGED x\nSpec == x = 0 /\\ [][Step]_x\nOK == x = 0\n====\n")
	fsys := fstest.MapFS{"MCKinds.tla": {Data: []byte(b.String())}}
	c := cases.Case{
		ID: "kinds", Kind: cases.Safety, Module: "MCKinds",
		Specification: "Spec", Invariants: []string{"OK"},
	}
	c.States, c.Generated = 1, 2
	r, err := runner.Run(t.Context(), fsys, []string{"."}, c, Options{Constants: constants})
	if err == nil {
		err = Judge(c, r)
	}
	if err != nil {
		t.Error(err)
	}
	constants["Below"] = Int(-8) // an assumption that could not fail would say nothing
	r, err = runner.Run(t.Context(), fsys, []string{"."}, c, Options{Constants: constants})
	if err != nil || Judge(c, r) == nil || !strings.Contains(strings.Join(r.Errors, ""), "Assumption") {
		t.Errorf("another constant was not noticed: %v, %v", err, r.Errors)
	}
}

// What TLC prints of the constants is compared with what they are; a run that did not come
// so far has its own errors.
func TestPrintedConstants(t *testing.T) {
	constants := map[string]Value{"N": Int(1), "Lists": Func(Pair{Int(0), Set()})}
	lines := strings.Split(`other
<< "constants of the case",
   [ Lists |-> (0 :> {}),
     N |-> 1 ] >>
<<1>>`, "\n")
	for _, row := range []struct {
		r    Result
		want string
	}{
		{Result{Output: lines, Finished: true}, ""},
		{Result{Output: lines[:3], Finished: true}, "did not say with which constants"},
		{Result{Output: lines[:3], Finished: true, Failed: FailError}, ""},
		{Result{}, ""},
		{
			Result{Output: []string{`<<"constants of the case", [N |-> 2]>>`}, Finished: true},
			"constant Lists is absent in TLC",
		},
		{
			Result{Output: []string{`<<"constants of the case", [Lists |-> <<>>, N |-> 1]>>`}},
			"constant Lists[0] is absent in TLC, and {} in the case",
		},
	} {
		err := checkRun(row.r, constants)
		if (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v, want %q", row.r.Output, err, row.want)
		}
	}
}
