// Command batched runs every case of TLA+ in a JVM of its own, and then three times in JVMs that run one case after
// another, in orders drawn by a seed: what TLC says must be the same. It is called at the root of the
// repository: make batched.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"sync"

	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/properties"
)

const orders = 3

func main() {
	seed := flag.Uint64("seed", 1, "draws the orders")
	only := flag.String("only", "", "the cases, as verify takes them; all but the long ones without it")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *seed, *only); err != nil {
		fmt.Fprintln(os.Stderr, "batched:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, seed uint64, only string) error {
	var o verify.Options
	if only != "" {
		var err error
		if o.Only, err = verify.Pattern(only); err != nil {
			return err
		}
	}
	plan, err := verify.Prepare(properties.Registered(), o)
	if err != nil {
		return err
	}
	r, err := tlc.Find()
	switch {
	case err != nil:
		return err
	case r.Driver.Path == "":
		return fmt.Errorf("each case has a JVM of its own: %s; %s", r.Listens, tlc.ListensRemedy)
	}
	c := comparison{plan: plan, runner: r, names: plan.Named()}
	c.alone = make([]tlc.Result, len(c.names))
	return c.compare(ctx, seed)
}

// comparison is a choice of cases and what TLC said of each in a JVM of its own.
type comparison struct {
	plan   verify.Plan
	runner tlc.Runner
	names  []string
	alone  []tlc.Result
}

// compare runs all cases alone, and in each order in batches.
func (c *comparison) compare(ctx context.Context, seed uint64) error {
	inOrder := make([]int, len(c.names))
	for n := range inOrder {
		inOrder[n] = n
	}
	cpu, err := c.each(ctx, c.runner, inOrder, func(n int, said tlc.Result) error {
		c.alone[n] = said
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Printf("%d cases, each in a JVM of its own: %.0f s of processor time\n", len(c.names), cpu)
	for order := range uint64(orders) {
		batched := c.runner
		batched.Batch = new(tlc.Batch)
		cpu, err := c.each(ctx, batched, rand.New(rand.NewPCG(seed, order)).Perm(len(c.names)), c.same)
		batched.Batch.Close()
		if err != nil {
			return err
		}
		fmt.Printf("in batches, order %d of seed %d: all said the same, %.0f s of processor time, %d ran again alone\n",
			order+1, seed, cpu, batched.Batch.Again())
	}
	return nil
}

// same demands that a case says in a batch what it said alone.
func (c *comparison) same(n int, said tlc.Result) error {
	if where := c.alone[n].Differs(said); where != "" {
		return fmt.Errorf("%s differs alone and in a batch: %s", c.names[n], where)
	}
	return nil
}

// each runs the cases in an order, as many at a time as there are processors, and tells what TLC said of
// each. It returns the processor time of all, in seconds.
func (c *comparison) each(
	ctx context.Context, r tlc.Runner, order []int, said func(int, tlc.Result) error,
) (cpu float64, err error) {
	var mutex sync.Mutex
	var group sync.WaitGroup
	turns := make(chan int)
	for range runtime.NumCPU() {
		group.Go(func() {
			for n := range turns {
				result, runErr := c.plan.Said(ctx, n, r)
				mutex.Lock()
				if runErr == nil {
					runErr = said(n, result)
				}
				cpu, err = cpu+result.CPU, errors.Join(err, runErr)
				mutex.Unlock()
			}
		})
	}
	for _, n := range order {
		if ctx.Err() == nil {
			turns <- n
		}
	}
	close(turns)
	group.Wait()
	return cpu, errors.Join(err, ctx.Err())
}
