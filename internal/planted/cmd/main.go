// Command cmd draws planted rows, runs each in the one program with all rows and in a build of its own, and demands
// that the same comes of both. It is called at the root of the repository: make rows.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/scrutineer-go/scrutineer/internal/planted"
	"github.com/scrutineer-go/scrutineer/internal/planted/workshop"
)

func main() {
	seed := flag.Uint64("seed", 1, "draws the rows")
	n := flag.Int("n", 20, "how many rows are drawn")
	flag.Parse()
	if err := run(*seed, *n); err != nil {
		fmt.Fprintln(os.Stderr, "rows:", err)
		os.Exit(1)
	}
}

func run(seed uint64, n int) error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "rows-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	one, err := workshop.Open(workshop.Options{Root: root, Cache: filepath.Join(root, "build", "planted"), Dir: dir})
	if err != nil {
		return err
	}
	rows := drawn(one.Rows(), seed, n)
	fmt.Printf("%d of %d rows, drawn by seed %d, in the program with all rows and in builds of their own\n",
		len(rows), len(one.Rows()), seed)
	differ := 0
	for i, row := range rows {
		inOne, err := outcome(one, row, filepath.Join(dir, fmt.Sprint("one-", i)))
		if err != nil {
			return err
		}
		// A program for each row is large: only one is there at a time.
		own := filepath.Join(dir, fmt.Sprint("own-", i))
		if err := os.Mkdir(own, 0o755); err != nil {
			return err
		}
		inOwn, err := outcome(one.Alone(own), row, filepath.Join(own, "out"))
		if err := errors.Join(err, os.RemoveAll(own)); err != nil {
			return err
		}
		said, where := inOne.compare(inOwn)
		if where != "" {
			differ++
		}
		fmt.Printf("%-12s %s: %s\n%s", said, row.File, inOne.first(), where)
	}
	if differ > 0 {
		return fmt.Errorf("%d of %d rows do not give the same in the one program", differ, len(rows))
	}
	return nil
}

// drawn returns n of the rows.
func drawn(rows []planted.Row, seed uint64, n int) (some []planted.Row) {
	for _, i := range rand.New(rand.NewPCG(seed, 0)).Perm(len(rows))[:min(n, len(rows))] {
		some = append(some, rows[i])
	}
	return some
}
