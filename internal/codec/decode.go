package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
)

var errShort = errors.New("codec: the bytes end too early")

// Decode fills what the pointer into points at from the bytes that Encode made
// of a value of that type. Every field is written: nothing of the old value
// stays. An empty map comes back ready to be written to.
func Decode(data []byte, into any) error {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		panic(fmt.Sprintf("codec: Decode needs a pointer, not %T", into))
	}
	rest, err := decodeValue(data, v.Elem())
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("codec: %d bytes follow the value of type %s", len(rest), v.Elem().Type())
	}
	return nil
}

func decodeValue(data []byte, v reflect.Value) ([]byte, error) {
	switch v.Kind() {
	case reflect.Bool:
		if len(data) == 0 {
			return nil, errShort
		}
		v.SetBool(data[0] != 0)
		return data[1:], nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return decodeInt(data, v)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, size := binary.Uvarint(data)
		if size <= 0 || v.OverflowUint(n) {
			return nil, errShort
		}
		v.SetUint(n)
		return data[size:], nil
	case reflect.String:
		text, rest, err := decodeText(data)
		v.SetString(text)
		return rest, err
	case reflect.Slice:
		return decodeSlice(data, v)
	case reflect.Array:
		return decodeElements(data, v)
	case reflect.Struct:
		return decodeStruct(data, v)
	case reflect.Map:
		return decodeMap(data, v)
	case reflect.Pointer:
		return decodePointer(data, v)
	case reflect.Interface:
		return decodeInterface(data, v)
	default:
		panic("codec: " + because("", v.Type(), "has no canonical form"))
	}
}

func decodeInt(data []byte, v reflect.Value) ([]byte, error) {
	n, size := binary.Varint(data)
	if size <= 0 || v.OverflowInt(n) {
		return nil, errShort
	}
	v.SetInt(n)
	return data[size:], nil
}

func decodeText(data []byte) (string, []byte, error) {
	n, rest, err := decodeLen(data)
	if err != nil {
		return "", nil, err
	}
	return string(rest[:n]), rest[n:], nil
}

// decodeLen reads a length. Every element takes at least one byte, so a length
// beyond the bytes that are left is damage; lists of nothing are not for states.
func decodeLen(data []byte) (int, []byte, error) {
	n, size := binary.Uvarint(data)
	if size <= 0 || n > uint64(len(data)-size) {
		return 0, nil, errShort
	}
	return int(n), data[size:], nil
}

func decodeSlice(data []byte, v reflect.Value) ([]byte, error) {
	n, rest, err := decodeLen(data)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		v.SetZero()
		return rest, nil
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	return decodeElements(rest, v)
}

func decodeElements(data []byte, v reflect.Value) ([]byte, error) {
	var err error
	for i := range v.Len() {
		if data, err = decodeValue(data, v.Index(i)); err != nil {
			return nil, err
		}
	}
	return data, nil
}

func decodeStruct(data []byte, v reflect.Value) ([]byte, error) {
	var err error
	for i := range v.NumField() {
		if data, err = decodeValue(data, v.Field(i)); err != nil {
			return nil, err
		}
	}
	return data, nil
}

func decodeMap(data []byte, v reflect.Value) ([]byte, error) {
	n, rest, err := decodeLen(data)
	if err != nil {
		return nil, err
	}
	m := reflect.MakeMapWithSize(v.Type(), n)
	for range n {
		key := reflect.New(v.Type().Key()).Elem()
		value := reflect.New(v.Type().Elem()).Elem()
		if rest, err = decodeValue(rest, key); err != nil {
			return nil, err
		}
		if rest, err = decodeValue(rest, value); err != nil {
			return nil, err
		}
		m.SetMapIndex(key, value)
	}
	v.Set(m)
	return rest, nil
}

func decodePointer(data []byte, v reflect.Value) ([]byte, error) {
	if len(data) == 0 {
		return nil, errShort
	}
	if data[0] == 0 {
		v.SetZero()
		return data[1:], nil
	}
	v.Set(reflect.New(v.Type().Elem()))
	return decodeValue(data[1:], v.Elem())
}

func decodeInterface(data []byte, v reflect.Value) ([]byte, error) {
	name, rest, err := decodeText(data)
	if err != nil {
		return nil, err
	}
	if name == "" {
		v.SetZero()
		return rest, nil
	}
	t := typeOf(name)
	if t == nil || !t.AssignableTo(v.Type()) {
		return nil, fmt.Errorf("codec: %q is no registered %s", name, v.Type())
	}
	value := reflect.New(t).Elem()
	rest, err = decodeValue(rest, value)
	v.Set(value)
	return rest, err
}
