package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign/diagram"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
)

// The files of a failure, and that of a campaign.
const (
	PlanFile    = "plan.json"
	DrawnFile   = "drawn.json"
	TraceFile   = "trace.ndjson"
	DiagramFile = "diagram.html"
	ResultFile  = "result.json"
)

// failureFiles are those of a failure.
var failureFiles = []string{PlanFile, DrawnFile, TraceFile, DiagramFile}

// ReadPlan reads a plan. Errors are input errors that name the file and the field.
func ReadPlan(file string) (faults.Plan, error) {
	text, err := os.ReadFile(file)
	return parsePlan(file, text, err)
}

// ReplayFile reads the plan in a file and replays it: see [Replay]. find returns the protocol that runs the plan, or
// why nothing may run. Errors in the plan are input errors that name the file and the field.
func ReplayFile(file string, find func(faults.Plan) (Harness, error)) (faults.Plan, []Replayed, error) {
	plan, err := ReadPlan(file)
	if err != nil {
		return plan, nil, err
	}
	p, err := find(plan)
	if err != nil {
		return plan, nil, err
	}
	all, err := Replay(p, plan)
	return plan, all, input.In(file, "", err)
}

// parsePlan parses what was read from a file, or says why it could not be read.
func parsePlan(file string, text []byte, err error) (faults.Plan, error) {
	var plan faults.Plan
	if errors.Is(err, syscall.EISDIR) {
		return plan, &input.Error{File: file, Want: fmt.Sprintf(
			"is a folder, name the file of a plan, such as %s", filepath.Join(file, PlanFile))}
	}
	if err != nil {
		return plan, &input.Error{File: file, Want: "cannot be read: " + input.Reason(err)}
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

// PlanText returns a plan as its file has it: a field a line, and of the lists of
// faults, pins and expectations an element a line.
func PlanText(plan faults.Plan) []byte {
	dec := json.NewDecoder(bytes.NewReader(JSON(plan)))
	var text bytes.Buffer
	_, err := dec.Token() // the opening brace
	for separator := "{\n"; err == nil && dec.More(); separator = ",\n" {
		var name json.Token
		var value json.RawMessage
		if name, err = dec.Token(); err == nil {
			err = dec.Decode(&value)
		}
		fmt.Fprintf(&text, "%s  %s: %s", separator, JSON(name), elementLines(value))
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

// Failing returns a plan that shows a failure as its file has it. It expects nothing, so that
// its replay fails as long as the failure is there, and passes when that is mended: what its faults
// and pins name need not happen then.
func Failing(plan faults.Plan) faults.Plan {
	plan = plan.MayMiss()
	plan.Expect = nil
	return plan
}

// Write writes the failure's files into its folder below this one: the small plan, the
// drawn one, the trace and the diagram of the small one.
func (f Failure) Write(to *output.Folder) error {
	return f.WriteTo(to, f.Dir(), []string{"replay, in this page's folder", "scrutineer replay " + PlanFile})
}

// WriteTo writes them, and what else the judge has of the run, into a folder of that name. replay
// is the fact by which the diagram says how to replay the plan.
func (f Failure) WriteTo(to *output.Folder, dir string, replay []string) error {
	var page bytes.Buffer
	picture := Diagram(f.Replayed, replay)
	for _, beside := range f.Replayed.Pages() {
		picture.Links = append(picture.Links, diagram.Link{Title: beside.Title, Href: beside.Name})
	}
	if err := diagram.Write(&page, picture); err != nil {
		return err
	}
	for _, file := range append(f.Replayed.Pages(),
		Page{Name: PlanFile, Text: PlanText(Failing(f.Minimal.Plan))}, Page{Name: DrawnFile, Text: PlanText(f.Drawn)},
		Page{Name: TraceFile, Text: TraceText(f.Replayed.Trace)}, Page{Name: DiagramFile, Text: page.Bytes()},
	) {
		if err := to.Write(filepath.Join(dir, file.Name), file.Text); err != nil {
			return err
		}
	}
	return nil
}

// TraceText returns a trace as its file has it, one JSON object a line.
func TraceText(lines []world.TraceLine) []byte {
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
		Title: r.Plan.Protocol, Nodes: r.nodes, Lines: r.Trace, Marks: map[int]string{}, Ends: r.ends(),
		Faults: r.recorded.faults(r.Plan, r.nodes), Drawn: r.Plan.Rates.Words(), Changes: r.recorded.changed,
		Says: r.recorded.says, Clocks: r.reads,
	}
	if v, failed := r.Outcome.Failed(); failed {
		d.Title += ": " + v.Property + " fails"
	} else {
		d.Title += ": every property holds"
	}
	if r.Plan.Why != "" {
		d.Facts = append(d.Facts, [2]string{"plan", r.Plan.Why})
	}
	for _, v := range r.Outcome.Violations {
		if !r.Outcome.Excused(v) {
			d.Facts = append(d.Facts, [2]string{v.Property + " fails", v.Why})
			if d.Marks[v.Event] == "" { // the facts name the others
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
