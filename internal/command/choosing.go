package command

import (
	"os"
	"regexp"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// What the flags -tla and -only say of themselves, in every command that has them.
const (
	tlaUsage = "read modules and cases from this `folder` instead of those built in"

	onlyUsage = "choose the cases of this `pattern`: a protocol, a case's id or protocol/id,\n" +
		"or a regular expression that matches the whole of one of these"
)

// protocolsIn returns all protocols, with the modules in a folder if one is named. It must hold the protocols' folders
// and no others.
func protocolsIn(dir string) ([]verify.Protocol, error) {
	if dir == "" {
		return protocols(), nil
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, &input.Error{
			File: dir, Field: "-tla", Want: "no such folder, it must hold Net.tla and the protocols' folders",
		}
	}
	fsys := os.DirFS(dir)
	var names []string
	var all []verify.Protocol
	for _, p := range protocols() {
		names, all = append(names, p.Name), append(all, p.FromModules(fsys))
	}
	return all, tlc.CheckLayout(fsys, names)
}

// pattern reads the pattern of -only, nil for none.
func pattern(text string) (*regexp.Regexp, error) {
	if text == "" {
		return nil, nil
	}
	re, err := verify.Pattern(text)
	if err != nil {
		return nil, usageError("-only", "not a regular expression: "+err.Error())
	}
	return re, nil
}
