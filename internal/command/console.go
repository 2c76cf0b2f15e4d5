package command

import (
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
)

// usualWidth is how many columns a terminal has that does not say it, and how wide a line may
// be that stays.
const usualWidth = 80

// console is stderr. Where that is a terminal its last line may tell how far a command has got:
// it is taken away before anything else is written, whoever writes it.
type console struct {
	mutex    sync.Mutex
	to       io.Writer
	terminal bool
	shown    bool // there is such a line
}

func newConsole(to io.Writer) *console { return &console{to: to, terminal: isTerminal(to)} }

// Write writes whole lines.
func (c *console) Write(text []byte) (int, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.take()
	return c.to.Write(text)
}

// clear takes the last line away, as before stdout is written, which may be the same terminal.
func (c *console) clear() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.take()
}

func (c *console) take() {
	if c.shown {
		io.WriteString(c.to, lineAnew)
		c.shown = false
	}
}

// show puts a text in the place of the last line. It is shorter than a line: a terminal goes on
// to the next one with the letter that fills it, or with the one after.
func (c *console) show(text string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.take()
	if text != "" {
		io.WriteString(c.to, lineAnew+fitted(text, widthOf(c.to)-1))
		c.shown = true
	}
}

// lineAnew goes to the beginning of a line and takes away what is there.
const lineAnew = "\r\x1b[K"

// lastLine shows a text in the last line of a terminal; "" takes it away.
func lastLine(to io.Writer, text string) {
	if c, ok := to.(*console); ok {
		c.show(text)
		return
	}
	io.WriteString(to, lineAnew+fitted(text, usualWidth-1))
}

// isTerminal reports whether the writer is a terminal that can rewrite a line.
func isTerminal(w io.Writer) bool {
	if c, ok := w.(*console); ok {
		return c.terminal
	}
	file, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	for _, device := range []string{os.DevNull, "/dev/full"} { // devices too, and no terminals
		if other, err := os.Stat(device); err == nil && os.SameFile(info, other) {
			return false
		}
	}
	return true
}

// widthOf is how many columns a terminal has.
func widthOf(w io.Writer) int {
	if file, ok := w.(*os.File); ok {
		if n := columnsOf(file.Fd()); n > 0 {
			return n
		}
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 1 {
		return n
	}
	return usualWidth
}

// fitted cuts the end off a text that is too wide.
func fitted(text string, width int) string {
	letters := []rune(text)
	if len(letters) <= width {
		return text
	}
	return string(letters[:max(width-1, 0)]) + "…"
}

// fittedName cuts the middle out of a name that is too wide: names often begin, or end, alike.
func fittedName(name string, width int) string {
	letters := []rune(name)
	if len(letters) <= width {
		return name
	}
	left := (width - 1) / 2
	return string(letters[:left]) + "…" + string(letters[len(letters)-(width-1-left):])
}

// padded fills a text up with spaces.
func padded(text string, width int) string {
	return text + strings.Repeat(" ", max(width-len([]rune(text)), 0))
}
