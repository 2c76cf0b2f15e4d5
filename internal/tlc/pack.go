package tlc

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
)

// A packed Result is a list of texts, compressed: the first is the Result as JSON without
// its graph, the second the graph's numbers, all others are what these count: the lines
// that states are made of and the names of actions. A line is a variable and its value;
// a hundred thousand states are made of some hundred.

// pack returns the bytes of r.
func pack(r Result) []byte {
	head, err := json.Marshal(r)
	if err != nil {
		panic("tlc: a Result has no JSON: " + err.Error()) // a mistake in its type
	}
	words := wordList{at: map[string]int{}}
	numbers := packGraph(r.Dump, &words)
	var b bytes.Buffer
	z, _ := flate.NewWriter(&b, flate.BestSpeed) // the level is a known one
	for _, text := range append([]string{string(head), string(numbers)}, words.texts...) {
		z.Write(binary.AppendUvarint(nil, uint64(len(text))))
		io.WriteString(z, text)
	}
	z.Close()
	return b.Bytes()
}

// unpack returns the Result that was packed.
func unpack(packed []byte) (Result, error) {
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return Result{}, err
	}
	n := numbers{data: data}
	var texts []string
	for len(n.data) > 0 {
		texts = append(texts, n.readText())
	}
	if n.bad || len(texts) < 2 {
		return Result{}, errPacked
	}
	var r Result
	if err := json.Unmarshal([]byte(texts[0]), &r); err != nil {
		return Result{}, err
	}
	r.Dump, err = unpackGraph([]byte(texts[1]), texts[2:])
	return r, err
}

var errPacked = errors.New("no packed result")

// wordList numbers texts.
type wordList struct {
	texts []string
	at    map[string]int
}

func (w *wordList) number(text string) int {
	n, known := w.at[text]
	if !known {
		n = len(w.texts)
		w.at[text] = n
		w.texts = append(w.texts, text)
	}
	return n
}

// packGraph returns the graph as numbers, none for no graph: each state as the numbers of
// its lines, the initial states, and each edge by how its ends differ from those before.
func packGraph(g *Dump, words *wordList) []byte {
	if g == nil {
		return nil
	}
	var b []byte
	put := func(n int) { b = binary.AppendVarint(b, int64(n)) }
	put(len(g.States))
	for _, state := range g.States {
		lines := strings.Split(state, "\n")
		put(len(lines))
		for _, line := range lines {
			put(words.number(line))
		}
	}
	put(len(g.Inits))
	for _, n := range g.Inits {
		put(n)
	}
	put(len(g.Edges))
	src := 0
	for _, e := range g.Edges {
		put(e.Src - src)
		put(words.number(e.Action))
		put(e.Dst - e.Src)
		src = e.Src
	}
	put(g.Lines)
	return b
}

func unpackGraph(data []byte, words []string) (*Dump, error) {
	if len(data) == 0 {
		return nil, nil
	}
	n := numbers{data: data, words: words}
	g := &Dump{States: make([]string, n.count())}
	var b strings.Builder
	for i := range g.States {
		b.Reset()
		for k := range n.count() {
			if k > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(n.word())
		}
		g.States[i] = b.String()
	}
	g.Inits = make([]int, n.count())
	for i := range g.Inits {
		g.Inits[i] = n.next()
	}
	g.Edges = make([]Edge, n.count())
	src := 0
	for i := range g.Edges {
		src += n.next()
		action := n.word()
		g.Edges[i] = Edge{Src: src, Action: action, Dst: src + n.next()}
	}
	g.Lines = n.next()
	outside := func(i int) bool { return i < 0 || i >= len(g.States) }
	if n.bad || len(n.data) > 0 || slices.ContainsFunc(g.Inits, outside) ||
		slices.ContainsFunc(g.Edges, func(e Edge) bool { return outside(e.Src) || outside(e.Dst) }) {
		return nil, errPacked
	}
	return g, nil
}

// numbers reads what pack has written; bad says that something else stood there.
type numbers struct {
	data  []byte
	words []string
	bad   bool
}

func (n *numbers) next() int {
	v, size := binary.Varint(n.data)
	if size <= 0 {
		n.data, n.bad = nil, true
		return 0
	}
	n.data = n.data[size:]
	return int(v)
}

// count reads how many of something follow, each of at least one byte.
func (n *numbers) count() int {
	v := n.next()
	if v < 0 || v > len(n.data) {
		n.data, n.bad = nil, true
		return 0
	}
	return v
}

func (n *numbers) word() string {
	v := n.next()
	if v < 0 || v >= len(n.words) {
		n.data, n.bad = nil, true
		return ""
	}
	return n.words[v]
}

func (n *numbers) readText() string {
	size, read := binary.Uvarint(n.data)
	if read <= 0 || size > uint64(len(n.data)-read) {
		n.data, n.bad = nil, true
		return ""
	}
	text := string(n.data[read : read+int(size)])
	n.data = n.data[read+int(size):]
	return text
}
