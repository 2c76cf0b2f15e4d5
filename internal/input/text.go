package input

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// encoded tells what is wrong with the text as one in UTF-8.
func encoded(data []byte) error {
	const save = "it must be UTF-8, save it as such"
	head := data[:min(len(data), 4)]
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return &Error{Want: "the file is empty, it must hold a whole JSON value"}
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return &Error{Want: "begins with a byte order mark, it must be UTF-8 without one"}
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")),
		bytes.IndexByte(head, 0) >= 0:
		return &Error{Want: "is UTF-16, " + save}
	case utf8.Valid(data):
		return nil
	}
	for at := 0; ; {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			return &Error{Want: "is not UTF-8 at byte " + strconv.Itoa(at+1) + ", " + save}
		}
		at += size
	}
}

// level is an object or a list that a text is in the middle of.
type level struct {
	list bool
	n    int    // the values so far
	name string // the last name in an object
	key  bool   // a name was read, and its value was not
}

// fieldBefore names the field of a text at which it stops being JSON, "" at its beginning.
func fieldBefore(data []byte) string {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var levels []level
	for {
		token, err := dec.Token()
		if err != nil {
			return pathOf(levels)
		}
		open := token == json.Delim('{') || token == json.Delim('[')
		if last := len(levels) - 1; token == json.Delim('}') || token == json.Delim(']') {
			levels = levels[:last]
			continue
		} else if last >= 0 {
			at := &levels[last]
			if name, ok := token.(string); ok && !at.list && !at.key {
				at.name, at.key = name, true
				continue
			}
			at.key = false
			at.n++
		}
		if open {
			levels = append(levels, level{list: token == json.Delim('[')})
		}
	}
}

// pathOf names the place where a text is in the middle of these.
func pathOf(levels []level) string {
	path := ""
	for i, l := range levels {
		inside := i < len(levels)-1
		switch {
		case l.list && inside:
			path += "[" + strconv.Itoa(l.n-1) + "]"
		case l.list:
			path += "[" + strconv.Itoa(l.n) + "]"
		case l.name != "" && (inside || l.key):
			path += "." + l.name
		}
	}
	if path != "" && path[0] == '.' {
		return path[1:]
	}
	return path
}
