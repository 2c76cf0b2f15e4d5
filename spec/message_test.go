package spec_test

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

type early struct{ N int }

type later struct{ N int }

func (early) Kind() string { return "Early" }
func (later) Kind() string { return "Later" }

func init() { codec.Register(early{}, later{}) }

// Copies stand in one order: by receiver, sender, kind, place and content.
func TestCompareMessages(t *testing.T) {
	sorted := []spec.Message{
		{To: 0, From: 0, Body: early{1}},
		{To: 0, From: 1, Body: early{1}},
		{To: 0, From: 1, Body: early{2}},
		{To: 0, From: 1, Body: early{1}, Place: 1},
		{To: 0, From: 1, Body: early{0}, Place: 2},
		{To: 0, From: 1, Body: later{0}},
		{To: 0, From: 2, Body: early{0}},
		{To: 1, From: 0, Body: early{0}},
	}
	for i, a := range sorted {
		for j, b := range sorted {
			if got, want := spec.CompareMessages(a, b), i-j; got > 0 != (want > 0) || got < 0 != (want < 0) {
				t.Errorf("%v and %v: %d", a, b, got)
			}
		}
	}
	if !slices.IsSortedFunc(sorted, spec.CompareMessages) {
		t.Error("not sorted")
	}
}
