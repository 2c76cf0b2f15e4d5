package faults

import (
	"fmt"
	"strings"
)

// Shift is by how much a clock is moved: forwards, or backwards where it is negative. In
// files it is a text such as "250ms" or "-1.5s", of whole microseconds.
type Shift Time

// String returns the shift as a file has it.
func (s Shift) String() string { return Time(s).String() }

// MarshalText returns the shift as a file has it.
func (s Shift) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a shift of up to 24h, either way, that is not 0.
func (s *Shift) UnmarshalText(text []byte) error {
	digits, backwards := strings.CutPrefix(string(text), "-")
	var by Time
	if err := by.UnmarshalText([]byte(digits)); err != nil {
		return err
	}
	if by == 0 {
		return fmt.Errorf("%q moves nothing, omit the fault", text)
	}
	if backwards {
		by = -by
	}
	*s = Shift(by)
	return nil
}
