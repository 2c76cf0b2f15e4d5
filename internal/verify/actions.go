package verify

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

var (
	nextBody = regexp.MustCompile(`(?s)\nMCNext\w* ==(.*?)\n\n`)
	extends  = regexp.MustCompile(`(?m)^EXTENDS .*$`)
	mcName   = regexp.MustCompile(`\bMC(\w+)`)
)

// ActionsOf are the names of the actions in a module's MCNext. A module that extends another one with an MCNext, of its
// own folder or of one of the others, may have none, or an MCNextX with further actions. Errors name the file.
func ActionsOf(modules fs.FS, file string, others ...string) (spec.SetOf[string], error) {
	text, err := fs.ReadFile(modules, file)
	if err != nil {
		return nil, &input.Error{File: file, Want: "cannot be read"}
	}
	body := nextBody.FindSubmatch(text)
	extended := extendedBy(modules, text, append([]string{path.Dir(file)}, others...))
	if body == nil && extended == "" {
		return nil, &input.Error{
			File: file, Field: "MCNext", Want: "is missing, it must list the actions and end in an empty line",
		}
	}
	var names spec.SetOf[string]
	if extended != "" {
		if names, err = ActionsOf(modules, extended, others...); err != nil {
			return nil, err
		}
	}
	if body != nil {
		for _, match := range mcName.FindAllSubmatch(body[1], -1) {
			names = names.With(string(match[1]))
		}
	}
	return names.Without("Next"), nil
}

// extendedBy returns the file of the MC module that a module extends, "" if it extends none.
func extendedBy(modules fs.FS, text []byte, folders []string) string {
	for _, name := range mcName.FindAllString(string(extends.Find(text)), -1) {
		for _, folder := range folders {
			if file := path.Join(folder, name+".tla"); input.IsFile(modules, file) {
				return file
			}
		}
	}
	return ""
}

// checkNames holds the names of the actions in the module's MCNext against those of the protocol, which may come
// from the module that is built in: one name for one thing.
func checkNames(modules fs.FS, file string, actions spec.SetOf[string], others ...string) error {
	names, err := ActionsOf(modules, file, others...)
	if err != nil {
		return err
	}
	if extra := names.Minus(actions); len(extra) > 0 {
		return &input.Error{File: file, Field: "MCNext", Want: fmt.Sprintf(
			"%s are no actions of the protocol, one name must serve for one thing", strings.Join(extra, ", "))}
	}
	if absent := actions.Minus(names); len(absent) > 0 {
		return &input.Error{File: file, Field: "MCNext", Want: "lacks the actions " + strings.Join(absent, ", ")}
	}
	return nil
}
