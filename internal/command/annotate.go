package command

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// annotate prints a line for each failure that GitHub shows beside the change, where it runs
// this program.
func annotate(results []verify.Outcome, out io.Writer) {
	if os.Getenv("GITHUB_ACTIONS") != "true" {
		return
	}
	for _, r := range results {
		for _, failure := range r.Failures {
			var fields []string
			if failure.File != "" {
				fields = append(fields, "file="+escapedField.Replace(failure.File))
			}
			fields = append(fields, "title="+escapedField.Replace(r.Protocol+"/"+r.Name))
			fmt.Fprintf(out, "::error %s::%s\n", strings.Join(fields, ","), escaped.Replace(failure.Why))
		}
	}
}

// What may not stand in such a line as it is.
var (
	escaped      = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapedField = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
