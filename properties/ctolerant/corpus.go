package ctolerant

import (
	"embed"
	"io/fs"
)

//go:embed testdata/corpus
var files embed.FS

// corpusFiles returns the counterexamples that every go test and every verify replays.
func corpusFiles() fs.FS {
	sub, err := fs.Sub(files, "testdata/corpus")
	if err != nil {
		panic(err) // of a name that is written here
	}
	return sub
}
