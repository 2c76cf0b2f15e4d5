package rsdp

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

func TestLivesOf(t *testing.T) {
	got := livesOf([]Status{{From: 0}, {From: 1, Life: 1}, {From: 1, Life: 3}, {From: 1, Life: 2}, {From: 2, Life: 1}})
	if diff := cmp.Diff(spec.Sequence[words.Life]{{Of: 1, Life: 3}, {Of: 2, Life: 1}}, got); diff != "" {
		t.Error(diff)
	}
}
