package command

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// annotate prints a line for each failure that GitHub shows beside the change, where it runs
// this program.
func annotate(results []result, out io.Writer) {
	if os.Getenv("GITHUB_ACTIONS") != "true" {
		return
	}
	for _, r := range results {
		for _, failure := range r.failures {
			var fields []string
			if failure.file != "" {
				fields = append(fields, "file="+escapedField.Replace(failure.file))
			}
			fields = append(fields, "title="+escapedField.Replace(r.protocol+"/"+r.name))
			fmt.Fprintf(out, "::error %s::%s\n", strings.Join(fields, ","), escaped.Replace(failure.why))
		}
	}
}

// What may not stand in such a line as it is.
var (
	escaped      = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapedField = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
