package live

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A follower returns each step that has ended once, also if a line comes in two parts, and goes on in the next life.
func TestFollow(t *testing.T) {
	dir := t.TempDir()
	f := Follow(dir, 1)
	defer f.Close()
	next := func(want string) {
		t.Helper()
		steps, err := f.Next()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range steps {
			got = append(got, time.Duration(s.At.UnixNano()).String()+" "+string(s.State))
		}
		if is := strings.Join(got, ", "); is != want {
			t.Errorf("the steps are %q, want %q", is, want)
		}
	}
	writes := func(life int, text string) {
		t.Helper()
		file, err := os.OpenFile(filepath.Join(dir, logName(1, life)), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err == nil {
			_, err = file.WriteString(text)
		}
		if err == nil {
			err = file.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	next("") // there is no log yet
	writes(1, `{"at": 1, "life": {"protocol": "p", "id": 1, "life": 1}}`+"\n")
	next("")
	writes(1, `{"at": 5, "begun": {"kind": "fired", "timer": "T", "now": 4}}`+"\n"+`{"at": 6, "ended": {"sta`)
	next("")
	writes(1, `te": "b25l"}}`+"\n"+`{"at": 7, "begun": {"kind": "fired", "timer": "T", "now": 6}}`+"\n")
	next("5ns one")
	next("")
	writes(1, `{"at": 8, "ended": {"state": "dHdv"}}`+"\n"+`{"at": 9, "beg`)
	writes(2, `{"at": 20, "begun": {"kind": "recovered", "now": 20}}`+"\n")
	writes(2, `{"at": 21, "ended": {"state": "dGhyZWU="}}`+"\n")
	next("7ns two, 20ns three")
	writes(2, "no line\n")
	if _, err := f.Next(); err == nil || !strings.Contains(err.Error(), logName(1, 2)+": is no log of a process") {
		t.Error(err)
	}
}
