package tidy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A room is one folder, or a family of them, and what it may import beside the
// standard library and itself.
//
// In a pattern, {p} stands for the name of one protocol, and for the same one
// throughout a row; "..." at the end stands for the folder and all below it;
// "..." alone for all of this module. Third parties go by their import path.
type room struct {
	folder string
	code   []string // what any file may import
	tests  []string // what its _test.go files may import in addition
}

const (
	goCmp     = "github.com/google/go-cmp/..."
	rapid     = "pgregory.net/rapid"
	porcupine = "github.com/anishathalye/porcupine"
	scripts   = "github.com/rogpeppe/go-internal/testscript"
)

// everyTest is what any test file may import in addition.
var everyTest = []string{"internal/...", goCmp, rapid}

// ground, in a row, stands for the rooms of groundRooms.
const ground = "the ground"

// groundRooms are the rooms of internal that know nothing of protocols, faults or judges: any room may stand on them.
var groundRooms = []string{
	"internal/cache", "internal/checkout", "internal/child", "internal/codec", "internal/cputest", "internal/diff",
	"internal/draw", "internal/gauge", "internal/gowork", "internal/input", "internal/loopback", "internal/nightly",
	"internal/output", "internal/overlay", "internal/panics", "internal/parallel", "internal/phrase",
}

// rooms says who may import whom. Spec and implementation of a protocol share
// its words and never its logic: they meet only in properties/{p}.
var rooms = []room{
	{folder: "spec", code: []string{ground}},
	{folder: "spec/coordination", code: []string{ // reducers of RSDP's engine
		"spec", "spec/coordination/words", "spec/rsdp", "spec/rsdp/words",
	}},
	{folder: "spec/coordination/words", code: []string{"spec", "spec/rsdp/words", ground}},
	{folder: "spec/{p}", code: []string{"spec", "spec/{p}/words", ground}},
	{folder: "spec/store/words", code: []string{"spec", "spec/ctolerant/words", ground}},
	{folder: "spec/gathering/words", code: []string{ // of both machines of a process
		"spec", "spec/rsdp/words", "spec/coordination/words", "spec/polling/words", ground,
	}},
	{folder: "spec/succession/words", code: []string{ // of both machines of a process
		"spec", "spec/ctolerant/words", "spec/swim/words", ground,
	}},
	{folder: "spec/watchdog/words", code: []string{ // of both machines of a process
		"spec", "spec/bully/words", "spec/vcube/words", ground,
	}},
	{folder: "spec/{p}/words", code: []string{"spec", ground}},
	{folder: "impl", code: []string{"spec"}},
	{folder: "impl/store", code: []string{ // an election inside, unchanged, and calls of an object
		"impl", "impl/ctolerant", "spec", "spec/store/words", "spec/ctolerant/words", "linearizability",
	}},
	{folder: "impl/coordination", code: []string{ // reducers of RSDP's engine
		"spec", "spec/coordination/words", "spec/rsdp/words", "impl/rsdp",
	}},
	{folder: "impl/pair", code: []string{"impl", "spec", ground}}, // of any two
	{folder: "impl/gathering", code: []string{ // which puts two machines into one process
		"impl", "impl/pair", "impl/rsdp", "impl/coordination", "impl/polling", "spec", "spec/gathering/words",
		"spec/coordination/words", "spec/polling/words",
	}},
	{folder: "impl/succession", code: []string{ // which puts two machines into one process
		"impl", "impl/pair", "impl/swim", "impl/ctolerant", "spec", "spec/succession/words", "spec/ctolerant/words",
		"spec/swim/words",
	}},
	{folder: "impl/watchdog", code: []string{ // which puts two machines into one process
		"impl", "impl/pair", "impl/vcube", "impl/bully", "spec", "spec/watchdog/words", "spec/bully/words",
	}},
	{folder: "impl/{p}", code: []string{"impl", "spec", "spec/{p}/words"}},
	{folder: "impl/vcube/baseline", code: []string{ // other tests, and below them the same election
		"impl", "impl/vcube", "spec", "spec/vcube/words",
	}},
	{folder: "impl/{p}/baseline", code: []string{"impl", "spec", "spec/{p}/words"}},
	{folder: "impl/{p}/pipeline", code: []string{ground}, tests: []string{"properties/protocoltest"}},
	{folder: "faults", code: []string{"spec", ground}, tests: faultsTests},
	{folder: "faults/network", code: []string{"impl", "spec"}, tests: faultsTests},
	{folder: "faults/world", code: []string{
		"faults", "faults/network", "impl", "spec", ground,
	}, tests: faultsTests},
	{folder: "checker", code: []string{"spec", ground}},
	{folder: "linearizability", code: []string{"spec", porcupine, ground}},
	{folder: "tla"},
	{folder: "internal/impltest", code: []string{"impl", "spec", goCmp}},
	{folder: "internal/explore", code: []string{"faults/network", "impl", "spec", ground}, tests: faultsTests},
	{folder: "internal/search", code: []string{"internal/explore", "checker", "spec"}, tests: faultsTests},
	{folder: "internal/enact", code: []string{
		"faults", "faults/network", "faults/world", "internal/explore", "impl", "spec", ground,
	}, tests: faultsTests},
	{folder: "live", code: []string{"impl", "spec", "faults", "faults/network", ground}, tests: faultsTests},
	{folder: "internal/validate", code: []string{ // real runs as simulated ones
		"live", "faults", "faults/network", "faults/world", "internal/campaign", "internal/enact", "spec", ground,
	}, tests: []string{"..."}},
	{folder: "internal/livetest", code: []string{"live", "faults/network", "spec", ground}},
	{folder: "internal/faultstest", code: []string{
		"faults", "faults/network", "faults/world", "internal/explore", "impl", "spec", ground,
	}},
	{folder: "internal/cases", code: []string{ground}},
	{folder: "internal/tlc", code: []string{"internal/cases", "spec", ground}, tests: []string{"tla"}},
	{folder: "internal/batched", code: []string{ // a command over all cases
		"properties", "internal/verify", "internal/cases", "internal/tlc",
	}},
	{folder: "internal/claims", code: []string{ground}},
	{folder: "internal/reproduce", code: []string{ground}},
	{folder: "internal/compare", code: []string{
		"spec", "impl", "faults", "faults/network", "faults/world", "internal/reproduce", ground,
	}, tests: faultsTests},
	{folder: "properties/gossip/paper", code: []string{ // which its paper compares with the elections of its Table 1
		".", "internal/claims", "internal/compare", "internal/reproduce", "properties/gossip", "internal/verify",
		"spec", "spec/gossip/words", "impl",
		"impl/gossip", "impl/gossip/pipeline", "spec/fastbully/words", "impl/fastbully", "spec/bully/words",
		"impl/bully", "spec/ring/words", "impl/ring", "spec/viewchange/words", "impl/viewchange", "faults",
		"faults/...", "internal/campaign", ground,
	}, tests: []string{"..."}},
	{folder: "properties/coordination/paper", code: []string{
		".", "properties/coordination", "impl/rsdp", "internal/claims",
	}, tests: []string{"..."}},
	{folder: "properties/polling/paper", code: []string{ // which asks the paper's reducers in RSDP's engine
		".", "internal/claims", "internal/reproduce", "internal/campaign", "faults",
		"faults/world", "properties/polling", "spec", "spec/polling", "spec/polling/words", "impl",
		"impl/polling", "properties/coordination", "spec/coordination/words", "properties/rsdp", "spec/rsdp",
		"spec/rsdp/words", "impl/rsdp", ground,
	}, tests: []string{"..."}},
	{folder: "properties/ctolerant/paper", code: []string{ // whose elections run on traces of a detector
		".", "internal/claims", "internal/reproduce", "properties/ctolerant", "properties/swim/trace",
		"internal/verify", "spec", "spec/ctolerant", "spec/ctolerant/words", "spec/swim/words", "impl",
		"impl/ctolerant",
		"impl/ctolerant/baseline", "faults", "faults/...", "checker", "internal/campaign", ground,
	}, tests: []string{"..."}},
	{folder: "properties/swim/trace", code: []string{
		"spec", "spec/swim/words", "impl", "impl/swim", "faults", "faults/network", "faults/world",
		"internal/campaign", ground,
	}, tests: []string{"..."}},
	{folder: "properties/{p}/paper", code: []string{
		".", "internal/claims", "internal/compare", "internal/reproduce", "properties/{p}", "internal/verify", "spec",
		"spec/{p}", "spec/{p}/words", "impl",
		"impl/{p}", "impl/{p}/baseline", "impl/{p}/pipeline", "faults", "faults/...", "checker", "internal/campaign",
		ground,
	}, tests: []string{"..."}},
	{folder: "internal/campaign", code: []string{
		"spec", "impl", "faults", "faults/network", "faults/world", "checker", "linearizability",
		"internal/campaign/diagram",
		ground,
	}},
	{folder: "internal/campaign/diagram", code: []string{"spec", "faults", "faults/world", ground}, tests: faultsTests},
	{folder: "internal/campaign/transcript", code: []string{"internal/campaign", "faults", "faults/world", ground}},
	{folder: "internal/halves", code: []string{ // each machine of a process by its own specification
		"spec", "impl", "faults/network", "faults/world", "checker", "internal/campaign",
	}, tests: faultsTests},
	{folder: "internal/verify", code: []string{
		"spec", "impl", "faults", "faults/...", "checker", "linearizability", "tla", "internal/cases", "internal/tlc",
		"internal/halves",
		"internal/explore", "internal/search", "internal/enact", "internal/campaign", "internal/claims",
		"internal/compare", "internal/reproduce", ground,
	}, tests: []string{"..."}},
	{folder: "properties/protocoltest", code: []string{
		"internal/verify", "internal/planted", "internal/planted/...", "spec", "faults", "faults/...",
		"internal/explore", "internal/enact", "internal/campaign", "internal/claims", "internal/reproduce", "tla",
		"internal/cases", "internal/tlc", "internal/campaign/transcript", ground, rapid,
	}},
	{folder: "properties/protocoltest/{p}", code: []string{ // a protocol for tests, whole in one folder
		".", "spec", "impl", "faults", "faults/world", "internal/campaign", "internal/claims",
		"internal/reproduce", "internal/verify",
		ground,
	}, tests: []string{"..."}},
	{folder: "properties/rsdp/rsdptest", code: []string{ // tests of reducers, the house's and anybody's
		".", "properties/rsdp", "internal/campaign", "faults/world", "impl/rsdp", "spec", "spec/rsdp",
		"spec/rsdp/words",
		ground, rapid,
	}, tests: []string{"..."}},
	{folder: "properties", code: []string{"..."}}, // the list of all protocols
	{folder: "properties/monitorall", code: compared, tests: []string{"..."}},
	{folder: "properties/vring", code: compared, tests: []string{"..."}},
	{folder: "properties/coordination", code: []string{ // reducers, which come in as a user's do
		".", "properties/rsdp", "spec", "spec/rsdp", "spec/rsdp/words", "spec/coordination", "spec/coordination/words",
		"impl/rsdp", "impl/coordination", "internal/campaign", "internal/codec", "internal/verify", "faults/world",
		"tla", ground,
	}, tests: []string{"..."}},
	{folder: "properties/gathering", code: []string{ // whose processes hold the engine and a poller
		".", "properties/rsdp", "properties/coordination", "properties/polling", "spec", "spec/gathering/words",
		"spec/rsdp",
		"spec/rsdp/words", "spec/coordination/words", "spec/polling", "spec/polling/words", "impl", "impl/rsdp",
		"impl/gathering", "faults", "internal/campaign", ground,
	}, tests: []string{"..."}},
	{folder: "properties/succession", code: []string{ // whose processes hold SWIM and an election
		".", "properties/swim", "properties/ctolerant", "spec", "spec/succession/words", "spec/swim", "spec/swim/words",
		"spec/ctolerant", "spec/ctolerant/words", "impl", "impl/swim", "impl/ctolerant", "impl/succession", "faults",
		"internal/campaign", ground,
	}, tests: []string{"..."}},
	{folder: "properties/watchdog", code: []string{ // whose processes hold vCube and an election
		".", "properties/vcube", "properties/bully", "spec", "spec/watchdog/words", "spec/vcube", "spec/vcube/words",
		"spec/bully", "spec/bully/words", "impl", "impl/pair", "impl/vcube", "impl/bully", "impl/watchdog", "faults",
		"internal/campaign", ground,
	}, tests: []string{"..."}},
	{folder: "properties/failover", code: []string{".", "properties/rsdp", "impl/rsdp"}, tests: []string{"..."}},
	{folder: "properties/store", code: []string{ // which is composed with an election
		".", "spec", "spec/store/words", "spec/ctolerant/words", "impl/ctolerant", "impl/store", "linearizability",
		"internal/verify",
	}, tests: []string{"..."}},
	{folder: "properties/{p}", code: []string{
		".", "spec", "spec/{p}", "spec/{p}/words", "impl", "impl/{p}", "impl/{p}/baseline",
		"faults", "faults/network", "faults/world",
		"checker", "linearizability", "tla", "internal/cases", "internal/tlc", "internal/campaign", "internal/claims",
		"internal/compare",
		"internal/verify", ground,
	}, tests: []string{"..."}},
	{folder: "internal/command", code: []string{
		"live", "internal/validate",
		"spec", "faults", "faults/...", "checker", "linearizability", "tla", "internal/cases", "internal/tlc",
		"internal/explore", "internal/campaign", "internal/campaign/diagram", "internal/campaign/transcript",
		"internal/claims", "internal/compare", "internal/reproduce", "internal/verify", ground,
	}, tests: []string{"...", scripts}},
	{folder: ".", code: []string{ // the front door
		"internal/command", "internal/halves", "spec", "impl", "faults", "faults/...", "checker", "linearizability",
		"internal/cases",
		"internal/tlc", "internal/explore", "internal/campaign", "internal/campaign/transcript", "internal/claims",
		"internal/compare",
		"internal/reproduce", "internal/verify", ground,
	}, tests: []string{"..."}},
	{folder: "cmd/scrutineer", code: []string{".", "properties"}, tests: []string{"..."}},
	{folder: "internal/diff", code: []string{goCmp}},
	{folder: "internal/planted", code: []string{ground}},
	{folder: "internal/planted/...", code: []string{
		"internal/planted", "internal/planted/...", "internal/mut", ground,
	}},
	{folder: "internal/...", code: []string{ground}},
}

// compared is what protocols import that vCube is compared with, and that its monitor judges.
var compared = []string{".", "properties/vcube", "impl/vcube/baseline"}

// faultsTests is what tests of the folders below faults may import: runs and explorations
// are held against each other there.
var faultsTests = []string{"faults/...", "impl", "spec"}

// match holds a path against a pattern. If p is empty, {p} may stand for any
// name, which match returns; else it stands for p alone.
func match(pattern, path, p string) (string, bool) {
	want, have := strings.Split(pattern, "/"), strings.Split(path, "/")
	for i, w := range want {
		switch {
		case w == "...":
			return p, true
		case i >= len(have):
			return "", false
		case w == "{p}" && p == "":
			p = have[i]
		case w == "{p}" && p == have[i], w == have[i]:
		default:
			return "", false
		}
	}
	return p, len(want) == len(have)
}

// roomOf finds the row for a folder, and the protocol whose room it is.
func roomOf(folder string) (room, string, bool) {
	for _, r := range rooms {
		if p, ok := match(r.folder, folder, ""); ok {
			return r, p, true
		}
	}
	return room{}, "", false
}

// isStandard reports whether an import path is the standard library's.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// testHelper reports whether a folder holds a package for tests, which by custom has
// a name that ends in test, or stands below one that does.
func testHelper(folder string) bool { return strings.Contains(folder+"/", "test/") }

// mayImport says why a file may not import a path, or nothing if it may.
func mayImport(f *file, path string) string {
	r, p, ok := roomOf(f.dir())
	if !ok {
		return "" // checkImports says so once for the file
	}
	below, ours := strings.CutPrefix(path, modulePath+"/")
	if ours {
		path = below
	}
	if path == modulePath {
		path, ours = ".", true
	}
	switch {
	case isStandard(path) && !ours, ours && path == f.dir():
		return ""
	case ours && testHelper(path) && !f.isTest():
		return path + " helps tests: only _test.go files import it"
	}
	may := r.code
	if f.isTest() {
		may = append(append(append([]string{}, may...), everyTest...), r.tests...)
	}
	for _, pattern := range may {
		if pattern == "..." && !ours {
			continue
		}
		// A row without a protocol has no {p} to bind, so "-" never matters.
		if _, ok := match(pattern, path, orDash(p)); ok || pattern == ground && slices.Contains(groundRooms, path) {
			return ""
		}
	}
	if len(may) == 0 {
		may = []string{"nothing else"}
	}
	return fmt.Sprintf("%s may not import %s; beside the standard library it may import %s",
		f.dir(), path, strings.ReplaceAll(strings.Join(may, ", "), "{p}", p))
}

func orDash(p string) string {
	if p == "" {
		return "-"
	}
	return p
}

// checkImports holds a file's imports against the table of rooms.
func checkImports(t *tree, f *file) []finding {
	if f.nested {
		return nil
	}
	if _, _, ok := roomOf(f.dir()); !ok {
		return []finding{{
			file: f.path, line: 1, subject: f.dir(),
			text: "folder " + f.dir() + " is in no row of the table of rooms: add it in imports_test.go",
		}}
	}
	var out []finding
	for _, spec := range f.ast.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			path = spec.Path.Value
		}
		if why := mayImport(f, path); why != "" {
			out = append(out, finding{file: f.path, line: t.line(spec.Pos()), subject: path, text: why})
		}
	}
	return out
}

// ours is a file that imports rooms of this module, and others by their paths.
func ours(paths ...string) string {
	src := "package p\n"
	for _, path := range paths {
		if !isStandard(path) {
			src += fmt.Sprintf("import _ %q\n", path)
			continue
		}
		src += fmt.Sprintf("import _ %q\n", modulePath+"/"+path)
	}
	return src
}

func TestImports(t *testing.T) {
	expect(t, everySource(checkImports), []snippet{
		{"spec and impl meet", "spec/base/a.go", ours("spec", "spec/base/words", "impl/base"), []string{
			"4: spec/base may not import impl/base; beside the standard library " +
				"it may import spec, spec/base/words",
		}},
		{
			"impl and spec meet", "impl/base/a.go", ours("impl", "spec/base/words", "spec/base"),
			[]string{"4: may not import spec/base"},
		},
		{
			"they meet in a test", "impl/base/a_test.go", ours("spec/base"),
			[]string{"2: may not import spec/base"},
		},
		{"a baseline on its rival", "impl/ring/baseline/a.go", ours("impl/ring"), []string{"2: impl/ring"}},
		{"a baseline with its rival's election", "impl/vcube/baseline/a.go", ours("impl/vcube"), nil},
		{
			"another protocol's words", "impl/base/a.go", ours("spec/ring/words"),
			[]string{"2: spec/ring/words"},
		},
		{
			"another protocol", "properties/base/a.go", ours("spec/base", "impl/ring"),
			[]string{"3: impl/ring"},
		},
		{"a protocol in a generic room", "faults/a.go", ours("impl/base"), []string{"2: impl/base"}},
		{"a protocol in a generic test", "checker/a_test.go", ours("spec/base"), []string{"2: spec/base"}},
		{"upwards", "internal/codec/a.go", ours("spec"), []string{"2: may not import spec"}},
		{"internal in impl", "impl/a.go", ours("internal/codec"), []string{"2: internal/codec"}},
		{
			"the root package", "spec/a.go", "package p\nimport _ \"" + modulePath + "\"\n",
			[]string{"2: may not"},
		},
		{"a third party", "spec/a.go", ours("pgregory.net/rapid"), []string{"2: pgregory.net/rapid"}},
		{"porcupine in a test", "properties/base/a_test.go", ours(porcupine), []string{"2: porcupine"}},
		{
			"a helper of tests in code", "cmd/scrutineer/a.go", ours("properties/protocoltest"),
			[]string{"2: properties/protocoltest helps tests"},
		},
		{
			"a protocol for tests in code", "properties/a.go", ours("properties/protocoltest/ring"),
			[]string{"2: properties/protocoltest/ring helps tests"},
		},
		{"unknown folder", "extras/a.go", ours("spec"), []string{"1: in no row"}},
		{"unknown folder in a room", "spec/base/deep/a.go", "package p", []string{"1: in no row"}},
		{"the standard library", "spec/a.go", "package p\nimport _ \"go/ast\"\n", nil},
		{"spec", "spec/base/a.go", ours("spec", "spec/base/words", "internal/codec"), nil},
		{"impl", "impl/base/a.go", ours("impl", "spec", "spec/base/words"), nil},
		{"itself", "impl/base/a_test.go", ours("impl/base"), nil},
		{
			"properties", "properties/base/a.go",
			ours("spec/base", "impl/base", "tla", "internal/cases", "internal/tlc", "internal/verify"),
			nil,
		},
		{
			"tests", "impl/base/a_test.go",
			ours("internal/draw", "pgregory.net/rapid", "github.com/google/go-cmp/cmp"), nil,
		},
		{"tests where all meet", "properties/base/a_test.go", ours("impl/ring", "internal/campaign"), nil},
		{"go-cmp", "internal/diff/a.go", ours("github.com/google/go-cmp/cmp"), nil},
		{"porcupine", "linearizability/a.go", ours(porcupine), nil},
		{"the program", "cmd/scrutineer/a.go", ours("properties", "."), nil},
		{"the program behind the door", "cmd/scrutineer/a.go", ours("internal/command"), []string{
			"2: cmd/scrutineer may not import internal/command",
		}},
	})
}
