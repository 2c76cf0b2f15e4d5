package tlc

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// NetModule is the module that all protocols share, at the root of the modules.
const NetModule = "Net.tla"

// CheckLayout returns an *input.Error if fsys has no NetModule, or if modules,
// cfgs or a table stand in a folder that belongs to none of the protocols: they
// look like checks and are none. Folders named testdata are left alone, as by
// the go command.
func CheckLayout(fsys fs.FS, protocols []string) error {
	if !input.IsFile(fsys, NetModule) {
		return input.ErrorIn(NetModule, "", "is missing; it must stand beside the folders of the protocols, %s",
			strings.Join(protocols, ", "))
	}
	return fs.WalkDir(fsys, ".", func(file string, e fs.DirEntry, err error) error {
		switch dir := path.Dir(file); {
		case err != nil:
			return input.ErrorIn(file, "", "cannot be read (%s)", input.Reason(err))
		case e.IsDir() && e.Name() == "testdata":
			return fs.SkipDir
		case e.IsDir() || dir == "." || slices.Contains(protocols, dir):
		case strings.HasSuffix(file, ".tla"), strings.HasSuffix(file, ".cfg"), e.Name() == "cases.json":
			return input.ErrorIn(dir, "", "holds %s, but is no protocol's folder (those are %s); remove it, "+
				"or register the protocol", e.Name(), strings.Join(protocols, ", "))
		}
		return nil
	})
}
