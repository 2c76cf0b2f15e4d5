package catch

import (
	"path"
	"regexp"
	"slices"
	"strconv"
)

// How much is asked.
const (
	Runs  = 2_000 // of a campaign that must find something
	Tries = 2_000 // of making its plan small

	unwitnessedRuns = "1000" // how many a campaign must have for a missing witness to be a failure
	refinedTries    = "200"
	refines         = "Refines" // the property that fails if the specification refuses a step
)

// Args returns what the program with the row in it is called with; what it writes goes to a folder. Plans are read
// from the root of the repository.
func (c Catch) Args(root, folder string, out string) []string {
	switch c.Kind {
	case Campaign:
		args := []string{
			"campaign", "-p", c.Protocol, "-n", strconv.Itoa(Runs), "-seed", strconv.FormatUint(c.Seed, 10),
			"-tries", strconv.Itoa(Tries), "-refine=false", "-keep", "1", "-out", out, "-until", c.Property,
		}
		for _, field := range c.Set {
			args = append(args, "-set", field)
		}
		return args
	case Refined:
		return []string{
			"campaign", "-p", c.Protocol, "-n", strconv.Itoa(Runs), "-keep", "1", "-edges=false", "-until", refines,
			"-tries", refinedTries, "-out", out,
		}
	case Unwitnessed:
		return []string{
			"campaign", "-p", c.Protocol, "-n", unwitnessedRuns, "-refine=false", "-keep", "1", "-out", out,
		}
	case Replayed:
		return []string{"replay", path.Join(root, folder, "testdata", "corpus", c.Name+".json")}
	case Case:
		return []string{"verify", "-no-tlc", "-only", regexp.QuoteMeta(c.Protocol + "/" + c.Name)}
	case Explored:
		return slices.Concat([]string{"explore", "-p", c.Protocol, "-out", out}, c.Flags)
	default:
		return slices.Concat([]string{
			"-test.short", "-test.count=1", "-test.timeout=60s", "-test.failfast", "-test.run=^" + c.Name + "$",
		}, c.Flags)
	}
}
