package output

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

func hold(t *testing.T, dir string) *Folder {
	t.Helper()
	held, err := Hold(dir, "name another", nil)
	if err != nil {
		t.Fatal(err)
	}
	return held
}

// A folder has one writer at a time. What was made for it goes again where nothing is
// written, and stays where something is.
func TestHold(t *testing.T) {
	root := t.TempDir()
	dir, none := filepath.Join(root, "a/b"), tree(t, root)
	for range 2 {
		held := hold(t, dir)
		before := tree(t, root)
		_, err := Hold(dir, "name another", nil)
		refused(t, err, dir, "", busy+"; name another", root, before)
		held.Release()
		held.Release()
		if after := tree(t, root); !maps.Equal(none, after) {
			t.Errorf("something is left: %v", after)
		}
	}
	held := hold(t, dir)
	if err := held.Write("sub/file", []byte("text")); err != nil {
		t.Fatal(err)
	}
	held.Release()
	want := []string{".", "a", "a/b", "a/b/sub", "a/b/sub/file"}
	if found := tree(t, root); !slices.Equal(slices.Sorted(maps.Keys(found)), want) || found["a/b/sub/file"] != "text" {
		t.Errorf("found %v, want %v", found, want)
	}
}

// A folder that cannot be had is refused, and nothing is written or lost.
func TestHoldRefuses(t *testing.T) {
	dir := scene(t)
	for _, c := range []struct{ dir, says string }{
		{dir + "/notes", "cannot be written to (not a directory); name another"},
		{dir + "/notes/a", "cannot be written to (not a directory); name another"},
		{dir + "/astray", "cannot be written to (file exists); name another"},
		{dir + "/astray/a", "cannot be written to (file exists); name another"},
		{dir + "/a/" + strings.Repeat("x", 300), "cannot be written to (file name too long); name another"},
		{readOnly(t), "cannot be written to ("},
		{readOnly(t) + "/new", "cannot be written to ("},
	} {
		before := tree(t, dir)
		_, err := Hold(c.dir, "name another", nil)
		refused(t, err, c.dir, "", c.says, dir, before)
	}
}

// What the caller sees in the folder decides, before anything is made and once more when
// nobody else can write.
func TestHoldLooks(t *testing.T) {
	root := t.TempDir()
	dir, before, foreign := filepath.Join(root, "a"), tree(t, root), errors.New("foreign")
	for at := 1; at <= 2; at++ {
		looks := 0
		_, err := Hold(dir, "", func() error {
			looks++
			if _, absent := os.Stat(filepath.Join(dir, lockName)); (absent == nil) != (looks == 2) {
				t.Errorf("look %d: the lock: %v", looks, absent)
			}
			if looks == at {
				return foreign
			}
			return nil
		})
		if !errors.Is(err, foreign) || looks != at || !maps.Equal(before, tree(t, root)) {
			t.Errorf("%v after %d looks, %v", err, looks, tree(t, root))
		}
	}
}

// Of many writers each has the folder for itself: none counts on what another has just
// written over.
func TestHoldMany(t *testing.T) {
	const writers, times = 4, 50
	dir := t.TempDir()
	put(t, filepath.Join(dir, "count"), "0")
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			for done := 0; done < times; {
				held, err := Hold(dir, "", nil)
				if err != nil {
					if !strings.Contains(err.Error(), busy) {
						t.Error(err)
						return
					}
					runtime.Gosched()
					continue
				}
				text, err := os.ReadFile(filepath.Join(dir, "count"))
				n, wrong := strconv.Atoi(string(text))
				err = errors.Join(err, wrong, held.Write("count", []byte(strconv.Itoa(n+1))))
				if held.Release(); err != nil {
					t.Error(err)
				}
				done++
			}
		})
	}
	all.Wait()
	if found := tree(t, dir); found["count"] != strconv.Itoa(writers*times) || len(found) != 2 {
		t.Errorf("%v, want a count of %d", found, writers*times)
	}
}

// A folder that is moved aside keeps what is in it, and the one in its place is held.
func TestMoveAside(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "a")
	for n := range 3 {
		put(t, filepath.Join(dir, "n"), strconv.Itoa(n))
		held := hold(t, dir)
		aside, err := held.MoveAside()
		if want := dir + ".old" + strconv.Itoa(n+1); err != nil || aside != want {
			t.Fatalf("%s, %v; want %s", aside, err, want)
		}
		if found := tree(t, aside); len(found) != 2 || found["n"] != strconv.Itoa(n) {
			t.Errorf("%s holds %v", aside, found)
		}
		_, err = Hold(dir, "", nil)
		refused(t, err, dir, "", busy, root, tree(t, root))
		held.Release()
		if _, err := os.Stat(dir); err == nil {
			t.Error("an empty folder is left")
		}
	}
	held := hold(t, dir)
	if err := os.RemoveAll(dir); err != nil { // somebody did
		t.Fatal(err)
	}
	before := tree(t, root)
	aside, err := held.MoveAside()
	refused(t, err, dir, "", "it cannot be moved aside (", root, before)
	if aside != "" {
		t.Errorf("%s was not moved", aside)
	}
}

// What is foreign is found, also below, and never what a killed program was writing.
func TestForeign(t *testing.T) {
	names := []string{"result", "a/plan", "b/plan"}
	for _, c := range []struct{ add, want string }{
		{"result", ""},
		{"a/plan", ""},
		{".scrutineer-1", ""},
		{"a/.scrutineer-1", ""},
		{"notes", "notes"},
		{"a/notes", "a/notes"},
		{"a/plan/notes", "a/plan"},
		{"c/plan", "c"},
		{"c/", "c"},
		{"result/", "result"},
		{"a/.scrutineer-1/", "a/.scrutineer-1"},
	} {
		dir := filepath.Join(t.TempDir(), "x")
		if foreign, err := Foreign(dir, names); foreign != "" || err != nil {
			t.Errorf("no folder: %s, %v", foreign, err)
		}
		put(t, filepath.Join(dir, "b/plan"), "")
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(c.add)), 0o755); err != nil {
			t.Fatal(err)
		}
		if name, folder := strings.CutSuffix(c.add, "/"); !folder {
			put(t, filepath.Join(dir, c.add), "")
		} else if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if c.want != "" {
			c.want = filepath.Join(dir, c.want)
		}
		if foreign, err := Foreign(dir, names); foreign != c.want || err != nil {
			t.Errorf("%s: %q, %v; want %q", c.add, foreign, err, c.want)
		}
	}
	dir := scene(t)
	astray := filepath.Join(dir, "astray")
	if foreign, err := Foreign(dir, []string{"astray", "bad", "full/notes"}); err != nil || foreign != astray {
		t.Errorf("a link: %q, %v", foreign, err)
	}
	if foreign, err := Foreign(filepath.Join(dir, "notes"), nil); err == nil {
		t.Errorf("a file in place of the folder: %q", foreign)
	}
	// A link to the folder is as good as the folder.
	alias := filepath.Join(dir, "alias")
	if err := os.Symlink("full", alias); err != nil {
		t.Fatal(err)
	}
	if foreign, err := Foreign(alias, nil); err != nil || foreign != filepath.Join(alias, "notes") {
		t.Errorf("a link to the folder: %q, %v", foreign, err)
	}
}

// Only what is named goes, with its folders where they are empty then, and what killed
// programs have left.
func TestClear(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{
		"result", "a/plan", "a/.scrutineer-1", "b/plan", "b/notes", ".scrutineer-2", "notes",
	} {
		put(t, filepath.Join(dir, name), "")
	}
	held := hold(t, dir)
	if err := held.Clear([]string{"a/plan", "b/plan", "c/plan"}); err != nil {
		t.Fatal(err)
	}
	if _, err := Hold(dir, "", nil); err == nil {
		t.Error("the lock is gone")
	}
	held.Release()
	want := []string{".", "b", "b/notes", "notes", "result"}
	if found := slices.Sorted(maps.Keys(tree(t, dir))); !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
}
