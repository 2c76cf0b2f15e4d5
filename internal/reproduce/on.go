package reproduce

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// On says on what numbers were measured that differ on another machine or another day. Each text stands in a line.
type On struct {
	Machine string `json:"machine" input:"required"`
	// Versions are those of the programs that were measured, one at least, such as "go1.26.8".
	Versions []string `json:"versions" input:"required"`
	// Flags are the flags of these programs; "" if they have none.
	Flags string `json:"flags,omitempty"`
	// Date is the last day, such as 2026-11-29.
	Date string `json:"date" input:"required"`
}

// check returns an error that names the field if a text is missing or stands in several lines.
func (o On) check() error {
	texts := map[string]string{"machine": o.Machine, "date": o.Date}
	for i, version := range o.Versions {
		texts[fmt.Sprintf("versions[%d]", i)] = version
	}
	for _, field := range slices.Sorted(maps.Keys(texts)) {
		if text := texts[field]; text == "" || !oneLine(text) {
			return input.Errorf(field, "%q, it must be a line of text", text)
		}
	}
	switch {
	case len(o.Versions) == 0:
		return input.Errorf("versions", "there is none, give one at least")
	case !oneLine(o.Flags):
		return input.Errorf("flags", "%q, they must stand in a line", o.Flags)
	}
	return nil
}

// String returns a sentence.
func (o On) String() string {
	text := fmt.Sprintf("Measured on %s: %s; %s", o.Date, o.Machine, strings.Join(o.Versions, ", "))
	if o.Flags != "" {
		text += "; flags " + o.Flags
	}
	return text + "."
}
