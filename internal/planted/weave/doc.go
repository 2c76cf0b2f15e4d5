// Package weave puts all rows into one program.
//
// The functions that a row changes stand in files of their own beside the real functions. Each real function begins
// by asking package mut for each of its rows whether the row is on, and calls the changed function if it is. So one
// build serves all rows, and compiled packages serve the program and all tests. A row that changes something outside
// of functions, or the parameters of one, needs a build of its own.
//
// Start reading at [Weave].
package weave
