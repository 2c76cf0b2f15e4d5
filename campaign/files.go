package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/campaign/diagram"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// The files of a failure, and that of a campaign.
const (
	PlanFile    = "plan.json"
	DrawnFile   = "drawn.json"
	TraceFile   = "trace.ndjson"
	DiagramFile = "diagram.html"
	ResultFile  = "result.json"
)

// ReadPlan reads a plan. Errors are input errors that name the file and the field.
func ReadPlan(file string) (faults.Plan, error) {
	var plan faults.Plan
	text, err := os.ReadFile(file)
	if err != nil {
		return plan, &input.Error{File: file, Want: "cannot be read: " + reason(err)}
	}
	var head struct {
		Version *int `json:"version"`
	}
	if json.Unmarshal(text, &head) == nil && head.Version != nil && *head.Version != faults.PlanVersion {
		return plan, &input.Error{File: file, Field: "version", Want: fmt.Sprintf(
			"%d, this program reads version %d", *head.Version, faults.PlanVersion)}
	}
	return plan, input.In(file, "", input.Decode(text, &plan))
}

func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

// PlanText returns a plan as its file has it: a field a line, and of the lists of
// faults, pins and expectations an element a line.
func PlanText(plan faults.Plan) []byte {
	dec := json.NewDecoder(bytes.NewReader(encode(plan)))
	var text bytes.Buffer
	_, err := dec.Token() // the opening brace
	for separator := "{\n"; err == nil && dec.More(); separator = ",\n" {
		var name json.Token
		var value json.RawMessage
		if name, err = dec.Token(); err == nil {
			err = dec.Decode(&value)
		}
		fmt.Fprintf(&text, "%s  %s: %s", separator, encode(name), elementLines(value))
	}
	if err != nil {
		panic(err) // of our own text
	}
	text.WriteString("\n}\n")
	return text.Bytes()
}

// elementLines breaks a list of objects into lines.
func elementLines(value json.RawMessage) []byte {
	var elements []json.RawMessage
	if !bytes.HasPrefix(value, []byte("[{")) || json.Unmarshal(value, &elements) != nil {
		return value
	}
	return slices.Concat([]byte("[\n    "), bytes.Join(rawBytes(elements), []byte(",\n    ")), []byte("\n  ]"))
}

func rawBytes(list []json.RawMessage) [][]byte {
	out := make([][]byte, len(list))
	for i, element := range list {
		out[i] = element
	}
	return out
}

func indented(v any) []byte {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		panic(err) // of our own types
	}
	return text.Bytes()
}

// Write writes the failure's files into its folder below dir: the small plan, the
// drawn one, the trace and the diagram of the small one.
func (f Failure) Write(dir string) error {
	folder := filepath.Join(dir, f.Dir())
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var page bytes.Buffer
	picture := Diagram(f.Replayed, []string{"replay", "scrutineer replay " + filepath.Join(folder, PlanFile)})
	if err := diagram.Write(&page, picture); err != nil {
		return err
	}
	return errors.Join(
		WriteFile(filepath.Join(folder, PlanFile), PlanText(f.Minimal.Plan)),
		WriteFile(filepath.Join(folder, DrawnFile), PlanText(f.Drawn)),
		WriteFile(filepath.Join(folder, TraceFile), TraceText(f.Replayed.Trace)),
		WriteFile(filepath.Join(folder, DiagramFile), page.Bytes()),
	)
}

// TraceText returns a trace as its file has it, one JSON object a line.
func TraceText(lines []faults.TraceLine) []byte {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	for _, l := range lines {
		if err := enc.Encode(l); err != nil {
			panic(err) // of our own types
		}
	}
	return text.Bytes()
}

// Diagram returns what a diagram of a run shows. facts are further pairs of a name
// and a text.
func Diagram(r Replayed, facts ...[]string) diagram.Diagram {
	d := diagram.Diagram{
		Title: r.Plan.Protocol, Nodes: r.nodes, Lines: r.Trace, Marks: map[int]string{}, Ends: r.Outcome.Ends,
	}
	if r.Plan.Why != "" {
		d.Title += ": " + r.Plan.Why
	}
	for _, v := range r.Outcome.Violations {
		if !r.Outcome.Excused(v) {
			d.Facts = append(d.Facts, [2]string{v.Property + " fails", v.Why})
			if d.Marks[v.Event] == "" {
				d.Marks[v.Event] = v.Property + " fails"
			}
		}
	}
	broken := "none"
	if len(r.Outcome.Broken) > 0 {
		broken = strings.Join(r.Outcome.Broken, ", ")
	}
	d.Facts = append(d.Facts,
		[2]string{"configuration", Text(r.Plan.Config)},
		[2]string{"assumptions broken", broken},
		[2]string{"seed", fmt.Sprint(r.Plan.Seed)},
		[2]string{"digest", r.Outcome.Report.Digest},
	)
	for _, fact := range facts {
		d.Facts = append(d.Facts, [2]string{fact[0], fact[1]})
	}
	return d
}

// WriteFile writes a file whole or not at all.
func WriteFile(file string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".scrutineer-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Save writes the result into the campaign's folder.
func (r *Result) Save(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return WriteFile(filepath.Join(dir, ResultFile), indented(r))
}

// Load reads the result of a campaign that was begun with these options, nil where
// there is none. A folder that holds something else, or another campaign, is an input
// error.
func Load(dir string, p Protocol, o Options) (*Result, error) {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, &input.Error{File: dir, Want: "cannot be read: " + reason(err) + "; name another folder"}
	case len(entries) == 0:
		return nil, nil
	}
	file := filepath.Join(dir, ResultFile)
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, &input.Error{File: dir, Want: "holds files and no " + ResultFile +
			" of a campaign; name an empty folder or a new one"}
	}
	var r Result
	if err := input.In(file, "", input.Decode(text, &r)); err != nil {
		return nil, err
	}
	want := newResult(p, o)
	for _, c := range []struct {
		field string
		same  bool
	}{
		{"version", r.Version == want.Version},
		{"protocol", r.Protocol == want.Protocol},
		{"seed", r.Seed == want.Seed},
		{"fixed", slices.Equal(encode(r.Fixed), encode(want.Fixed))},
		{"refine", r.Refine == want.Refine},
		{"asked", r.Asked == want.Asked},
		{"keep", r.Keep == want.Keep},
		{"tries", r.Tries == want.Tries},
	} {
		if !c.same {
			return nil, &input.Error{File: file, Field: c.field, Want: "is that of another campaign; " +
				"give the same flags, or name another folder"}
		}
	}
	return &r, nil
}

// Text returns a value, such as the state of a process, as JSON on one line.
func Text(state any) string { return string(encode(state)) }
