package paper

import "github.com/scrutineer-go/scrutineer/faults"

// extent is how much is measured.
type extent struct {
	observed  faults.Time // for how long windows are looked at
	hours     faults.Time // for how long requests are counted against the headroom
	intervals int         // the collection intervals of each number of workers
	workers   []int       // the numbers of workers
}
