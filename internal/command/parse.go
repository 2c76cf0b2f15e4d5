package command

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// parse reads the flags; a mistake in them is an input error. synopsis is the command
// and what stands between it and its flags.
func parse(synopsis string, args []string, errs io.Writer, define func(*flag.FlagSet)) error {
	name, _, _ := strings.Cut(synopsis, " ")
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	define(set)
	err := set.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(errs, "usage: %s %s [flags]\n%s", programName(), synopsis, about(name))
		set.SetOutput(errs)
		set.PrintDefaults()
		return err
	}
	if err != nil {
		if err := valueError(set, err); err != nil {
			return err
		}
		return usageError("", fmt.Sprintf("%v, %s %s -h lists the flags", err, called(), name))
	}
	if set.NArg() > 0 {
		return usageError("", fmt.Sprintf("%q is too much, it must be %s %s [flags]",
			set.Arg(0), called(), synopsis))
	}
	return nil
}

// takeFileBut takes the file out of the arguments of a command whose flags of these names take a
// value each.
func takeFileBut(args []string, flags ...string) (rest []string, file string) {
	takesValue := func(flag string) bool {
		name := strings.TrimLeft(flag, "-")
		return name != flag && slices.Contains(flags, name)
	}
	for i, arg := range args {
		if !strings.HasPrefix(arg, "-") && (i == 0 || !takesValue(args[i-1])) {
			return append(append([]string{}, args[:i]...), args[i+1:]...), arg
		}
	}
	return args, ""
}
