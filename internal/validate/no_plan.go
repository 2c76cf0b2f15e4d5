package validate

// NoPlanError says why no plan leads the simulator along a run.
type NoPlanError struct{ why string }

// Error says why.
func (e *NoPlanError) Error() string { return "no plan leads the simulator along this run: " + e.why }
