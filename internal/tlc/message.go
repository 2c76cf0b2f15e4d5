package tlc

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// With -tool, TLC frames each of its messages:
//
//	@!@!@STARTMSG 2199:0 @!@!@
//	5 states generated, 4 distinct states found, 0 states left on queue.
//	@!@!@ENDMSG 2199 @!@!@
//
// The numbers are the message's code and its severity. The text of an error may
// quote another message with its frame. Lines outside of frames come from the
// parser of modules or from the model's own prints.

// message is one framed message of TLC.
type message struct {
	code     int
	severity int
	body     string // its lines, without the last line end
}

// Severities that TLC gives its messages.
const (
	severityError   = 1
	severityBug     = 2
	severityWarning = 3
)

// Message codes that the package reads; the names follow TLC's own.
const (
	codeStarting        = 2185 // the model is parsed, checking starts
	codeFinished        = 2186
	codeMode            = 2187 // breadth-first search with so many workers
	codeInits           = 2190 // initial states, all of them distinct
	codeInitsDup        = 2191 // initial states, some generated twice
	codeCompleted       = 2193 // "No error has been found"
	codeDepth           = 2194
	codeStats           = 2199
	codeProgress        = 2200
	codeCoverageStart   = 2201
	codeVersion         = 2262
	codeCoverageAction  = 2772
	codeInvariantFirst  = 2107 // an invariant fails in an initial state
	codePropertyFirst   = 2108 // a property without temporal operators fails in an initial state
	codeInvariant       = 2110
	codeActionProperty  = 2112
	codeDeadlock        = 2114
	codeTemporal        = 2116
	codeTraceHead       = 2121
	codeTemporalHead    = 2264
	codeTraceState      = 2217
	codeStuttering      = 2218
	codeBackToState     = 2122
	codeParsingStarts   = 2220
	codeParsingFinished = 2219
	codeParsingFailed   = 3002
	codeAdviseGC        = 2401 // asks for the parallel collector; harmless
)

// frameStart finds a quoted frame that starts within a line.
var frameStart = regexp.MustCompile(`@!@!@STARTMSG [0-9:]+ @!@!@`)

var framePattern = regexp.MustCompile(`^@!@!@(START|END)MSG ([0-9]+)(?::([0-9]+))? @!@!@$`)

// readMessages hands each framed message to onMessage and every line outside of
// frames to onLine, in order. A frame that is cut off is an error.
func readMessages(r io.Reader, onMessage func(message), onLine func(string)) error {
	var open *message
	var body []string
	lines := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := lines.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		line, hasEnd := strings.CutSuffix(line, "\n")
		line = strings.TrimSuffix(line, "\r")
		frame := framePattern.FindStringSubmatch(line)
		switch {
		case frame != nil && frame[1] == "START" && open == nil:
			open, body = newMessage(frame), nil
		case frame != nil && frame[1] == "END" && open != nil && frame[2] == strconv.Itoa(open.code):
			open.body = strings.Join(body, "\n")
			onMessage(*open)
			open = nil
		case frame != nil && open == nil:
			return fmt.Errorf("TLC's output: the frame %q stands where it cannot", line)
		case frame != nil: // part of the text of the open message
		case open != nil && (hasEnd || line != ""):
			body = append(body, frameStart.ReplaceAllString(line, ""))
		case line != "":
			onLine(line)
		}
		if err == nil {
			continue
		}
		if open != nil {
			return fmt.Errorf("TLC's output: message %d is cut off", open.code)
		}
		return nil
	}
}

func newMessage(frame []string) *message {
	code, _ := strconv.Atoi(frame[2])
	severity, _ := strconv.Atoi(frame[3])
	return &message{code: code, severity: severity}
}

// oneLine brings a message into one line of at most some 400 bytes.
func oneLine(text string) string {
	line := strings.Join(strings.Fields(text), " ")
	if len(line) > 400 {
		line = strings.ToValidUTF8(line[:400], "") + "…"
	}
	return line
}
