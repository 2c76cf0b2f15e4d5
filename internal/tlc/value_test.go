package tlc

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestParseCanonical(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"0", "0"},
		{"-12", "-12"},
		{"TRUE", "TRUE"},
		{" FALSE\n", "FALSE"},
		{`"a\"b\\c\n\t"`, `"a\"b\\c\n\t"`},
		{`""`, `""`},
		{"n1", "n1"},
		{"{}", "{}"},
		{"{2, 10, 2, -1}", "{-1, 2, 10}"},
		{"0..2", "{0, 1, 2}"},
		{"-1..1", "{-1, 0, 1}"},
		{"3..2", "{}"},
		{"{0..1, {}}", "{{}, {0, 1}}"},
		{"<<>>", "<<>>"},
		{"<< >>", "<<>>"},
		{"<<1, <<TRUE>>>>", "<<1, <<TRUE>>>>"},
		{"[b |-> 1, a |-> {}]", "[a |-> {}, b |-> 1]"},
		{"(1 :> 0)", "<<0>>"},
		{"(2 :> 5 @@ 1 :> 4)", "<<4, 5>>"},
		{"(1 :> 1 @@ 0 :> 0)", "(0 :> 0 @@ 1 :> 1)"},
		{`("a" :> 1)`, "[a |-> 1]"},
		{`("a b" :> 1 @@ "c" :> 2)`, `("a b" :> 1 @@ "c" :> 2)`},
		{`([from |-> 1] :> 2)`, `([from |-> 1] :> 2)`},
		{
			"( 0 :>\n      [ a |-> <<1,\n 2>>,\n        b |-> 0 ] @@\n  1 :> 2 )",
			"(0 :> [a |-> <<1, 2>>, b |-> 0] @@ 1 :> 2)",
		},
	} {
		v, err := Parse(tt.text)
		if err != nil || v.String() != tt.want {
			t.Errorf("Parse(%q) = %s, %v; want %s", tt.text, v, err, tt.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{
		"", " ", "1 2", "{1", "{1 2}", "{,}", "<<1>", "[a |-> 1", "[a -> 1]", "[ |-> 1]", "[]", "()", "(1 :> 2",
		"(1 :> 2 @@ 1 :> 3)", `"a`, `"\q"`, `"\`, "-", "1..", "0..99999999",
		"-9223372036854775808..9223372036854775807",
		"99999999999999999999", "?", "[S -> T]",
	} {
		if v, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) = %s, want an error", text, v)
		}
	}
}

// TestEqual lists values that TLA+ takes for one.
func TestEqual(t *testing.T) {
	for _, same := range [][]Value{
		{Seq(), Record(nil), Func()},
		{Seq(Int(4), Int(5)), Func(Pair{Int(2), Int(5)}, Pair{Int(1), Int(4)})},
		{Record(map[string]Value{"a": Int(1)}), Func(Pair{Str("a"), Int(1)})},
		{Set(Int(1), Int(2)), Set(Int(2), Int(1), Int(2))},
	} {
		for _, v := range same[1:] {
			if !Equal(same[0], v) || same[0].String() != v.String() {
				t.Errorf("%s and %s differ", same[0], v)
			}
		}
	}
	distinct := []Value{
		Int(0), Int(1), Bool(false), Bool(true), Str("0"), Str(""), Set(), Seq(), Set(Set()), Seq(Seq()),
	}
	for i, a := range distinct {
		for j, b := range distinct {
			if Equal(a, b) != (i == j) {
				t.Errorf("Equal(%s, %s) = %t", a, b, i != j)
			}
		}
	}
}

func TestFuncPanicsOnTwoValues(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Func(Pair{Int(1), Int(2)}, Pair{Int(1), Int(3)})
}

func TestGet(t *testing.T) {
	state := Record(map[string]Value{"leader": Func(Pair{Int(0), Int(7)}), "up": Bool(true), "name": Str("x")})
	leader, ok := state.Field("leader")
	if !ok {
		t.Fatal("no leader")
	}
	v, ok := leader.Get(Int(0))
	if n, isInt := v.Int(); !ok || !isInt || n != 7 {
		t.Errorf("leader[0] = %s, %t", v, ok)
	}
	if v, ok := leader.Get(Int(1)); ok || !v.IsZero() {
		t.Errorf("leader[1] = %s", v)
	}
	up, _ := state.Field("up")
	if b, ok := up.Bool(); !b || !ok {
		t.Error("up")
	}
	name, _ := state.Field("name")
	if s, ok := name.Str(); s != "x" || !ok {
		t.Error("name")
	}
	if _, ok := name.Field("x"); ok || len(leader.Keys()) != 1 {
		t.Error("a string has no fields, leader has one key")
	}
}

func TestDiff(t *testing.T) {
	parse := func(text string) Value {
		v, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, tt := range []struct{ got, want, lines string }{
		{"[a |-> 1]", "[a |-> 1]", ""},
		{"[leader |-> <<0, 0>>]", "[leader |-> <<2, 0>>]", "leader[1]: 0, want 2"},
		{"[f |-> <<>>]", `[f |-> ([kind |-> "Q"] :> 1)]`, `f[[kind |-> "Q"]]: absent, want 1`},
		{"[f |-> (0 :> 1)]", "[f |-> << >>]", "f[0]: 1, want absent"},
		{"[s |-> {1, 2}]", "[s |-> 2..3]", "s{1}: present, want absent|s{3}: absent, want present"},
		{"[m |-> [b |-> 1, a |-> 2]]", "[m |-> [b |-> 2, a |-> 1]]", "m.a: 2, want 1|m.b: 1, want 2"},
		{"[a |-> 1]", `[a |-> "1"]`, `a: 1, want "1"`},
		{"1", "2", "value: 1, want 2"},
		{"[a |-> TRUE]", "[b |-> TRUE]", "a: TRUE, want absent|b: absent, want TRUE"},
	} {
		var parts []string
		for _, f := range Diff(parse(tt.got), parse(tt.want), "") {
			parts = append(parts, f.Path+": "+f.A+", want "+f.B)
		}
		if lines := strings.Join(parts, "|"); lines != tt.lines {
			t.Errorf("Diff(%s, %s) = %s, want %s", tt.got, tt.want, lines, tt.lines)
		}
	}
}

// TestRoundTrip prints random values and reads them back, with the parts of sets
// and functions in another order.
func TestRoundTrip(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		v := randomValue(draw, 3)
		back, err := Parse(v.String())
		if err != nil || !Equal(v, back) || v.String() != back.String() {
			t.Fatalf("%s is read back as %s, %v", v, back, err)
		}
		if w := randomValue(draw, 3); Equal(v, w) != (v.String() == w.String()) || Compare(v, w) != -Compare(w, v) {
			t.Fatalf("%s and %s: equality of values and of texts differ", v, w)
		}
	}
}

func randomValue(draw *rand.Rand, depth int) Value {
	kinds := 8
	if depth == 0 {
		kinds = 4
	}
	var elems []Value
	if kinds == 8 {
		for range draw.IntN(4) {
			elems = append(elems, randomValue(draw, depth-1))
		}
	}
	switch draw.IntN(kinds) {
	case 0:
		return Int(draw.IntN(7) - 3)
	case 1:
		return Str([]string{"", "a", "a b", `"\`, "\n\t\r\f", "0", "TRUE", "ü"}[draw.IntN(8)])
	case 2:
		return Bool(draw.IntN(2) == 0)
	case 3:
		return Value{shape: model, text: "n1"}
	case 4:
		return Set(elems...)
	case 5:
		return Seq(elems...)
	case 6:
		fields := map[string]Value{}
		for i, e := range elems {
			fields[string(rune('a'+i))] = e
		}
		return Record(fields)
	}
	keys := Set(elems...).Keys()
	pairs := make([]Pair, len(keys))
	for i, key := range keys {
		pairs[i] = Pair{key, Int(i)}
	}
	slices.Reverse(pairs)
	return Func(pairs...)
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"{1, 2}", "(0 :> <<>> @@ 1 :> [a |-> \"x\"])", "0..3", "n1", `"\n"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Parse(text)
		if err != nil {
			return
		}
		back, err := Parse(v.String())
		if err != nil || !Equal(v, back) {
			t.Errorf("%q is %s, read back as %s, %v", text, v, back, err)
		}
	})
}

func TestParseState(t *testing.T) {
	text := "/\\ y = \"a\n/\\\\ z = 1\"\n"
	if v, err := ParseState(strings.ReplaceAll(text, "\n/", "\\n/")); err != nil || len(v.Keys()) != 1 {
		t.Errorf("got %s, %v; want one variable", v, err)
	}
	v, err := ParseState("/\\ y = ( 0 :>\n  1 )\n/\\ x = {2,\n 1}\n\n")
	if err != nil || StateText(v) != "/\\ x = {1, 2}\n/\\ y = (0 :> 1)" {
		t.Errorf("got %q, %v", StateText(v), err)
	}
	for _, bad := range []string{
		"x", "/\\ x", "/\\ x = ", "/\\ x = 1\n/\\ y", "/\\ x = 1\n/\\ x = 2", "/\\ x y = 1",
	} {
		if v, err := ParseState(bad); err == nil {
			t.Errorf("ParseState(%q) = %s", bad, v)
		}
	}
	if v, err := ParseState("x = 1"); err != nil || StateText(v) != "/\\ x = 1" {
		t.Errorf("one variable: %s, %v", v, err)
	}
}
