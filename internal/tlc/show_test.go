package tlc

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

func mustShow(t *testing.T, v any) Value {
	t.Helper()
	got, err := Show(v)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

type showNode uint8

type showMsg struct {
	From, To showNode
	Kind     string
	NodeID   int
	ID       int
	Renamed  bool `tla:"other"`
	hidden   int  `tla:"-"`
}

type showNone struct{ at *int }

func (n showNone) TLA() Value {
	if n.at == nil {
		return Str("none")
	}
	return Int(*n.at)
}

func TestShow(t *testing.T) {
	one := 1
	for _, tt := range []struct {
		give any
		want string
	}{
		{-3, "-3"},
		{showNode(2), "2"},
		{"a", `"a"`},
		{true, "TRUE"},
		{[]int{}, "<<>>"},
		{[]int{7, 8}, "(0 :> 7 @@ 1 :> 8)"},
		{Elements[int]{8, 7, 8}, "{7, 8}"},
		{spec.Sequence[string]{"b", "a"}, `<<"b", "a">>`},
		{[]spec.Sequence[int]{{7}, nil}, "(0 :> <<7>> @@ 1 :> <<>>)"},
		{[2]bool{true, false}, "(0 :> TRUE @@ 1 :> FALSE)"},
		{map[string]int{"b": 1, "a": 2}, "[a |-> 2, b |-> 1]"},
		{map[showNode]struct{}{1: {}, 0: {}}, "{0, 1}"},
		{map[int]struct{}{}, "{}"},
		{&one, "1"},
		{struct{}{}, "<<>>"},
		{showNone{}, `"none"`},
		{&showNone{&one}, "1"},
		{[]showNone{{}, {&one}}, `(0 :> "none" @@ 1 :> 1)`},
		{struct{ V any }{"x"}, `[v |-> "x"]`},
		{Int(5), "5"},
		{
			map[showMsg]int{{Kind: "Q", To: 1, hidden: 9}: 2},
			`([from |-> 0, id |-> 0, kind |-> "Q", nodeID |-> 0, other |-> FALSE, to |-> 1] :> 2)`,
		},
	} {
		if got, err := Show(tt.give); err != nil || got.String() != tt.want {
			t.Errorf("Show(%v) = %s, %v; want %s", tt.give, got, err, tt.want)
		}
	}
}

func TestShowRefuses(t *testing.T) {
	var nothing *int
	for _, tt := range []struct {
		give any
		want string
	}{
		{nil, "value is nil"},
		{nothing, "value is nil"},
		{struct{ P *int }{}, "value.P is nil"},
		{[]any{1, nil}, "value[1] is nil"},
		{spec.Sequence[any]{1, nil}, "value[1] is nil"},
		{1.5, "is a float64 (1.5)"},
		{map[string]any{"a": func() {}}, `value["a"] is a func()`},
		{struct{ a int }{1}, "value.a is not exported"},
		{uint64(1 << 63), "is a uint64 (9223372036854775808)"},
		{map[any]int{int8(1): 1, int16(1): 2}, "two values for key 1"},
	} {
		if got, err := Show(tt.give); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Show(%v) = %s, %v; want an error with %q", tt.give, got, err, tt.want)
		}
	}
}

func TestLowerCamel(t *testing.T) {
	for name, want := range map[string]string{
		"From": "from", "ID": "id", "NodeID": "nodeID", "IDSet": "idSet", "X": "x", "MayCrash": "mayCrash",
	} {
		if got := lowerCamel(name); got != want {
			t.Errorf("lowerCamel(%s) = %s, want %s", name, got, want)
		}
	}
}
