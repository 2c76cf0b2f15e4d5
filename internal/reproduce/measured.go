package reproduce

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/output"
)

// Version is the version of the JSON of a Measured.
const Version = 1

// Measured is the table of an experiment, with all that its files say.
type Measured struct {
	Version  int    `json:"version" input:"required"`
	Protocol string `json:"protocol" input:"required"`
	ID       string `json:"id" input:"required"`
	Title    string `json:"title" input:"required"`
	Where    string `json:"where" input:"required"`
	Table
}

// JSON returns the table for other programs.
func (m Measured) JSON() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

// Decode reads the JSON of a table, strictly. Errors name the field.
func Decode(text []byte) (Measured, error) {
	var m Measured
	if err := input.Decode(text, &m); err != nil {
		return m, err
	}
	switch {
	case m.Version != Version:
		return m, input.Errorf("version", "%d, it must be %d", m.Version, Version)
	case !output.IsName(m.ID):
		return m, input.Errorf("id", "%q, it must be %s", m.ID, output.NameRule)
	}
	return m, m.Check()
}
