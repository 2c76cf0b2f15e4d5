package protocoltest

import (
	"fmt"
	"io/fs"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/claims"
	"github.com/scrutineer-go/scrutineer/verify"
)

// Claims demands that what is pinned decides every claim of the protocol's paper as its
// check wants it, and that no registration of a check can be taken away: each time the one
// claim that it decides must turn red, and no other. Computations run once.
func Claims(t *testing.T, p verify.Protocol) {
	t.Helper()
	ClaimsIn(t, p, nil)
}

// ClaimsIn is Claims with the tables of that folder of modules, nil for the protocol's own.
func ClaimsIn(t *testing.T, p verify.Protocol, modules fs.FS) {
	t.Helper()
	pinned, err := verify.Pinned(p, modules)
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range wrongClaims(p, pinned) {
		t.Error(wrong)
	}
}

// wrongClaims says what Claims has to say.
func wrongClaims(p verify.Protocol, pinned claims.Results) (wrong []string) {
	var names []string
	for _, paper := range p.Claims {
		for _, c := range paper.Claims {
			if slices.Contains(names, c.ID) {
				wrong = append(wrong, fmt.Sprintf("two claims are named %s", c.ID))
			}
			names = append(names, c.ID)
		}
		wrong = append(wrong, wrongIn(paper, p.Name, pinned)...)
	}
	return wrong
}

// wrongIn is wrongClaims of one paper.
func wrongIn(paper claims.Paper, protocol string, pinned claims.Results) (wrong []string) {
	paper.Checks = claims.Once(paper.Checks)
	for _, d := range paper.Decide(protocol, pinned).Red() {
		wrong = append(wrong, fmt.Sprintf("%s is red: %s", d.ID, d.Problem))
	}
	if len(wrong) > 0 { // then nothing can turn red
		return wrong
	}
	all := paper.Checks
	for i, check := range all {
		paper.Checks = slices.Delete(slices.Clone(all), i, i+1)
		red := paper.Decide(protocol, pinned).Red()
		if len(red) != 1 || red[0].ID != check.Claim {
			wrong = append(wrong, fmt.Sprintf("without the check of %s red is %v", check.Claim, red))
		}
	}
	return wrong
}
