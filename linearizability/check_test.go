package linearizability

import (
	"bytes"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

func stale() History {
	var r Recorder
	r.Call(1, Write{3}, 1)
	r.Return(1, Done{}, 2)
	r.Call(2, Read{}, 3)
	r.Call(1, Write{4}, 3)
	r.Return(2, Value{Nil}, 4)
	return r.History()
}

// A read that comes too late for what it returned is named, and what it could have returned.
func TestReason(t *testing.T) {
	r := Check(Register(), stale(), Budget{})
	const want = "Read by client 2, 3 to 4, returned nil, which no order explains: it could only have returned 3 or 4"
	if r.Verdict != spec.Violated || r.Why != want || r.At == nil || r.At.Client != 2 {
		t.Errorf("%+v", r)
	}
}

func TestPage(t *testing.T) {
	first, err := Page(Register(), stale(), Budget{})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if again, _ := Page(Register(), stale(), Budget{}); !bytes.Equal(first, again) {
			t.Fatal("another page")
		}
	}
	for _, part := range []string{"Write 4 → ?", "Read → nil", "could only have returned 3 or 4"} {
		if !bytes.Contains(first, []byte(part)) {
			t.Errorf("no %q", part)
		}
	}
}
