package linearizability

import (
	"fmt"
	"os"
	"testing"

	"github.com/anishathalye/porcupine"

	"github.com/scrutineer-go/scrutineer/spec"
)

// ringing is a linearizable history of n operations of four clients on a register, all of them
// at work all the time.
func ringing(n int) History {
	var r Recorder
	for i := range n {
		client := i % 4
		if i >= 4 {
			if k := i - 4; k%8 < 4 {
				r.Return(client, Done{}, int64(i))
			} else {
				r.Return(client, Value{(k - k%8 + 3) % 7}, int64(i))
			}
		}
		if i%8 < 4 {
			r.Call(client, Write{i % 7}, int64(i))
		} else {
			r.Call(client, Read{}, int64(i))
		}
	}
	return r.History()
}

// bare is a register as one would write it for porcupine alone.
var bare = porcupine.Model{
	Init: func() any { return Nil },
	Step: func(state, in, out any) (bool, any) {
		switch in := in.(type) {
		case Write:
			return true, in.Value
		case Read:
			return out == nil || out == Value{state.(int)}, state
		}
		return false, state
	},
	Hash: func(state any) uint64 { return uint64(state.(int)) },
}

// BenchmarkCheck takes a history through Check, and the same through porcupine alone.
func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		h := ringing(n)
		var ops []porcupine.Operation
		for _, s := range h.spans() {
			ops = append(ops, porcupine.Operation{
				ClientId: s.Client, Input: s.In, Output: s.Out, Call: int64(s.call), Return: int64(min(s.ret, 1<<30)),
			})
		}
		b.Run(fmt.Sprintf("operations=%d/by=check", n), func(b *testing.B) {
			for b.Loop() {
				if r := Check(Register(), h, Budget{}); r.Verdict != spec.Holds {
					b.Fatalf("%+v", r)
				}
			}
		})
		b.Run(fmt.Sprintf("operations=%d/by=porcupine", n), func(b *testing.B) {
			for b.Loop() {
				if !porcupine.CheckOperations(bare, ops) {
					b.Fatal("not linearizable")
				}
			}
		})
	}
}

// BenchmarkLoad reads the largest of porcupine's own histories and judges it.
func BenchmarkLoad(b *testing.B) {
	folder := os.DirFS(porcupineFolder(b))
	for b.Loop() {
		h, m, err := Load(folder, "test_data/kv/c50-ok.txt")
		if err != nil {
			b.Fatal(err)
		}
		if r := Check(m, h, Budget{}); r.Verdict != spec.Holds {
			b.Fatalf("%+v", r)
		}
	}
}

// BenchmarkMonitor takes calls and returns of so many clients, each of which calls when all others
// have.
func BenchmarkMonitor(b *testing.B) {
	m := CASRegister()
	for _, clients := range []int{2, 3, 4} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			for b.Loop() {
				var at Monitor
				for i := range clients {
					at = at.Call(m, i, Write{i})
				}
				for i := range clients {
					at = at.Return(m, i, Done{})
				}
				if at.Violated() != "" {
					b.Fatal(at.Violated())
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*2*clients), "ns/event")
		})
	}
}
