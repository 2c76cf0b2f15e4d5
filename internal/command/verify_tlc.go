package command

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// runner sets up TLC. The error says why it cannot run.
func runner(o *verify.Options, off, fresh bool) error {
	if off {
		return &tlc.NotRunError{Missing: "-no-tlc was given", Type: "omit it to run TLC"}
	}
	r, err := tlc.Find()
	if err != nil {
		return err
	}
	cache, err := tlc.OpenCache()
	if err == nil { // without a folder for it nothing is kept
		cache.Fresh = cache.Fresh || fresh
		r.Cache = cache
	}
	r.Batch = new(tlc.Batch)
	o.TLC = &r
	return nil
}

// noteJar says of a jar that it is another one than the counts were pinned with.
func noteJar(r *tlc.Runner, errs io.Writer) {
	if r != nil && !r.Jar.Pinned {
		fmt.Fprintf(errs, "note: the counts were pinned with another jar than this one of SHA-256 %s; "+
			"`go test ./internal/tlc -run Probe` decides what it can do\n", r.Jar.SHA256)
	}
}

// noteListens says why other machines reach a port of TLC while it runs.
func noteListens(r *tlc.Runner, errs io.Writer) {
	if r != nil && r.Listens != "" {
		fmt.Fprintf(errs, "note: TLC listens on all interfaces while it runs, and starts anew for each case, "+
			"as its driver is not there: %s; %s\n",
			r.Listens, tlc.ListensRemedy)
	}
}

// tlcName says which TLC has run and for how long, and where it did not need to.
func tlcName(o verify.Options, rows []verify.Row) string {
	if o.TLC == nil {
		return "without TLC"
	}
	cached, cpu := 0, 0.0
	for _, r := range rows {
		cpu += r.TLCCPUSeconds
		if r.TLCCached {
			cached++
		}
	}
	text := fmt.Sprintf("TLC from %s sha256 %s, %.0f s of processor time",
		filepath.Base(o.TLC.Jar.Path), o.TLC.Jar.SHA256[:12], cpu)
	if o.TLC.Driver.Path == "" {
		text += ", each case in a JVM of its own"
	}
	if n := o.TLC.Batch.Again(); n > 0 {
		text += fmt.Sprintf(", %d ran again in a JVM of their own", n)
	}
	if cached > 0 {
		text += fmt.Sprintf(", %d cached (-fresh runs them)", cached)
	}
	return text
}
