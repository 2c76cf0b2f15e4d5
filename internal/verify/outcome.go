package verify

import "path/filepath"

// Outcome is what came of one thing that a command has judged: a case, a property, a plan, a claim.
type Outcome struct {
	Protocol, Name string
	Seconds        float64
	// Failures say what is not as it must be; NotRun why nothing is known, "" where something is.
	Failures []Complaint
	NotRun   string
}

// Complaint says why something has failed, and in which file a reader may look, "" for none.
type Complaint struct{ Why, File string }

// InFile are failures of one file.
func InFile(file string, whys []string) []Complaint {
	var all []Complaint
	for _, why := range whys {
		all = append(all, Complaint{why, filepath.ToSlash(file)})
	}
	return all
}
