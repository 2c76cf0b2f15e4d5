package protocoltest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/checkout"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// Claims demands that what is pinned decides every claim of the protocol's papers as its
// check wants it, and that no registration of a check can be taken away: each time the one
// claim that it decides must turn red, and no other. Computations run once.
func Claims(t *testing.T, p verify.Protocol) {
	t.Helper()
	claimsAre(t, p, "")
}

// ClaimsFile is where the claims stand for people, below the root of the repository.
const ClaimsFile = "docs/claims.md"

// WrittenClaims is Claims, and demands that what is decided stands in docs/claims.md.
func WrittenClaims(t *testing.T, p verify.Protocol) {
	t.Helper()
	root, err := checkout.Root()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, ClaimsFile))
	if err != nil {
		t.Fatal(err)
	}
	claimsAre(t, p, string(text))
}

func claimsAre(t *testing.T, p verify.Protocol, file string) {
	t.Helper()
	pinned, err := verify.Pinned(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range wrongClaims(p, pinned, file) {
		t.Error(wrong)
	}
}

// wrongClaims says what Claims has to say. The file must hold the claims, unless it is empty.
func wrongClaims(p verify.Protocol, pinned claims.Results, file string) (wrong []string) {
	var names []string
	for _, paper := range p.Claims {
		for _, c := range paper.Claims {
			if slices.Contains(names, c.ID) {
				wrong = append(wrong, fmt.Sprintf("two claims are named %s", c.ID))
			}
			names = append(names, c.ID)
		}
		wrong = append(wrong, wrongIn(paper, p.Name, pinned, file)...)
	}
	return wrong
}

// wrongIn is wrongClaims of one paper.
func wrongIn(paper claims.Paper, protocol string, pinned claims.Results, file string) (wrong []string) {
	paper.Checks = claims.Once(paper.Checks)
	decided := paper.Decide(protocol, pinned)
	for _, d := range decided.Red() {
		wrong = append(wrong, fmt.Sprintf("%s is red: %s", d.ID, d.Problem))
	}
	if len(wrong) > 0 { // then nothing can turn red
		return wrong
	}
	if file != "" && partOf(file, decided.Heading()) != string(decided.Markdown()) {
		wrong = append(wrong, fmt.Sprintf("%s is not current; type `go run ./cmd/scrutineer claims -write %[1]s` at "+
			"the root of the repository: it has\n%s\nand must have\n%s", ClaimsFile,
			partOf(file, decided.Heading()), decided.Markdown()))
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

// partOf returns the part of a Markdown file that begins with a heading, "" where there is none.
func partOf(file, heading string) string {
	at := strings.Index(file, heading)
	if at < 0 {
		return ""
	}
	if next := strings.Index(file[at+len(heading):], "\n## "); next >= 0 {
		return file[at : at+len(heading)+next]
	}
	return file[at:]
}

// Broken is a computation with a mistake in its subject, and a text of the error that it must return.
type Broken = struct {
	What string
	Run  func() (string, error)
	Want string
}

// ChecksFail demands that each broken computation fails, with its text.
func ChecksFail(t *testing.T, all []Broken) {
	t.Helper()
	for _, broken := range all {
		t.Run(broken.What, func(t *testing.T) {
			found, err := broken.Run()
			if err == nil || !strings.Contains(err.Error(), broken.Want) {
				t.Errorf("%q, %v; want an error with %q", found, err, broken.Want)
			} else if strings.Contains(err.Error(), "%!") {
				t.Errorf("%q says nothing at one point", err)
			}
		})
	}
}
