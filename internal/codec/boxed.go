package codec

// boxed lets a value of any registered type stand alone.
type boxed struct{ Value any }

// Box returns a value of a registered type, with its type, or nil as bytes.
func Box(value any) []byte { return Append(nil, boxed{value}) }

// Unbox reads what Box has written.
func Unbox(data []byte) (any, error) {
	var b boxed
	err := Decode(data, &b)
	return b.Value, err
}
