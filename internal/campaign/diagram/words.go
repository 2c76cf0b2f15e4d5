package diagram

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/diff"
)

// escape makes a text safe between tags and in attributes. What no HTML file may
// hold is shown as a replacement character.
func escape(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\ufffe' || r == '\uffff' {
			return utf8.RuneError
		}
		return r
	}, text))
}

// wrap breaks a text into lines of about so many characters.
func wrap(text string, most int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= most:
			line += " " + word
		default:
			lines, line = append(lines, diff.Abbreviate(line, most)), word
		}
	}
	if line != "" {
		lines = append(lines, diff.Abbreviate(line, most))
	}
	return lines
}

// short writes a time in whole microseconds.
func short(t faults.Time) string { return time.Duration(t).Truncate(time.Microsecond).String() }

// reading is what the clock of the process reads at an event, and whether that is not the
// time; "" where it is at no process.
func reading(l *world.TraceLine) (text string, off bool) {
	switch now, err := time.ParseDuration(l.Now); {
	case l.Node == nil:
		return "", false
	case l.Now == "":
		return short(l.At), false
	case err != nil:
		return l.Now, true
	default:
		return short(faults.Time(now)), true
	}
}

// says writes a message as a label has it, such as "Leader {run 1}".
func says(kind string, body json.RawMessage) string {
	text := plain(body)
	if text == "" || text == "{}" {
		return kind
	}
	return kind + " " + text
}

// plain writes JSON for a reader: fields in their order and without quotes.
func plain(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	text, err := value(dec)
	if err != nil {
		return string(raw)
	}
	return text
}

// value writes the value that a decoder has next.
func value(dec *json.Decoder) (string, error) {
	token, err := dec.Token()
	if err != nil {
		return "", err
	}
	switch token := token.(type) {
	case nil:
		return "none", nil
	case json.Delim:
		return values(dec, token)
	default:
		return fmt.Sprint(token), nil
	}
}

// values writes the rest of an object or an array.
func values(dec *json.Decoder, begin json.Delim) (string, error) {
	var parts []string
	for dec.More() {
		part := ""
		if begin == '{' {
			name, err := dec.Token()
			if err != nil {
				return "", err
			}
			part = fieldName(fmt.Sprint(name)) + " "
		}
		text, err := value(dec)
		if err != nil {
			return "", err
		}
		parts = append(parts, part+text)
	}
	if _, err := dec.Token(); err != nil {
		return "", err
	}
	if begin == '{' {
		return "{" + strings.Join(parts, ", ") + "}", nil
	}
	return "[" + strings.Join(parts, ",") + "]", nil
}

// fieldName writes Run as run, and leaves ID as it is.
func fieldName(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	second, _ := utf8.DecodeRuneInString(name[size:])
	if unicode.IsUpper(second) {
		return name
	}
	return string(unicode.ToLower(first)) + name[size:]
}
