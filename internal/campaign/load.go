package campaign

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/gauge"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
)

// Save writes the result into the campaign's folder.
func (r *Result) Save(to *output.Folder) error {
	whole := *r // empty lists are written as such, as Load wants them
	whole.Traffic = append([]world.Traffic{}, r.Traffic...)
	whole.Ranges = append([]gauge.Range{}, r.Ranges...)
	whole.Failures = append([]FailureSummary{}, r.Failures...)
	return to.Write(ResultFile, indented(whole))
}

// Begin writes the result of a campaign in which nothing has run yet: from then on
// the folder is that campaign's.
func Begin(to *output.Folder, p Harness, o Options) (*Result, error) {
	r := newResult(p, o)
	return r, r.Save(to)
}

// Load reads the result of a campaign that was begun with these options, nil where
// there is none. A folder that holds something else, another campaign, or a result
// that cannot be one, is an input error.
func Load(dir string, p Harness, o Options) (*Result, error) {
	found, err := output.Foreign(dir, nil)
	if err != nil {
		return nil, &input.Error{File: dir, Want: "cannot be read: " + input.Reason(err) + "; name another folder"}
	}
	if found == "" {
		return nil, nil
	}
	file, another := filepath.Join(dir, ResultFile), "; name another folder"
	if Ours(dir) {
		another = "; -restart moves the folder aside, or name another one"
	}
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &input.Error{File: dir, Want: "holds files and no " + ResultFile +
			" of a campaign" + strings.Replace(another, "another folder", "an empty folder or a new one", 1)}
	case err != nil:
		return nil, &input.Error{File: file, Want: "cannot be read: " + input.Reason(err) + another}
	}
	var r Result
	remedy := another
	err = input.Decode(text, &r)
	if err == nil {
		err = r.check(dir)
	}
	if err == nil {
		err = r.sameAs(newResult(p, o))
		remedy = "; give the same flags as before, or -restart, which moves the folder aside, or name another one"
	}
	if err == nil {
		err, remedy = r.by(o.Program), another
	}
	var bad *input.Error
	if errors.As(err, &bad) {
		bad.Want += remedy
	}
	if err != nil {
		return nil, input.In(file, "", err)
	}
	return &r, nil
}

// sameAs tells in which field the result is that of another campaign than the one
// wanted, which is at its beginning.
func (r *Result) sameAs(want *Result) error {
	for _, c := range []struct {
		field     string
		got, want any
	}{
		{"protocol", r.Protocol, want.Protocol},
		{"seed", r.Seed, want.Seed},
		{"fixed", r.Fixed, want.Fixed},
		{"refine", r.Refine, want.Refine},
		{"asked", r.Asked, want.Asked},
		{"keep", r.Keep, want.Keep},
		{"tries", r.Tries, want.Tries},
		{"edges", counting(r.Edges), counting(want.Edges)},
	} {
		if got, want := Text(c.got), Text(c.want); got != want && !(got == "null" && want == "{}") {
			return input.Errorf(c.field, "is %s, that of another campaign than this one with %s", got, want)
		}
	}
	return nil
}

// by reports whether the result is that of this program.
func (r *Result) by(program string) error {
	if r.Program != program {
		return input.Errorf("program", "is %q, and this one, %q, may draw and judge otherwise", r.Program, program)
	}
	return nil
}

// counting reports whether a campaign counts edges.
func counting(e *Edges) string {
	if e == nil {
		return "not counted"
	}
	return "counted"
}

// digestDigits is how many a digest has.
const digestDigits = 2 * sha256.Size

// check tells what cannot be in a result, or what has gone from its folder.
func (r *Result) check(dir string) error {
	if r.Version != ResultVersion {
		return input.Errorf("version", "%d, this program goes on with version %d", r.Version, ResultVersion)
	}
	if r.Run < 0 || r.Run > r.Asked {
		return input.Errorf("run", "%d, it must be 0 to what was asked for, %d", r.Run, r.Asked)
	}
	if r.Causes == nil {
		return input.Errorf("causes", "is missing, the file is damaged")
	}
	kept := 0
	for property, n := range r.Failed {
		if n < 1 {
			return input.Errorf("failed."+property, "%d, it must be 1 or more", n)
		}
		if got, want := causes(r.Causes[property]).examined(), min(n, examined(r.Keep)); got != want {
			return input.Errorf("causes."+property, "has those of %d runs, they must be %d", got, want)
		}
		kept += min(len(r.Causes[property]), r.Keep)
	}
	if r.Hits == nil {
		return input.Errorf("struck", "is missing, the file is damaged")
	}
	for _, counted := range []struct {
		field string
		n     map[string]int
	}{{"failed", r.Failed}, {"broken", r.Broken}, {"faults", r.Faults}, {"seen", r.Seen}} {
		if counted.n == nil {
			return input.Errorf(counted.field, "is missing, the file is damaged")
		}
	}
	switch {
	case r.Outside < 0:
		return input.Errorf("outside", "%d, it must be 0 or more", r.Outside)
	case r.Passed() < 0:
		return input.Errorf("failed", "more runs failed or were outside than the %d that were run", r.Run)
	case r.Run > 0 && len(r.Digest) != digestDigits:
		return input.Errorf("digest", "%q, it must have %d digits", r.Digest, digestDigits)
	case len(r.Failures) != kept:
		return input.Errorf("failures", "has %d entries, it must have %d", len(r.Failures), kept)
	}
	if err := checkRanges(r.Ranges); err != nil {
		return err
	}
	if r.Edges != nil {
		if err := r.Edges.check(r.Run); err != nil {
			return err
		}
	}
	for i, f := range r.Failures {
		field := fmt.Sprintf("failures[%d].dir", i)
		if want := (Failure{Run: f.Run, Violation: Violation{Property: f.Property}}).Dir(); f.Dir != want {
			return input.Errorf(field, "%q, it must be %q", f.Dir, want)
		}
		for _, name := range failureFiles {
			if info, err := os.Stat(filepath.Join(dir, f.Dir, name)); err != nil || !info.Mode().IsRegular() {
				return input.Errorf(field, "%s has no file %s any more", f.Dir, name)
			}
		}
	}
	return nil
}

// Ours reports whether a folder is one of a campaign, whatever may have become of it: it holds a
// result, of whatever version and perhaps cut off, or folders of failures and nothing else.
func Ours(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, ResultFile))
	if err == nil {
		return isResult(text)
	}
	entries, listed := os.ReadDir(dir)
	if !errors.Is(err, fs.ErrNotExist) || listed != nil {
		return false
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && failureDir.MatchString(e.Name()) {
			for _, name := range failureFiles {
				names = append(names, e.Name()+"/"+name)
			}
		}
	}
	foreign, err := output.Foreign(dir, names)
	return err == nil && foreign == "" && len(names) > 0
}

// failureDir is what the names of the folders of failures are like.
var failureDir = regexp.MustCompile(`^\w+-run[0-9]+$`)

// isResult reports whether a text is a result, or the beginning of one.
func isResult(text []byte) bool {
	var head struct {
		Version  *json.Number `json:"version"`
		Protocol *string      `json:"protocol"`
	}
	if json.Unmarshal(text, &head) == nil {
		return head.Version != nil && head.Protocol != nil
	}
	const begins = `{"version":`
	start := strings.Join(strings.Fields(string(text[:min(len(text), 2*len(begins))])), "")
	return !json.Valid(text) && (strings.HasPrefix(start, begins) || strings.HasPrefix(begins, start))
}
