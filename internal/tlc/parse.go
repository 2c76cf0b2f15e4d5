package tlc

import (
	"fmt"
	"strconv"
	"strings"
)

// maxRange bounds the sets written a..b, so that a mistake cannot eat the memory.
const maxRange = 1 << 20

// Parse reads one TLA+ value in the notation that TLC prints: numbers, strings,
// booleans, model values, {..}, a..b, <<..>>, [f |-> ..] and (k :> .. @@ ..),
// over any number of lines. The error says at which byte the text stopped
// making sense.
func Parse(text string) (Value, error) {
	p := parser{text: text}
	v, err := p.value()
	if err != nil {
		return Value{}, err
	}
	if p.space(); p.pos != len(p.text) {
		return Value{}, p.errorf("text after the value")
	}
	return v, nil
}

// parser is a position in a text; it reads by recursive descent.
type parser struct {
	text string
	pos  int
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("TLA+ value, byte %d: %s", p.pos, fmt.Sprintf(format, args...))
}

func (p *parser) space() {
	for p.pos < len(p.text) && strings.IndexByte(" \n\t\r", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

// take consumes token, after white space, if it is next.
func (p *parser) take(token string) bool {
	p.space()
	if !strings.HasPrefix(p.text[p.pos:], token) {
		return false
	}
	p.pos += len(token)
	return true
}

func (p *parser) value() (Value, error) {
	p.space()
	if p.pos == len(p.text) {
		return Value{}, p.errorf("the text ends where a value should be")
	}
	switch c := p.text[p.pos]; {
	case c == '-' || isDigit(c):
		return p.number()
	case c == '"':
		return p.quoted()
	case p.take("<<"):
		elems, err := p.list(">>")
		return Seq(elems...), err
	case p.take("{"):
		elems, err := p.list("}")
		return Set(elems...), err
	case p.take("["):
		return p.pairs("|->", ",", "]", p.fieldName)
	case p.take("("):
		return p.pairs(":>", "@@", ")", p.value)
	}
	name := p.identifier()
	switch name {
	case "":
		return Value{}, p.errorf("no value starts with %q", p.text[p.pos])
	case "TRUE", "FALSE":
		return Bool(name == "TRUE"), nil
	}
	return Value{shape: model, text: name}, nil
}

// number reads an integer or a range of integers, which is a set.
func (p *parser) number() (Value, error) {
	low, err := p.integer()
	if err != nil {
		return Value{}, err
	}
	if !p.take("..") {
		return Int(low), nil
	}
	high, err := p.integer()
	if err != nil {
		return Value{}, err
	}
	if high < low {
		return Set(), nil
	}
	size := uint(high) - uint(low) // cannot overflow, as high-low can
	if size >= maxRange {
		return Value{}, p.errorf("the range %d..%d is too large", low, high)
	}
	elems := make([]Value, size+1)
	for i := range elems {
		elems[i] = Int(low + i)
	}
	return Set(elems...), nil
}

func (p *parser) integer() (int, error) {
	p.space()
	start := p.pos
	if p.pos < len(p.text) && p.text[p.pos] == '-' {
		p.pos++
	}
	for p.pos < len(p.text) && isDigit(p.text[p.pos]) {
		p.pos++
	}
	n, err := strconv.Atoi(p.text[start:p.pos])
	if err != nil {
		return 0, p.errorf("%q is no number", p.text[start:p.pos])
	}
	return n, nil
}

// quoted reads a string with TLA+'s escapes.
func (p *parser) quoted() (Value, error) {
	var b strings.Builder
	for p.pos++; p.pos < len(p.text); p.pos++ {
		switch c := p.text[p.pos]; c {
		case '"':
			p.pos++
			return Str(b.String()), nil
		case '\\':
			p.pos++
			i := -1
			if p.pos < len(p.text) {
				i = strings.IndexByte(`\"ntrf`, p.text[p.pos])
			}
			if i < 0 {
				return Value{}, p.errorf("unknown escape in a string")
			}
			b.WriteByte("\\\"\n\t\r\f"[i])
		default:
			b.WriteByte(c)
		}
	}
	return Value{}, p.errorf("a string does not end")
}

// list reads elements up to the closing token; the opening one is consumed.
func (p *parser) list(closing string) ([]Value, error) {
	var elems []Value
	for !p.take(closing) {
		if len(elems) > 0 && !p.take(",") {
			return nil, p.errorf("want a comma or %s", closing)
		}
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		elems = append(elems, v)
	}
	return elems, nil
}

// pairs reads a record or a function; the opening token is consumed.
func (p *parser) pairs(arrow, between, closing string, readKey func() (Value, error)) (Value, error) {
	var pairs []Pair
	for {
		key, err := readKey()
		if err != nil {
			return Value{}, err
		}
		if !p.take(arrow) {
			return Value{}, p.errorf("want %s", arrow)
		}
		val, err := p.value()
		if err != nil {
			return Value{}, err
		}
		pairs = append(pairs, Pair{key, val})
		if p.take(closing) {
			break
		}
		if !p.take(between) {
			return Value{}, p.errorf("want %s or %s", between, closing)
		}
	}
	v, err := newFunc(pairs)
	if err != nil {
		return Value{}, p.errorf("%s", err)
	}
	return v, nil
}

func (p *parser) fieldName() (Value, error) {
	p.space()
	name := p.identifier()
	if name == "" {
		return Value{}, p.errorf("want a field's name")
	}
	return Str(name), nil
}

// identifier reads an identifier, or returns "" and stays where it is.
func (p *parser) identifier() string {
	start := p.pos
	for p.pos < len(p.text) && isNameByte(p.text[p.pos]) {
		p.pos++
	}
	return p.text[start:p.pos]
}

// MarshalText returns the canonical text.
func (v Value) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads what Parse reads.
func (v *Value) UnmarshalText(text []byte) (err error) {
	*v, err = Parse(string(text))
	return err
}
