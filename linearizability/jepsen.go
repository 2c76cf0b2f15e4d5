package linearizability

import (
	"slices"
	"strconv"
	"strings"
)

// step is one line of a history of Jepsen's.
type step struct {
	line    int
	process ednValue
	kind    ednValue
	f       ednValue
	key     *ednValue // nil where there is no :key
	value   ednValue
	log     bool // whether it stands in a log
}

// logMark is in the lines of a log that belong to the history.
const logMark = "jepsen.util"

// readLog reads the lines of a log, such as "INFO  jepsen.util - 4 :invoke :cas [2 4]".
func readLog(text string) ([]step, error) {
	var steps []step
	for i, line := range strings.Split(text, "\n") {
		_, after, found := strings.Cut(line, logMark)
		after = strings.TrimLeft(after, " \t-")
		if !found || strings.HasPrefix(after, ":nemesis") { // what the nemesis says need not be EDN
			continue
		}
		values, err := readEDN(after, i+1)
		if err != nil {
			return nil, err
		}
		if len(values) != 4 {
			return nil, atLine(i+1, "", "%d values follow %s, it must be four: process, type, function, value",
				len(values), logMark)
		}
		steps = append(steps, step{
			line: i + 1, process: values[0], kind: values[1], f: values[2], value: values[3], log: true,
		})
	}
	return steps, nil
}

// stepOf reads one operation of a history in EDN. It may have other fields: :time, :index, :error.
func stepOf(v ednValue) (step, error) {
	entries, isMap := v.of.(ednMap)
	if !isMap {
		return step{}, atLine(v.line, "", "an operation is wanted: {:process 0, :type :invoke, :f :read, :value nil}")
	}
	fields := map[ednSymbol]ednValue{}
	for i := 0; i < len(entries); i += 2 {
		name, symbol := entries[i].of.(ednSymbol)
		if !symbol || name[0] != ':' {
			return step{}, atLine(entries[i].line, "", "the fields of an operation are keywords, such as :process")
		}
		if _, twice := fields[name]; twice {
			return step{}, atLine(entries[i].line, string(name), "stands there twice, keep one")
		}
		fields[name] = entries[i+1]
	}
	for _, name := range []ednSymbol{":process", ":type", ":f"} {
		if _, there := fields[name]; !there {
			return step{}, atLine(v.line, string(name), "is missing, give it")
		}
	}
	s := step{
		line: v.line, process: fields[":process"], kind: fields[":type"], f: fields[":f"], value: fields[":value"],
	}
	if key, there := fields[":key"]; there {
		s.key = &key
	}
	return s, nil
}

// number reads a whole number that means the same on every machine.
func number(v ednValue, field string) (int, error) {
	s, _ := v.of.(ednSymbol)
	n, err := strconv.ParseInt(strings.TrimSuffix(string(s), "N"), 10, 32)
	if err != nil || n == Nil {
		return 0, atLine(v.line, field, "%s stands where a whole number of at most 32 bits is wanted", ednText(v))
	}
	return int(n), nil
}

// keyword reads one of some keywords.
func keyword(v ednValue, field string, known ...string) (string, error) {
	s, _ := v.of.(ednSymbol)
	if !slices.Contains(known, string(s)) {
		return "", atLine(v.line, field, "%s, it must be one of %s", ednText(v), strings.Join(known, ", "))
	}
	return string(s), nil
}

// ednText says a value in an error, or as a key, on one line.
func ednText(v ednValue) string {
	list := func(open string, values []ednValue, end string) string {
		var parts []string
		for _, v := range values {
			parts = append(parts, ednText(v))
		}
		return open + strings.Join(parts, " ") + end
	}
	switch of := v.of.(type) {
	case string:
		return strconv.Quote(of)
	case ednSymbol:
		return string(of)
	case ednList:
		return list("[", of, "]")
	case ednMap:
		return list("{", of, "}")
	}
	return "nil"
}
