// Package inputtest checks errors of bad input in tests. Nothing but tests imports it.
package inputtest

import (
	"errors"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Want requires err to be an *input.Error of one line with this file and field, whose text contains words.
func Want(t testing.TB, err error, file, field, words string) {
	t.Helper()
	var in *input.Error
	switch {
	case !errors.As(err, &in):
		t.Errorf("got %v, want an input error with %q", err, words)
	case in.File != file || in.Field != field || !strings.Contains(in.Want, words):
		t.Errorf("got file %q, field %q, %q; want %q, %q and %q", in.File, in.Field, in.Want, file, field, words)
	case strings.Contains(err.Error(), "\n"):
		t.Errorf("more than one line: %q", err)
	}
}
