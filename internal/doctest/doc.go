// Package doctest runs what the documentation says: every fenced block of every Markdown file.
// The first words behind a fence say what a block is.
//
//	sh            commands, typed in the order in which they stand, in a copy of the repository
//	sh new        the same, and from here on in a new empty folder outside of any repository
//	sh fails      commands of which the last ends with a status that is not 0
//	text          lines that the commands before have printed, in that order; … stands for anything
//	go FILE       a file, written before the commands that follow, as for any language
//	go of FILE    lines of a file of the repository; a line … stands for what is left out
//	diff FILE     lines of a file that go (-) and that come (+); @@ stands for what is left out
//	yaml FILE     a workflow, of which each run: is typed too, with less to do
//	picture       drawn with letters, and nothing more
//
// Documents share one copy of the repository, but for those that change a file of it. Those of modules below
// the main one are typed with the flag -parts alone, which make parts gives.
//
// What cannot be typed here stands in the table unrun, with its reason. Blocks that are indented, or that
// do not say what they are, are refused.
//
// The package has no code outside its tests, and needs only package gowork, the go command, bash and git. It must not
// import what it tests. Start reading at TestDocuments.
package doctest
