// Package panics finds out where the checked code has panicked, and whether it has ended its goroutine. Start reading
// at [Where] and [Returns].
package panics

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

const (
	module     = "github.com/scrutineer-go/scrutineer"
	mostFrames = 6
)

// Where returns the calls of the checked code that have led to a panic, the innermost first, as in "lock.go:42 in
// (*Node).grant, lock.go:30 in (*Node).Step". It leaves out the calls of the engine and of the runtime, and returns ""
// if there are no others. The deferred function that recovers the panic must call it.
func Where() string {
	pcs := make([]uintptr, 256)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	var list []string
	panicking := false
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch {
		case f.Function == "runtime.gopanic": // the outermost is the first panic, which others have passed on
			panicking, list = true, nil
		case !panicking || strings.HasPrefix(f.Function, "runtime."):
		case !isEngine(f.Function):
			list = append(list, fmt.Sprintf("%s:%d in %s", filepath.Base(f.File), f.Line, short(f.Function)))
		case len(list) > 0: // the engine has called what panics
			more = false
		}
	}
	return strings.Join(list[:min(len(list), mostFrames)], ", ")
}

// isEngine reports whether a function belongs to the packages that run and judge protocols.
func isEngine(function string) bool {
	rest, ours := strings.CutPrefix(function, module)
	if !ours || strings.Contains(rest, "_test.") {
		return false
	}
	for _, room := range []string{".", "/impl.", "/spec.", "/faults", "/checker.", "/linearizability.", "/internal/"} {
		if strings.HasPrefix(rest, room) {
			return true
		}
	}
	return false
}

// short returns the name of a function without its package, and without type arguments.
func short(function string) string {
	name := function[strings.LastIndexByte(function, '/')+1:]
	_, name, _ = strings.Cut(name, ".")
	return strings.ReplaceAll(name, "[...]", "")
}
