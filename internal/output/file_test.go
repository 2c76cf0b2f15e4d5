package output

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// report is a kind of file whose texts begin with a word.
var report = File{"-json", "report", func(text []byte) bool { return bytes.HasPrefix(text, []byte("report")) }}

// scene is a folder with what commonly stands in the way.
func scene(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"ours": "report 1", "notes": "mine", "full/notes": "mine"} {
		put(t, filepath.Join(dir, name), text)
	}
	for link, target := range map[string]string{"good": "ours", "bad": "notes", "astray": "none", "loop": "loop"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func put(t *testing.T, file, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(file), 0o755)
	if err == nil {
		err = os.WriteFile(file, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// tree is everything below a folder: files with their texts, links, folders.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			var text []byte
			text, err = os.ReadFile(filepath.Join(dir, name))
			found[name] = string(text)
		} else {
			found[name] = e.Type().String()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// readOnly is a folder that may not be written, whoever runs the test.
func readOnly(t *testing.T) string {
	t.Helper()
	if os.Geteuid() == 0 { // who may write wherever a file system can
		if _, err := os.Stat("/proc/self"); err != nil {
			t.Skip("run this as somebody else than root, or mount /proc")
		}
		return "/proc/self"
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	return dir
}

// refused demands one line that says this, of that file, and a folder as it was.
func refused(t *testing.T, err error, file, field, says, dir string, before map[string]string) {
	t.Helper()
	var bad *input.Error
	if !errors.As(err, &bad) || bad.File != file || bad.Field != field || !strings.Contains(bad.Want, says) {
		t.Errorf("%v; want an input error of %s and %q that says %q", err, file, field, says)
	}
	if after := tree(t, dir); !maps.Equal(before, after) {
		t.Errorf("something was written or lost:\n%v\n%v", before, after)
	}
}

// Where a file cannot be written, or is somebody else's, that is said and nothing done.
func TestReserveRefuses(t *testing.T) {
	dir := scene(t)
	for _, c := range []struct{ file, says string }{
		{dir, "is a folder; name a file"},
		{dir + "/new/", "is a folder; name a file"},
		{dir + "/notes", "exists and is no report of scrutineer; name another file or remove this one"},
		{dir + "/astray", "is a link that leads nowhere (no such file or directory); name another file"},
		{dir + "/loop", "is a link that leads nowhere"},
		{dir + "/notes/a", "cannot be written (not a directory); name another file"},
		{dir + "/astray/a", "cannot be written (file exists); name a file in a folder that may be written"},
		{dir + "/a/b/" + strings.Repeat("x", 300), "cannot be written (file name too long); name a file in a folder"},
		{dir + "/a/" + strings.Repeat("x", 300) + "/b", "cannot be written (file name too long); name a file"},
		{os.DevNull, "exists and is no report"},
		{readOnly(t) + "/new", "; name a file in a folder that may be written"},
		{readOnly(t) + "/new/new", "; name a file in a folder that may be written"},
	} {
		before := tree(t, dir)
		_, err := report.Reserve(c.file)
		refused(t, err, c.file, "-json", c.says, dir, before)
	}
	before := tree(t, dir)
	_, err := report.Reserve(dir + "/bad") // the file that it leads to is named
	refused(t, err, dir+"/notes", "-json", "exists and is no report", dir, before)
}

// What is reserved can be written, also a link's target and in folders that are missing.
func TestReserve(t *testing.T) {
	dir := scene(t)
	for file, want := range map[string]string{"a/b/new": "a/b/new", "ours": "ours", "good": "ours"} {
		name, err := report.Reserve(filepath.Join(dir, file))
		if err != nil || name != filepath.Join(dir, want) {
			t.Fatalf("%s: %s, %v; want %s", file, name, err, want)
		}
		if err := Write(name, []byte("report "+file)); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, file)); err != nil || string(text) != "report "+file {
			t.Errorf("%s holds %q, %v", file, text, err)
		}
	}
	if found := tree(t, filepath.Join(dir, "a/b")); len(found) != 2 {
		t.Errorf("something is left: %v", found)
	}
}

// A new file is nothing that is there, and its folder is.
func TestNew(t *testing.T) {
	dir := scene(t)
	before := tree(t, dir)
	for file, says := range map[string]string{
		"/ours": "exists, name a new file", "/full": "exists, name a new file", "/astray": "exists, name a new file",
		"/new/": "is a folder, name a file", "/notes/new": "cannot be written (not a directory), name a file in",
		"/none/new": "cannot be written (no such file or directory), name a file in a folder that is there",
	} {
		refused(t, New("-trace", dir+file), dir+file, "-trace", says, dir, before)
	}
	if err := New("-trace", dir+"/new"); err != nil || !maps.Equal(before, tree(t, dir)) {
		t.Errorf("%v, %v", err, tree(t, dir))
	}
}
