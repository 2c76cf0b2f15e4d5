package words

import "github.com/scrutineer-go/scrutineer/spec"

// Lines are the lines of a budget. None counts a tick.
func Lines() []spec.Line {
	return spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature")
}
