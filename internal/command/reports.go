package command

import (
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"

	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// reports are the files that a command writes for other programs, beside what it prints.
type reports struct {
	json, junit string
	kind        output.File // of the JSON file
}

// junitFile is the kind of file of -junit, one for several commands.
var junitFile = output.File{Flag: "-junit", Kind: "JUnit report", Ours: isJUnit}

// reportVersion is the version of the JSON of commands that have no other.
const reportVersion = 1

// header begins the JSON of such a command, and tells it from what others write.
type header struct {
	Version int    `json:"version"`
	Command string `json:"command"`
}

func headerOf(command string) header { return header{reportVersion, command} }

// jsonOf is the kind of file that a command writes whose JSON begins with a header.
func jsonOf(command string) output.File {
	return output.File{Flag: "-json", Kind: "report of " + command, Ours: func(text []byte) bool {
		var h header
		return json.Unmarshal(text, &h) == nil && h.Version > 0 && h.Command == command
	}}
}

// jsonWith is the kind of file whose JSON has a version and these fields.
func jsonWith(kind string, names ...string) output.File {
	return output.File{Flag: "-json", Kind: kind, Ours: func(text []byte) bool {
		var fields map[string]json.RawMessage
		if json.Unmarshal(text, &fields) != nil {
			return false
		}
		for _, name := range append(names, "version") {
			if value, ok := fields[name]; !ok || string(value) == "null" {
				return false
			}
		}
		return true
	}}
}

// define defines the flags; what tells of the JSON.
func (r *reports) define(set *flag.FlagSet, kind output.File, what string) {
	r.kind = kind
	set.StringVar(&r.json, "json", "", "write "+what+" to this `file` as well, for other programs")
}

// defineJUnit defines the flag of a command that judges.
func (r *reports) defineJUnit(set *flag.FlagSet) {
	set.StringVar(&r.junit, "junit", "", "write what failed and what did not to this `file`, as JUnit does")
}

// reserve makes sure that the files can be written, before anything runs. others are files that
// the command writes too, "" for none.
func (r *reports) reserve(others ...string) error {
	for _, named := range []struct {
		file *string
		kind output.File
	}{{&r.json, r.kind}, {&r.junit, junitFile}} {
		if *named.file == "" {
			continue
		}
		for _, other := range others {
			if other != "" && filepath.Clean(*named.file) == filepath.Clean(other) {
				return usageError(named.kind.Flag, *named.file+" is that of another flag too, name another file")
			}
		}
		others = append(others, *named.file)
		file, err := named.kind.Reserve(*named.file)
		if err != nil {
			return err
		}
		*named.file = file
	}
	return nil
}

// writeJSON writes a value to the file of -json, if there is one.
func (r *reports) writeJSON(value any) error {
	if r.json == "" {
		return nil
	}
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return r.writeText(append(text, '\n'))
}

// writeText writes a text to the file of -json, if there is one.
func (r *reports) writeText(text []byte) error {
	if r.json == "" {
		return nil
	}
	if err := output.Write(r.json, text); err != nil {
		return unwritten("the report: "+r.json, err)
	}
	return nil
}

// copyOf writes what a file of a folder says to the file of -json, if there is one.
func (r *reports) copyOf(dir, name string) error {
	if r.json == "" {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return unwritten("the report: "+r.json, err)
	}
	return r.writeText(text)
}

// conclude writes and prints what came of everything that was judged, for what runs this
// program on every change.
func (r *reports) conclude(results []verify.Outcome, out io.Writer) error {
	annotate(results, out)
	if r.junit == "" {
		return nil
	}
	text, err := junitText(results)
	if err == nil {
		err = output.Write(r.junit, text)
	}
	if err != nil {
		return unwritten("the report: "+r.junit, err)
	}
	return nil
}

// ended joins what came of a command and of its reports.
func (r *reports) ended(outcome error, results []verify.Outcome, out io.Writer) error {
	return errors.Join(outcome, r.conclude(results, out))
}
