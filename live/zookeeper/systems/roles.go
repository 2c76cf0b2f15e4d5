package systems

// Role runs this program as a process of a system, and reports whether the arguments name one.
func Role(args []string) (is bool, err error) {
	switch {
	case len(args) == 4 && args[0] == memberRole:
		return true, member(args[1], args[2], args[3])
	case len(args) == 3 && args[0] == clientRole:
		return true, contends(args[1], args[2])
	}
	return false, nil
}
