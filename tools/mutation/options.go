package mutation

// Options say what is mutated, and how much.
type Options struct {
	// Root is the module's folder, Dir one for all that is built, Command the command line's package.
	Root, Dir, Command string
	// Patterns are the folders that are mutated, Beside those whose unit tests are run too.
	Patterns, Beside []string
	// First has the checks of a mutant end as soon as one of them kills it: the matrix then says little of columns,
	// and the same of what lives.
	First bool
	// Protocols are those whose corpora, cases and campaigns are run, all where there are none.
	Protocols []string
	// N is how many mutants there are, Seed what draws them.
	N    int
	Seed uint64
	// Before, if there was a run before, has said of mutants that they are noticed: these are not run again.
	Before *Result
	// Tell is told of progress, in calls that do not overlap.
	Tell func(string)
}
