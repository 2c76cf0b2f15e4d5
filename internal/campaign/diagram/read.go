package diagram

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Read reads a diagram back: the processes and the arrows, in the order in which
// the file has them.
func Read(html []byte) ([]spec.NodeID, []Arrow, error) {
	dec := xml.NewDecoder(bytes.NewReader(html))
	dec.Strict, dec.AutoClose, dec.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var nodes []spec.NodeID
	var arrows []Arrow
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return nodes, arrows, nil
		}
		if err != nil {
			return nil, nil, fmt.Errorf("diagram: %w", err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		e := element{attrs: start.Attr}
		if e.has("data-node") {
			nodes = append(nodes, spec.NodeID(e.number("data-node")))
		}
		if e.has("data-copy") {
			arrows = append(arrows, Arrow{
				Copy: e.number("data-copy"), Kind: e.text("data-kind"),
				From: spec.NodeID(e.number("data-from")), To: spec.NodeID(e.number("data-to")),
				Sent: e.number("data-sent"), At: e.number("data-at"), Fate: e.text("data-fate"),
			})
		}
		if e.err != nil {
			return nil, nil, e.err
		}
	}
}

// element reads the attributes of one element and keeps the first error.
type element struct {
	attrs []xml.Attr
	err   error
}

func (e *element) has(name string) bool {
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return true
		}
	}
	return false
}

func (e *element) text(name string) string {
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	if e.err == nil {
		e.err = fmt.Errorf("diagram: an arrow or a lifeline lacks %s", name)
	}
	return ""
}

func (e *element) number(name string) int {
	n, err := strconv.Atoi(e.text(name))
	if err != nil && e.err == nil {
		e.err = fmt.Errorf("diagram: %s: %w", name, err)
	}
	return n
}
