// Package input is how files from users are read: strictly, and with errors that
// name the file, the field and what would be right, in one line.
//
// It imports the standard library only. Start reading at [Read].
package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"strings"
)

// Error is bad input from a user. Programs end with status 2 on it.
type Error struct {
	File  string // the file, "" where the caller adds it
	Field string // the field within the file, "" where the whole file is meant
	Want  string // what is wrong and what would be right
}

// Error returns the one line "file: field: what would be right".
func (e *Error) Error() string {
	var parts []string
	for _, part := range []string{e.File, e.Field, e.Want} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.ReplaceAll(strings.Join(parts, ": "), "\n", " ")
}

// Errorf returns an Error on a field of a file that the caller will name.
func Errorf(field, format string, args ...any) *Error {
	return &Error{Field: field, Want: fmt.Sprintf(format, args...)}
}

// ErrorIn returns an Error on a field of a file, "" where the whole file is meant.
func ErrorIn(file, field, format string, args ...any) *Error {
	return &Error{File: file, Field: field, Want: fmt.Sprintf(format, args...)}
}

// In returns err with the file named and the field put below the given one,
// where err is an Error; any other error is returned as it is.
func In(file, field string, err error) error {
	var bad *Error
	if !errors.As(err, &bad) {
		return err
	}
	named := *bad
	if named.File == "" {
		named.File = file
	}
	named.Field = strings.Trim(field+"."+named.Field, ".")
	return &named
}

// AsJSON returns err with its field named as in JSON: in lower case, where err names the field of a struct. Any other
// error is returned as it is.
func AsJSON(err error) error {
	var bad *Error
	if !errors.As(err, &bad) {
		return err
	}
	named := *bad
	named.Field = strings.ToLower(named.Field)
	return &named
}

// Read decodes the JSON file strictly: an unknown field, a wrong type, a
// truncated file and anything after the value are Errors that name the file.
func Read(fsys fs.FS, file string, into any) error {
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return &Error{File: file, Want: "cannot be read: " + Reason(err)}
	}
	return In(file, "", Decode(data, into))
}

// Decode decodes one JSON value strictly; see Read. It is stricter than package
// encoding/json: names must be written as they are, and stand there once; a field
// tagged `input:"required"` must be there; a type with UnmarshalText stands as a
// text, and says itself what would be right.
func Decode(data []byte, into any) error {
	if err := whole(data); err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := check(dec, reflect.TypeOf(into).Elem(), ""); err != nil {
		return err
	}
	renew(data, reflect.ValueOf(into).Elem())
	if err := json.Unmarshal(data, into); err != nil {
		return &Error{Want: err.Error()}
	}
	return nil
}

// renew clears what the text sets of a value that is there: its lists and maps, and what decodes itself. Package
// encoding/json would write into their memory, which somebody else may have, and leave old parts of their elements.
func renew(data []byte, v reflect.Value) {
	switch {
	case v.IsZero() || !v.CanSet():
	case decodesItself(v.Type()), v.Kind() == reflect.Slice, v.Kind() == reflect.Map, v.Kind() == reflect.Interface:
		v.SetZero()
	case v.Kind() == reflect.Pointer:
		renew(data, v.Elem())
	case v.Kind() == reflect.Array:
		var elements []json.RawMessage
		if json.Unmarshal(data, &elements) == nil {
			for i := range min(v.Len(), len(elements)) {
				renew(elements[i], v.Index(i))
			}
		}
	case v.Kind() == reflect.Struct:
		var members map[string]json.RawMessage
		if json.Unmarshal(data, &members) == nil {
			renewFields(members, v)
		}
	}
}

// renewFields renews the fields of a struct that an object sets.
func renewFields(members map[string]json.RawMessage, v reflect.Value) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		text, given := members[jsonName(f)]
		switch {
		case f.Anonymous && f.Tag.Get("json") == "" && f.Type.Kind() == reflect.Struct:
			renewFields(members, v.Field(i))
		case given && f.IsExported():
			renew(text, v.Field(i))
		}
	}
}

// decodesItself reports whether a type says how it is read, and keeps what it reads as it likes.
func decodesItself(t reflect.Type) bool {
	return isText(t) || reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]())
}

// whole tells what is wrong with the text as one JSON value.
func whole(data []byte) error {
	if err := encoded(data); err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	var value json.RawMessage
	err := dec.Decode(&value)
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{Want: "the file is cut off, it must hold a whole JSON value"}
	case errors.As(err, &syntax):
		return &Error{Field: fieldBefore(data), Want: fmt.Sprintf("not JSON at byte %d: %v", syntax.Offset, err)}
	case err != nil:
		return &Error{Want: err.Error()}
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return &Error{Want: "something follows the JSON value, the file must hold one value only"}
	}
	return nil
}

// IsFile reports whether name is a regular file in fsys.
func IsFile(fsys fs.FS, name string) bool {
	info, err := fs.Stat(fsys, name)
	return err == nil && info.Mode().IsRegular()
}

// IsFolder reports whether name is a folder in fsys.
func IsFolder(fsys fs.FS, name string) bool {
	info, err := fs.Stat(fsys, name)
	return err == nil && info.IsDir()
}

// Reason drops operation and path from a file error, which the caller names.
func Reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}
