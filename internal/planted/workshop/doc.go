// Package workshop builds programs with planted rows in them, for tests.
//
// All rows of the repository are woven into one program of the command line, which several processes of go test
// share: the first one builds it in a folder of the cache, under a key of all that goes in, and the others wait. The
// go command's own cache then has the compiled packages, which tests with all rows in them are linked from.
//
// Start reading at [Open].
package workshop
