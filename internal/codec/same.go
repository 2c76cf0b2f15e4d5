package codec

// Same reports what Equal reports, without the encodings. It panics for what has no
// canonical form, as Encode does.
func Same(a, b any) bool {
	if a != nil && sameTypes(a, b) {
		if same, ok := comparerOf(a).sameBoxed(a, b, 0); ok {
			return same
		}
	}
	return Equal(a, b)
}
