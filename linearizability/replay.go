package linearizability

import (
	"github.com/scrutineer-go/scrutineer/spec"
)

// replayed makes a history of what a file says.
type replayed struct {
	history History
	// open are the calls of busy processes, gone the places of what never happened.
	open map[int]opened
	gone map[int]bool
	// family is what the first operation belongs to; all others must, too.
	family string
}

// opened is a call in a file, and its place in the history.
type opened struct {
	step
	place int
}

// modelOf returns the model by which the operations of a family are judged.
func modelOf(family string) Model {
	switch family {
	case "keys":
		return KeyValue()
	case "registers":
		return Independent(CASRegister())
	}
	return CASRegister()
}

// replay makes a history of steps, and says by which model it is to be judged.
func replay(steps []step) (History, Model, error) {
	r := replayed{open: map[int]opened{}, gone: map[int]bool{}}
	for _, s := range steps {
		if s.process.of == ednSymbol(":nemesis") {
			continue
		}
		if err := r.add(s); err != nil {
			return nil, Model{}, err
		}
	}
	var h History
	for place, e := range r.history {
		if !r.gone[place] {
			h = append(h, e)
		}
	}
	return h, modelOf(r.family), nil
}

// add adds a step. The time is the line.
func (r *replayed) add(s step) error {
	process, err := number(s.process, ":process")
	if err != nil {
		return err
	}
	kind, err := keyword(s.kind, ":type", ":invoke", ":ok", ":fail", ":info")
	if err != nil {
		return err
	}
	e := Event{Client: process, At: int64(s.line)}
	called, busy := r.open[process]
	switch {
	case kind == ":invoke" && busy:
		return atLine(s.line, ":process", "%d has not returned from the operation of line %d, and calls another one: "+
			"give it another number", process, called.line)
	case kind == ":invoke":
		if e.In, err = r.invoked(s); err != nil {
			return err
		}
		r.open[process] = opened{s, len(r.history)}
	case !busy:
		return atLine(s.line, ":process", "%d has called nothing that could end here: an :invoke goes before", process)
	default:
		var known bool
		e.Kind = Crashed
		if e.Out, known, err = s.ended(kind, called.step, r.history[called.place].In); err != nil {
			return err
		}
		if known {
			e.Kind = Returned
		}
		r.gone[called.place] = kind == ":fail" && !known
		delete(r.open, process)
	}
	r.history = append(r.history, e)
	return nil
}

// invoked returns what a step calls, which belongs to the same family as all before it.
func (r *replayed) invoked(s step) (spec.Body, error) {
	family, in, err := s.invoked()
	if err != nil {
		return nil, err
	}
	if r.family == "" {
		r.family = family
	}
	if family != r.family {
		return nil, atLine(s.line, ":value", "an operation on %s, the first one was on %s: take them apart",
			familyText(family), familyText(r.family))
	}
	return in, nil
}

func familyText(family string) string {
	switch family {
	case "keys":
		return "a store of texts"
	case "registers":
		return "registers with keys"
	}
	return "one register"
}

// invoked returns what is called, and the family that it belongs to.
func (s step) invoked() (family string, in spec.Body, err error) {
	if s.key != nil {
		in, err = s.callText()
		return "keys", in, err
	}
	f, err := keyword(s.f, ":f", ":read", ":write", ":cas")
	if err != nil {
		return "", nil, err
	}
	if key, value, keyed := s.keyed(f); keyed {
		in, err = callCell(f, value)
		return "registers", Keyed{key, in}, err
	}
	in, err = callCell(f, s.value)
	return "register", in, err
}

// keyed takes a value [k v] apart. That of a :cas is one where v is a pair.
func (s step) keyed(f string) (key string, value ednValue, keyed bool) {
	pair, _ := s.value.of.(ednList)
	if len(pair) != 2 {
		return "", s.value, false
	}
	if _, isPair := pair[1].of.(ednList); f == ":cas" && !isPair {
		return "", s.value, false
	}
	return ednText(pair[0]), pair[1], true
}

func callCell(f string, value ednValue) (spec.Body, error) {
	switch f {
	case ":read":
		return Read{}, nil
	case ":write":
		n, err := number(value, ":value")
		return Write{n}, err
	}
	pair, _ := value.of.(ednList)
	if len(pair) != 2 {
		return nil, atLine(value.line, ":value", "%s, it must be a pair [old new]", ednText(value))
	}
	old, err := number(pair[0], ":value")
	if err != nil {
		return nil, err
	}
	to, err := number(pair[1], ":value")
	return CompareAndSwap{old, to}, err
}

func (s step) callText() (spec.Body, error) {
	f, err := keyword(s.f, ":f", ":get", ":put", ":append")
	if err != nil {
		return nil, err
	}
	key, err := text(*s.key, ":key")
	if err != nil || f == ":get" {
		return Get{key}, err
	}
	value, err := text(s.value, ":value")
	if f == ":put" {
		return Put{key, value}, err
	}
	return Append{key, value}, err
}

func text(v ednValue, field string) (string, error) {
	s, ok := v.of.(string)
	if !ok {
		return "", atLine(v.line, field, "%s stands where a text in quotes is wanted", ednText(v))
	}
	return s, nil
}

// ended returns what an operation returned that was called by another step, if that is known.
func (s step) ended(kind string, called step, in spec.Body) (out any, known bool, err error) {
	if s.f.of != called.f.of {
		return nil, false, atLine(s.line, ":f", "%s ends what line %d calls as %s: write the same",
			ednText(s.f), called.line, ednText(called.f))
	}
	if _, swap := in.(CompareAndSwap); kind == ":fail" && swap && s.log {
		_, again, err := s.invoked()
		return Success{false}, err == nil && again == in, nil
	}
	if kind != ":ok" {
		return nil, false, nil
	}
	if _, again, err := s.invoked(); err != nil || again != in {
		return nil, false, atLine(s.line, ":value", "%s returns to what line %d calls with %s: but for what is read "+
			"they are the same", ednText(s.value), called.line, ednText(called.value))
	}
	value := s.value
	if keyed, ok := in.(Keyed); ok {
		in, value = keyed.In, s.value.of.(ednList)[1]
	}
	out, err = output(in, value)
	return out, true, err
}

// output returns what an operation returned, whose value stands in the file.
func output(in spec.Body, value ednValue) (any, error) {
	switch in.(type) {
	case Read:
		if value.of == nil {
			return Value{Nil}, nil
		}
		n, err := number(value, ":value")
		return Value{n}, err
	case CompareAndSwap:
		return Success{true}, nil
	case Get:
		got, err := text(value, ":value")
		return Text{got}, err
	}
	return Done{}, nil
}
