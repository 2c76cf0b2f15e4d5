package verify

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

var (
	nextBody = regexp.MustCompile(`(?s)\nMCNext ==(.*?)\n\n`)
	mcName   = regexp.MustCompile(`\bMC(\w+)`)
)

// ActionsOf are the names of the actions in a module's MCNext. Errors name the file.
func ActionsOf(modules fs.FS, file string) (spec.SetOf[string], error) {
	text, err := fs.ReadFile(modules, file)
	if err != nil {
		return nil, &input.Error{File: file, Want: "cannot be read"}
	}
	body := nextBody.FindSubmatch(text)
	if body == nil {
		return nil, &input.Error{
			File: file, Field: "MCNext", Want: "is missing, it must list the actions and end in an empty line",
		}
	}
	var names []string
	for _, match := range mcName.FindAllSubmatch(body[1], -1) {
		names = append(names, string(match[1]))
	}
	return spec.NewSet(names...), nil
}

// checkNames holds the names of the actions in the module's MCNext against those of the protocol, which may come
// from the module that is built in: one name for one thing.
func checkNames(modules fs.FS, file string, actions spec.SetOf[string]) error {
	names, err := ActionsOf(modules, file)
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
