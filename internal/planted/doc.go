// Package planted reads rows: changes of the code, each planted on purpose, that something must catch.
//
// A row is a file in a folder testdata/planted: lines "key: value" that say what slips and who must catch it, an
// empty line, and a diff. The diff is applied strictly: the old text of each hunk must stand in its file exactly
// once, wherever that is. If the code has moved on, the row must follow.
//
// Rows are data, so that any test can read all rows of the repository, and one program can hold them all: package
// weave. Start reading at [All] and [Row.Apply].
package planted
