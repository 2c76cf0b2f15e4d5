package command

import (
	"regexp"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// Of a protocol that -only names, verify runs the cases that are not long.
func TestOnly(t *testing.T) {
	t.Parallel()
	all, err := verify.Prepare(protocols(), verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	named, err := verify.Prepare(protocols(), verify.Options{Only: regexp.MustCompile("^(ctolerant|vote)$")})
	if err != nil || named.Size() == 0 || named.Size() >= all.Size() ||
		named.Long() == 0 || named.Long() > all.Long() {
		t.Errorf("%v, %d cases and %d long ones of %d and %d",
			err, named.Size(), named.Long(), all.Size(), all.Long())
	}
}
