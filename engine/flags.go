package engine

import (
	"flag"
	"net"
	"time"
)

// onNATS is the engine of the command line.
type onNATS struct {
	workers, threads, replicas  int
	megabytes                   float64 // of results
	url, listen, name, campaign string
	silence, wait               time.Duration
	quiet                       bool
}

// CampaignFlags defines the flags of campaign.
func (e *onNATS) CampaignFlags(set *flag.FlagSet) {
	set.IntVar(&e.workers, "workers", 0, "run the blocks in `N` processes on this machine, each with -threads "+
		"(default an equal\nshare of the cores)")
	set.StringVar(&e.url, "url", "", "offer the blocks on the NATS server of this `URL`, which needs JetStream, in "+
		"place of one within\nthis program; the environment variable "+tokenVariable+" has its token")
	set.StringVar(&e.listen, "listen", "", "let workers of other machines come to the server within this program, "+
		"on this `address`,\nsuch as 0.0.0.0:4222")
	set.IntVar(&e.replicas, "replicas", 0, "keep `N` copies of the queue on the servers of a cluster (default 3 if it "+
		"has 3 servers, else 1)")
	set.Float64Var(&e.megabytes, "results", 1024, "let the server keep at most `N` megabytes of results that are not "+
		"merged yet")
	set.DurationVar(&e.silence, "silence", 10*time.Second, "give the runs of a worker to another after this "+
		"`duration` without a sign of life")
}

// check returns an error about a flag of campaign that cannot be right.
func (e *onNATS) check() error {
	if e.workers < 0 || e.workers > 1024 {
		return bad("-workers", "%d, it must be 0 to 1024", e.workers)
	}
	if e.replicas < 0 || e.replicas > 5 {
		return bad("-replicas", "%d, it must be 0 to 5", e.replicas)
	}
	if !(0.01 <= e.megabytes && e.megabytes <= 1<<20) {
		return bad("-results", "%v, it must be 0.01 to 1048576", e.megabytes)
	}
	if e.silence < 100*time.Millisecond || e.silence > time.Hour {
		return bad("-silence", "%s, it must be 100ms to 1h", e.silence)
	}
	if e.url != "" && e.listen != "" {
		return bad("-listen", "is for the server within this program, and -url names another one: leave one out")
	}
	if e.listen != "" {
		if _, _, err := net.SplitHostPort(e.listen); err != nil {
			return bad("-listen", "%q, it must be a host and a port such as 0.0.0.0:4222", e.listen)
		}
	}
	return checkURL(e.url)
}
