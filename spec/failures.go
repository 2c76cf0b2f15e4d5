package spec

import "fmt"

// Failures is a failure model: whether a process that crashes comes up again, and what becomes
// of the copies that are addressed to it. What it sent before its crash stays in the network
// under each of them.
type Failures uint8

// The failure models, named as the constant Failures of tla/Net.tla has them.
const (
	// CrashStop is "stop": a process that has crashed stays down. Copies to it are gone, and
	// none enter.
	CrashStop Failures = iota
	// MessagesWait is "wait": it may recover, with its disk. Copies to it stay, and enter; while
	// it is down they cannot be delivered, and may be lost.
	MessagesWait
	// MessagesVanish is "vanish": it may recover, with its disk. Copies to it are gone with the
	// crash, and none enter while it is down.
	MessagesVanish
)

// String returns the model's name.
func (f Failures) String() string { return [...]string{"stop", "wait", "vanish"}[f] }

// Recovers tells whether a process that is down may come up again.
func (f Failures) Recovers() bool { return f != CrashStop }

// MarshalText returns the model's name.
func (f Failures) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads the name of a model.
func (f *Failures) UnmarshalText(text []byte) error {
	for _, known := range []Failures{CrashStop, MessagesWait, MessagesVanish} {
		if string(text) == known.String() {
			*f = known
			return nil
		}
	}
	return fmt.Errorf("%q, it must be stop, wait or vanish", text)
}
