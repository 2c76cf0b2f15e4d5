package tlc

import "strings"

// Cfg is what a configuration file of TLC says.
type Cfg struct {
	File          string
	Specification string
	Init, Next    string

	// Constants maps a name to the text after "=", or to "<- Def" where the
	// module defines the value, with single spaces between the tokens.
	Constants map[string]string

	Invariants        []string
	Properties        []string
	Constraints       []string
	ActionConstraints []string
	Symmetry, View    string
	CheckDeadlock     string // TRUE, FALSE, or "" where the file does not say
}

// section is one keyword of a cfg and where its names go: to one field, which
// may be set once, or to a list.
type section struct {
	keyword string
	one     *string
	list    *[]string
}

// sections lists the keywords that a cfg may use. TYPE and TYPE_CONSTRAINT do
// nothing in TLC, and ALIAS and POSTCONDITION are unknown to the pinned jar.
func (c *Cfg) sections() []section {
	return []section{
		{"SPECIFICATION", &c.Specification, nil},
		{"INIT", &c.Init, nil},
		{"NEXT", &c.Next, nil},
		{"CONSTANT", nil, nil},
		{"CONSTANTS", nil, nil},
		{"INVARIANT", nil, &c.Invariants},
		{"INVARIANTS", nil, &c.Invariants},
		{"PROPERTY", nil, &c.Properties},
		{"PROPERTIES", nil, &c.Properties},
		{"CONSTRAINT", nil, &c.Constraints},
		{"CONSTRAINTS", nil, &c.Constraints},
		{"ACTION_CONSTRAINT", nil, &c.ActionConstraints},
		{"ACTION_CONSTRAINTS", nil, &c.ActionConstraints},
		{"SYMMETRY", &c.Symmetry, nil},
		{"VIEW", &c.View, nil},
		{"CHECK_DEADLOCK", &c.CheckDeadlock, nil},
	}
}

// ParseCfg reads the text of a configuration. Errors are *InputError with the
// section as the field; a section without content is one of them, because TLC
// takes an INVARIANT followed by nothing for "nothing to check".
func ParseCfg(file string, text []byte) (Cfg, error) {
	c := Cfg{File: file, Constants: map[string]string{}}
	tokens, err := cfgTokens(file, string(text))
	if err != nil {
		return Cfg{}, err
	}
	for len(tokens) > 0 {
		keyword := tokens[0]
		s, known := c.section(keyword)
		if !known {
			return Cfg{}, inputf(file, keyword, "is no section; want SPECIFICATION, CONSTANT, INVARIANT, PROPERTY, "+
				"CHECK_DEADLOCK, INIT, NEXT, CONSTRAINT, ACTION_CONSTRAINT, SYMMETRY or VIEW")
		}
		end := 1
		for end < len(tokens) && !c.isKeyword(tokens[end]) {
			end++
		}
		if err := c.fill(s, tokens[1:end]); err != nil {
			return Cfg{}, err
		}
		tokens = tokens[end:]
	}
	return c, nil
}

func (c *Cfg) section(keyword string) (section, bool) {
	for _, s := range c.sections() {
		if s.keyword == keyword {
			return s, true
		}
	}
	return section{}, false
}

// isKeyword says whether word opens a section; TLC reserves these words too.
func (c *Cfg) isKeyword(word string) bool {
	_, known := c.section(word)
	return known
}

func (c *Cfg) fill(s section, body []string) error {
	if len(body) == 0 {
		return inputf(c.File, s.keyword, "is empty; list at least one name or remove the section")
	}
	if s.one == nil && s.list == nil {
		return c.fillConstants(body)
	}
	for _, name := range body {
		if !isName(name) {
			return inputf(c.File, s.keyword, "%q is no name; want names separated by spaces", name)
		}
	}
	if s.list != nil {
		*s.list = append(*s.list, body...)
		return nil
	}
	if len(body) != 1 || *s.one != "" {
		return inputf(c.File, s.keyword, "has several values (%s); want one", strings.Join(body, " "))
	}
	*s.one = body[0]
	return nil
}

// fillConstants reads "name = value" and "name <- Def", any number of them.
func (c *Cfg) fillConstants(body []string) error {
	for len(body) > 0 {
		if len(body) < 3 || !isName(body[0]) || body[1] != "=" && body[1] != "<-" {
			return inputf(c.File, "CONSTANT", "%q is no constant; want name = value or name <- Definition",
				strings.Join(body[:min(3, len(body))], " "))
		}
		name, arrow, size := body[0], body[1], valueSize(body[2:])
		value := strings.Join(body[2:2+size], " ")
		if size == 0 {
			return inputf(c.File, "CONSTANT", "the value of %s does not end; close its braces", name)
		}
		if _, twice := c.Constants[name]; twice {
			return inputf(c.File, "CONSTANT", "%s is given twice; keep one", name)
		}
		if arrow == "<-" {
			value = "<- " + value
		}
		c.Constants[name] = value
		body = body[2+size:]
	}
	return nil
}

// valueSize returns how many tokens the value at the start of tokens takes: one,
// or all up to the closing brace; 0 if it never closes.
func valueSize(tokens []string) int {
	depth := 0
	for i, tok := range tokens {
		switch tok {
		case "{", "[":
			depth++
		case "}", "]":
			depth--
		}
		if depth == 0 && tok != "]" {
			return i + 1
		}
	}
	return 0
}

// cfgTokens cuts a cfg into words, strings and marks, without the comments.
func cfgTokens(file, text string) ([]string, error) {
	var tokens []string
	for text != "" {
		size, keep := cfgToken(text)
		if size == 0 {
			return nil, inputf(file, "", "a comment or string does not end: %.40q", firstLine(text))
		}
		if keep {
			tokens = append(tokens, text[:size])
		}
		text = text[size:]
	}
	return tokens, nil
}

// cfgToken returns the size of the token at the start of text and whether it
// says anything; 0 for a comment or string without an end.
func cfgToken(text string) (size int, keep bool) {
	switch {
	case strings.HasPrefix(text, `\*`):
		return len(firstLine(text)), false
	case strings.HasPrefix(text, "(*"):
		return commentSize(text), false
	case strings.HasPrefix(text, "<-"):
		return 2, true
	case text[0] == '"':
		if end := closingQuote(text[1:]); end >= 0 {
			return end + 2, true
		}
		return 0, false
	case strings.IndexByte(" \t\r\n", text[0]) >= 0:
		return 1, false
	}
	size = 0
	for size < len(text) && isNameByte(text[size]) {
		size++
	}
	return max(size, 1), true
}

// commentSize returns the size of the comment at the start of text; comments
// nest. It is 0 if the comment does not end.
func commentSize(text string) int {
	depth := 0
	for i := 0; i+1 < len(text); i++ {
		switch text[i : i+2] {
		case "(*":
			depth++
			i++
		case "*)":
			depth--
			i++
		}
		if depth == 0 {
			return i + 1
		}
	}
	return 0
}

// normalise brings a constant's text into the form of Cfg.Constants.
func normalise(text string) string {
	tokens, err := cfgTokens("", text)
	if err != nil {
		return text
	}
	return strings.Join(tokens, " ")
}
