package ctolerant

import "embed"

// corpusFiles holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus
var corpusFiles embed.FS
