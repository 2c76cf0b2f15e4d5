package scrutineer_test

import (
	"flag"
	"os"
	"testing"
)

// less is how much the tests of this package look at, if nobody says more. The defaults are for protocols that are not
// known to be right; what a test here is about shows in far fewer runs and states.
var less = map[string]string{"scrutineer.n": "1000", "scrutineer.states": "20000", "scrutineer.tries": "200"}

func TestMain(m *testing.M) {
	flag.Parse()
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for name, value := range less {
		if !given[name] {
			if err := flag.Set(name, value); err != nil {
				panic(err)
			}
		}
	}
	os.Exit(m.Run())
}
