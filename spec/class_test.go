package spec

import (
	"strings"
	"testing"
)

type dropLock struct{}

func (dropLock) Kind() string { return "DropLock" }

// An input whose name begins like a loss is none: no budget counts it, and it is fair. But
// who knows actions by name alone would take it for one, so the network refuses it.
func TestAnInputIsNoFault(t *testing.T) {
	a := Action{Name: "DropLock", Msg: Message{From: Environment, Body: dropLock{}}}
	if a.Class() != ClassInput || a.IsFault() || !a.IsFair() {
		t.Errorf("class %d, fault %t, fair %t", a.Class(), a.IsFault(), a.IsFair())
	}
	b := Budget{Lines: []Line{{Name: "loss", Counts: []string{Drop("*")}, Most: 0}}}
	if !b.Allows([]int{0}, a) || b.Spend([]int{0}, a)[0] != 0 {
		t.Error("it is counted as a loss")
	}
	sent := Action{Name: "DropLock", Msg: Message{From: 1, Body: dropLock{}}}
	if b.Allows([]int{0}, sent) || sent.Class() != ClassDrop {
		t.Error("the loss of a Lock is not counted")
	}
	defer func() {
		if breach, _ := recover().(Breach); !strings.Contains(breach.Why, "the input DropLock has a name") {
			t.Errorf("breach %+v", breach)
		}
	}()
	CheckInput(dropLock{})
}

func TestNamesWithTheirFaults(t *testing.T) {
	got := AndCrashIn(Boot, Deliver("Ask")).Union(DropOrDuplicate("Ask"))
	want := NewSet("Boot", "CrashInBoot", "DeliverAsk", "CrashInDeliverAsk", "DropAsk", "DuplicateAsk")
	if !got.Equal(want) {
		t.Errorf("%s, want %s", got, want)
	}
}
