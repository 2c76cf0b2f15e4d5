package linearizability

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Read returns the [Value] of a register.
type Read struct{}

// Write sets it, and returns [Done].
type Write struct{ Value int }

// CompareAndSwap sets a register to New where its value is Old, and returns [Success].
type CompareAndSwap struct{ Old, New int }

// Cell is the state of a register.
type Cell int

// Kind returns "Read".
func (Read) Kind() string { return "Read" }

// Kind returns "Write".
func (Write) Kind() string { return "Write" }

// Kind returns "CompareAndSwap".
func (CompareAndSwap) Kind() string { return "CompareAndSwap" }

func init() {
	codec.Register(Read{}, Write{}, CompareAndSwap{}, Cell(0))
}

// Register is a register with Read and Write, at first Nil.
func Register() Model {
	m := Of("Register", Cell(Nil), func(cell Cell, in spec.Body) (Cell, any) {
		if _, swap := in.(CompareAndSwap); swap {
			panic(refusal("Register", in))
		}
		return stepCell("Register", cell, in)
	})
	m.Reads = readsCell
	return m
}

// CASRegister is a register that has CompareAndSwap too.
func CASRegister() Model {
	m := Of("CASRegister", Cell(Nil), func(cell Cell, in spec.Body) (Cell, any) {
		return stepCell("CASRegister", cell, in)
	})
	m.Reads = readsCell
	return m
}

func stepCell(model string, cell Cell, in spec.Body) (Cell, any) {
	switch in := in.(type) {
	case Read:
		return cell, Value{int(cell)}
	case Write:
		return Cell(in.Value), Done{}
	case CompareAndSwap:
		if int(cell) != in.Old {
			return cell, Success{false}
		}
		return Cell(in.New), Success{true}
	}
	panic(refusal(model, in))
}

func readsCell(in spec.Body) bool { return in == Read{} }
