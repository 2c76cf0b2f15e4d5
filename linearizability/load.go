package linearizability

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Load reads a history that somebody else wrote, and says by which model it is to be judged. It
// tells by the content which of these it is:
//
//   - a history of Jepsen's in EDN, operations one after the other or in a vector: of a register
//     (:read, :write, :cas), whose values may have keys ([k v], jepsen.independent), or of a
//     store of texts (:get, :put, :append with :key), as porcupine has them;
//   - a log of Jepsen's with lines of jepsen.util, of a register.
//
// As in Jepsen, :info leaves the outcome open and :fail means that nothing happened. A log's
// :fail of a :cas says that the value was another one, as in porcupine: that is known too, so it
// is a return.
//
// Errors are [input.Error]s and name file, line and field.
func Load(fsys fs.FS, file string) (History, Model, error) {
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, Model{}, &input.Error{File: file, Want: "cannot be read: " + input.Reason(err)}
	}
	h, m, err := parse(data)
	var bad *badLine
	if errors.As(err, &bad) {
		named := *bad.bad
		named.File = fmt.Sprintf("%s:%d", file, bad.line)
		err = &named
	}
	return h, m, err
}

// parse reads a history; its errors are badLines.
func parse(data []byte) (History, Model, error) {
	text := string(data)
	if !utf8.ValidString(text) {
		valid := strings.ToValidUTF8(text, "\x00")
		line := 1 + strings.Count(text[:strings.IndexByte(valid, 0)], "\n")
		return nil, Model{}, atLine(line, "", "the text is not UTF-8, save it as such")
	}
	steps, err := readSteps(strings.TrimPrefix(text, "\ufeff"))
	if err != nil {
		return nil, Model{}, err
	}
	return replay(steps)
}

// readSteps reads what a file holds, whichever kind it is.
func readSteps(text string) ([]step, error) {
	if start := strings.TrimSpace(text); strings.Contains(text, logMark) && !strings.ContainsAny(start[:1], "{[(#;") {
		return readLog(text)
	}
	values, err := readEDN(text, 1)
	if err != nil {
		return nil, err
	}
	var steps []step
	for _, v := range values {
		list, vector := v.of.(ednList)
		if !vector {
			list = ednList{v}
		}
		for _, entry := range list {
			s, err := stepOf(entry)
			if err != nil {
				return nil, err
			}
			steps = append(steps, s)
		}
	}
	return steps, nil
}
