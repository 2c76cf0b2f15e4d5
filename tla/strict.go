package tla

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"strconv"
)

// encoding/json takes "CFG" for "cfg", the last of two equal names, and text
// after the end. This file reads an object without any of that, and knows for
// each error which field it belongs to.

// decode reads the whole file into t.
func (t *Table) decode(data []byte) error {
	if err := wholeJSON(data); err != nil {
		return inputf(t.File, "", "%s; a table of cases is one JSON object", err)
	}
	var cases []json.RawMessage
	err := object(t.File, "", data, map[string]any{
		"version": &t.Version, "protocol": &t.Protocol, "cases": &cases,
	})
	if err != nil {
		return err
	}
	for i, raw := range cases {
		var c Case
		if err := object(t.File, "cases["+strconv.Itoa(i)+"]", raw, c.fields()); err != nil {
			return err
		}
		t.Cases = append(t.Cases, c)
	}
	return nil
}

// fields says where each JSON name of a case is stored.
func (c *Case) fields() map[string]any {
	return map[string]any{
		"id": &c.ID, "why": &c.Why, "kind": &c.Kind, "module": &c.Module, "cfg": &c.Cfg,
		"invariants": &c.Invariants, "properties": &c.Properties,
		"violates": &c.Violates, "length": &c.Length, "deadlock": &c.Deadlock,
		"states": &c.States, "generated": &c.Generated, "edges": &c.Edges, "never": &c.Never,
		"quick": &c.Quick, "config": &c.Config, "budget": &c.Budget, "mayCrash": &c.MayCrash,
	}
}

// wholeJSON accepts exactly one JSON value.
func wholeJSON(data []byte) error {
	if len(bytes.TrimSpace(data)) == 0 {
		return errors.New("the file is empty")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	var v any
	if err := dec.Decode(&v); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return errors.New("the file is cut off")
		}
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is text after the end of the JSON value")
	}
	return nil
}

// object stores the members of the JSON object data at the pointers in into.
// The object stands at field at (or at the top, if that is empty).
func object(file, at string, data []byte, into map[string]any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return inputf(file, at, "want a JSON object")
	}
	seen := map[string]bool{}
	for dec.More() {
		tok, err := dec.Token()
		name, isName := tok.(string)
		if err != nil || !isName {
			return inputf(file, at, "want a JSON object")
		}
		field := name
		if at != "" {
			field = at + "." + name
		}
		target, known := into[name]
		if !known {
			return inputf(file, field, "unknown field; known are %s", nameList(into))
		}
		if seen[name] {
			return inputf(file, field, "given twice; keep one")
		}
		seen[name] = true
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return inputf(file, field, "%s", typeError(err))
		}
		if string(raw) == "null" {
			return inputf(file, field, "is null; give a value or leave the field out")
		}
		if err := json.Unmarshal(raw, target); err != nil {
			return inputf(file, field, "%s", typeError(err))
		}
	}
	return nil
}

// typeError says in words what type was found and what type is wanted.
func typeError(err error) string {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return "is a JSON " + wrong.Value + "; want Go type " + wrong.Type.String()
	}
	return err.Error()
}

// plainError drops operation and path from a file error, which the caller names.
func plainError(err error) string {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err.Error()
	}
	return err.Error()
}
