package linearizability

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// The reader of EDN, the notation of Jepsen's histories. It reads values and no more: what a keyword
// means is up to who asks, and tags are passed over. It is our own because errors are to name the
// line, which decoders into Go types do not know, and because it is small.

// ednValue is a value and its line: of is nil, a string, an ednSymbol, an ednList or an ednMap.
type ednValue struct {
	line int
	of   any
}

// ednSymbol is what stands by itself: a keyword with its colon, a number, true.
type ednSymbol string

// ednList is a list, a vector or a set.
type ednList []ednValue

// ednMap has keys and values in turn, as they stand.
type ednMap []ednValue

// ednDepth is how deep values may stand in each other.
const ednDepth = 100

type ednReader struct {
	text string
	line int
}

// badLine is an error that names a line. The file is put before it by [Load].
type badLine struct {
	line int
	bad  *input.Error
}

func (b *badLine) Error() string { return fmt.Sprintf("%d: %s", b.line, b.bad.Error()) }

func atLine(line int, field, format string, args ...any) error {
	return &badLine{line, input.Errorf(field, format, args...)}
}

// readEDN reads all values of a text, whose first line has the given number.
func readEDN(text string, line int) ([]ednValue, error) {
	r := &ednReader{text, line}
	list, err := r.until("", 0)
	return list, err
}

// until reads values up to a closing bracket, or to the end of the text where it is "".
func (r *ednReader) until(bracket string, depth int) (list []ednValue, err error) {
	opened := r.line
	for {
		r.skip()
		switch {
		case r.text == "" && bracket == "":
			return list, nil
		case r.text == "":
			return nil, atLine(opened, "", "what is opened here is closed nowhere, it needs a %s", bracket)
		case bracket != "" && r.text[0] == bracket[0]:
			r.text = r.text[1:]
			return list, nil
		}
		if r.take("#_") { // the next value is left out
			if _, err = r.value(depth + 1); err != nil {
				return nil, err
			}
			continue
		}
		value, err := r.value(depth)
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
}

// skip passes over what says nothing: blanks, commas, comments.
func (r *ednReader) skip() {
	for r.text != "" {
		c, size := utf8.DecodeRuneInString(r.text)
		switch {
		case c == ';':
			if size = strings.IndexByte(r.text, '\n'); size < 0 {
				size = len(r.text)
			}
		case c == '\n':
			r.line++
		case c != ',' && !unicode.IsSpace(c):
			return
		}
		r.text = r.text[size:]
	}
}

func (r *ednReader) take(prefix string) bool {
	rest, ok := strings.CutPrefix(r.text, prefix)
	r.text = rest
	return ok
}

// value reads one value.
func (r *ednReader) value(depth int) (v ednValue, err error) {
	r.skip()
	v.line = r.line
	if depth > ednDepth {
		return v, atLine(r.line, "", "values stand more than %d deep in each other, which no history has", ednDepth)
	}
	var list []ednValue
	switch {
	case r.text == "":
		return v, atLine(r.line, "", "the text ends where a value is wanted")
	case r.take(`"`):
		v.of, err = r.quoted()
	case r.take("["):
		list, err = r.until("]", depth+1)
		v.of = ednList(list)
	case r.take("("):
		list, err = r.until(")", depth+1)
		v.of = ednList(list)
	case r.take("#{"):
		list, err = r.until("}", depth+1)
		v.of = ednList(list)
	case r.take("{"):
		list, err = r.until("}", depth+1)
		if len(list)%2 != 0 {
			err = atLine(v.line, "", "the map has a key without a value, %d entries in all", len(list))
		}
		v.of = ednMap(list)
	case strings.ContainsRune(")]}", rune(r.text[0])):
		return v, atLine(r.line, "", "%s closes what is not open", r.text[:1])
	case r.text[0] == '#':
		r.symbol()
		return r.value(depth + 1)
	default:
		if s := r.symbol(); s != "nil" {
			v.of = s
		}
	}
	return v, err
}

// symbol reads up to what cannot be part of one. The first character is, whatever it is.
func (r *ednReader) symbol() ednSymbol {
	_, first := utf8.DecodeRuneInString(r.text)
	if r.text[0] == '\\' && len(r.text) > 1 { // a character, which may be a bracket
		_, size := utf8.DecodeRuneInString(r.text[1:])
		first += size
	}
	end := strings.IndexFunc(r.text[first:], func(c rune) bool {
		return unicode.IsSpace(c) || strings.ContainsRune(`,;"()[]{}`, c)
	})
	if end < 0 {
		end = len(r.text) - first
	}
	s := r.text[:first+end]
	r.text = r.text[first+end:]
	return ednSymbol(s)
}

// quoted reads a text whose first quote is taken.
func (r *ednReader) quoted() (string, error) {
	const escapes = "\"\"\\\\n\nt\tr\r"
	opened := r.line
	var text strings.Builder
	for i := 0; i < len(r.text); i++ {
		switch c := r.text[i]; c {
		case '"':
			r.text = r.text[i+1:]
			return text.String(), nil
		case '\\':
			i++
			at := -1
			for j := 0; j < len(escapes) && i < len(r.text); j += 2 {
				if escapes[j] == r.text[i] {
					at = j + 1
				}
			}
			if at < 0 {
				return "", atLine(r.line, "", `in a text a \ stands before one of " \ n t r`)
			}
			text.WriteByte(escapes[at])
		case '\n':
			r.line++
			text.WriteByte(c)
		default:
			text.WriteByte(c)
		}
	}
	return "", atLine(opened, "", `the text that begins here has no end, it needs a "`)
}
