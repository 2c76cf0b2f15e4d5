package mutation

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/mut"
	"github.com/scrutineer-go/scrutineer/internal/overlay"
)

// A builder collects the programs that checks need, and builds each of them once, with all mutants in it.
type builder struct {
	module  *Module
	dir     string // of programs, rewritten sources and all else that is made
	command string // the folder of the command line
	tests   map[string]string
}

func (b *builder) program() string { return filepath.Join(b.dir, "command") }

// test is the program with a folder's tests.
func (b *builder) test(folder string) string {
	program := filepath.Join(b.dir, strings.ReplaceAll(folder, "/", "-")+".test")
	b.tests[folder] = program
	return program
}

// overlay writes the files with these mutants, numbered in their order, and the overlay that has the go command
// take them for the real ones.
func (b *builder) overlay(sample []*Site) (string, error) {
	if len(sample) > mut.Most {
		return "", fmt.Errorf("%d mutants are too many, one program has at most %d", len(sample), mut.Most)
	}
	files := map[*source][]numbered{}
	var order []*source
	for n, s := range sample {
		if files[s.of] == nil {
			order = append(order, s.of)
		}
		files[s.of] = append(files[s.of], numbered{s, n})
	}
	sources := overlay.Files{b.locate(mut.File): mut.Holds(len(sample))}
	for _, s := range order {
		sources[b.locate(s.name)] = rewrite(b.module, s, files[s])
	}
	return sources.Write(filepath.Join(b.dir, "sources"))
}

// locate is the path of a file that is named from the module's root.
func (b *builder) locate(name string) string {
	return filepath.Join(b.module.root, filepath.FromSlash(name))
}

// build builds all programs that have been asked for.
func (b *builder) build(ctx context.Context, sample []*Site, tell func(string)) error {
	overlay, err := b.overlay(sample)
	if err != nil {
		return err
	}
	flags := []string{"-overlay", overlay, "-ldflags=-s -w", "-buildvcs=false"}
	tell("building the command line")
	args := slices.Concat([]string{"build"}, flags, []string{"-o", b.program(), "./" + b.command})
	if _, err := command(b.module.root, "go", args...); err != nil {
		return err
	}
	for i, folder := range slices.Sorted(maps.Keys(b.tests)) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		tell(fmt.Sprintf("building tests, %d of %d: %s", i+1, len(b.tests), folder))
		args := slices.Concat([]string{"test", "-c", "-vet=off"}, flags, []string{"-o", b.tests[folder], "./" + folder})
		if _, err := command(b.module.root, "go", args...); err != nil {
			return err
		}
	}
	return nil
}

// refusing writes a program that takes java's place where mutants are run: TLC has said its word of what it is
// asked without a mutant, which is kept; what it would be asked beside that is not its word of these cases.
func (b *builder) refusing() (string, error) {
	java := os.Getenv("JAVA")
	if java == "" && os.Getenv("JAVA_HOME") != "" {
		java = filepath.Join(os.Getenv("JAVA_HOME"), "bin", "java")
	}
	if java == "" {
		java = "java"
	}
	said, err := command(b.dir, "/bin/sh", "-c", `"$1" -version 2>&1`, "sh", java)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(b.dir, "java.version"), said, 0o644); err != nil {
		return "", err
	}
	script := "#!/bin/sh\ncase \" $* \" in *' -version '*) cat \"${0%/*}/java.version\" >&2; exit 0;; esac\n" +
		"echo '" + notAsked + "' >&2\nexit 1\n"
	file := filepath.Join(b.dir, "java")
	return file, os.WriteFile(file, []byte(script), 0o755)
}

// notAsked is what stands in the place of an answer of TLC that is not kept.
const notAsked = "TLC was not asked this before"
