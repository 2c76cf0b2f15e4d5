package tidy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const fileBytesMax = 512 << 10

// programs are how files begin that some machine runs as they are.
var programs = map[string]string{
	"an ELF program":      "\x7fELF",
	"a Mach-O program":    "\xcf\xfa\xed\xfe",
	"a universal program": "\xca\xfe\xba\xbe",
	"a Windows program":   "MZ",
}

// A blob is what the rule for all files reads of one: text or not.
type blob struct {
	path       string
	size       int64
	executable bool
	head       []byte // the first bytes
}

// checkBlobs finds what is built or too large for a repository.
func checkBlobs(t *tree) []finding {
	var out []finding
	for _, b := range t.blobs {
		if text := wrongBlob(b); text != "" {
			out = append(out, finding{file: b.path, line: 1, subject: b.path, size: int(b.size), text: text})
		}
	}
	return out
}

func wrongBlob(b blob) string {
	for what, magic := range programs {
		if bytes.HasPrefix(b.head, []byte(magic)) {
			return what + ": take it out of git, and have a target of the Makefile build it below build"
		}
	}
	switch {
	case b.executable && !bytes.HasPrefix(b.head, []byte("#!")):
		return "executable and no script: chmod -x, or begin it with #! and its interpreter"
	case b.size > fileBytesMax:
		return fmt.Sprintf("the file has %d KiB: at most %d, larger ones are made by what needs them",
			(b.size+1023)>>10, fileBytesMax>>10)
	}
	return ""
}

// readBlobs looks at the files that git tracks; in a tree without git, at those that are there.
func readBlobs(root string, there []string) ([]blob, error) {
	if list, err := exec.Command("git", "-C", root, "ls-files", "-z").Output(); err == nil && isCheckout(root) {
		there = strings.FieldsFunc(string(list), func(r rune) bool { return r == 0 })
	}
	var blobs []blob
	for _, name := range there {
		b, err := readBlob(root, name)
		switch {
		case errors.Is(err, os.ErrNotExist): // deleted, and git has not been told yet
		case err != nil:
			return nil, err
		case b.path != "":
			blobs = append(blobs, b)
		}
	}
	return blobs, nil
}

// isCheckout tells whether the root is a working tree of git's, and not a folder inside one.
// Looking at the index tells the go command that the test depends on it.
func isCheckout(root string) bool {
	os.Stat(filepath.Join(root, ".git", "index"))
	_, err := os.Stat(filepath.Join(root, ".git"))
	return err == nil
}

func readBlob(root, name string) (blob, error) {
	file, err := os.Open(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		return blob{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return blob{}, err
	}
	head, err := io.ReadAll(io.LimitReader(file, 8))
	return blob{name, info.Size(), info.Mode()&0o111 != 0, head}, err
}

func TestBlobs(t *testing.T) {
	for _, c := range []struct {
		what string
		blob
		want []string
	}{
		{"a program", blob{"a", 9, true, []byte("\x7fELF\x02")}, []string{"1: an ELF program"}},
		{"a program that may not run", blob{"a", 9, false, []byte("\xcf\xfa\xed\xfe")}, []string{"1: a Mach-O"}},
		{"for two machines", blob{"a", 9, false, []byte("\xca\xfe\xba\xbe\x00")}, []string{"1: a universal"}},
		{"for Windows", blob{"a.exe", 9, false, []byte("MZ\x90")}, []string{"1: a Windows"}},
		{"text", blob{"a.md", 9, true, []byte("# Title")}, []string{"1: executable and no script"}},
		{"empty", blob{"a", 0, true, nil}, []string{"1: executable and no script"}},
		{"large", blob{"a.json", 512<<10 + 1, false, []byte("{")}, []string{"1: has 513 KiB: at most 512"}},
		{"a large script", blob{"a.sh", 1 << 20, true, []byte("#!/bin/sh")}, []string{"1: has 1024 KiB"}},
		{"a script", blob{".ci/run", 9, true, []byte("#!/usr/")}, nil},
		{"as large as may be", blob{"a.json", 512 << 10, false, []byte("{")}, nil},
		{"a text about magic", blob{"a.md", 9, false, []byte("ELF")}, nil},
	} {
		t.Run(c.what, func(t *testing.T) { compare(t, c.path, checkBlobs(&tree{blobs: []blob{c.blob}}), c.want) })
	}
}

// Git says which files are looked at; without it, all that are there.
func TestReadBlobs(t *testing.T) {
	root := t.TempDir()
	for name, mode := range map[string]os.FileMode{"tracked": 0o755, "stray": 0o644} {
		if err := os.WriteFile(filepath.Join(root, name), []byte("#!/bin/sh\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	names := func() (out string) {
		blobs, err := readBlobs(root, []string{"tracked", "stray"})
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range blobs {
			out += fmt.Sprintf("%s %d %t %s\n", b.path, b.size, b.executable, b.head)
		}
		return out
	}
	const tracked, stray = "tracked 10 true #!/bin/s\n", "stray 10 false #!/bin/s\n"
	if got := names(); got != tracked+stray {
		t.Errorf("an exported tree: %q", got)
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git in PATH: install it")
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "tracked"}} {
		if out, err := exec.Command("git", append([]string{"-C", root}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	if got := names(); got != tracked {
		t.Errorf("a checkout: %q", got)
	}
	if err := os.Remove(filepath.Join(root, "tracked")); err != nil {
		t.Fatal(err)
	}
	if got := names(); got != "" {
		t.Errorf("a file that is gone: %q", got)
	}
}
