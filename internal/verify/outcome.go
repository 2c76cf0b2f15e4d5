package verify

import "path/filepath"

// Outcome is the result of one case, property, plan or claim that a command has judged.
type Outcome struct {
	Protocol, Name string
	Seconds        float64
	// Failures say what is wrong. NotRun says why the thing was not judged; it is "" otherwise.
	Failures []Complaint
	NotRun   string
}

// Complaint says why something has failed, and in which file a reader may look, "" for none.
type Complaint struct{ Why, File string }

// InFile returns a Complaint about a file for each reason.
func InFile(file string, whys []string) []Complaint {
	var all []Complaint
	for _, why := range whys {
		all = append(all, Complaint{why, filepath.ToSlash(file)})
	}
	return all
}
