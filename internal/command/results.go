package command

import "path/filepath"

// result is what came of one thing that a command has judged: a case, a property, a plan.
type result struct {
	protocol, name string
	seconds        float64
	// failures say what is not as it must be; notRun why nothing is known, "" where something is.
	failures []complaint
	notRun   string
}

// complaint says why something has failed, and in which file a reader may look, "" for none.
type complaint struct{ why, file string }

// inFile are failures of one file.
func inFile(file string, whys []string) []complaint {
	var all []complaint
	for _, why := range whys {
		all = append(all, complaint{why, filepath.ToSlash(file)})
	}
	return all
}
