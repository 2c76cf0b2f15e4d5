package output

import (
	"maps"
	"path/filepath"
	"testing"
)

// A file is written anew and over another; where that cannot be, all stays as it is.
func TestWrite(t *testing.T) {
	dir := scene(t)
	for _, text := range []string{"long, at first", "short"} {
		if err := Write(filepath.Join(dir, "new"), []byte(text)); err != nil || tree(t, dir)["new"] != text {
			t.Errorf("%q, %v", tree(t, dir)["new"], err)
		}
	}
	before := tree(t, dir)
	for _, file := range []string{dir + "/full", dir + "/none/new", dir + "/notes/new", readOnly(t) + "/new"} {
		if err := Write(file, []byte("text")); err == nil || !maps.Equal(before, tree(t, dir)) {
			t.Errorf("%s: %v, %v", file, err, tree(t, dir))
		}
	}
}
