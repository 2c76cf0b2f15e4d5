package spec

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// SetOf is a finite set, kept as a sorted slice without repetition, so that
// equal sets are equal slices. Its methods never change the receiver.
type SetOf[T cmp.Ordered] []T

// NewSet returns the set of the given members, in any order, repeated or not.
func NewSet[T cmp.Ordered](members ...T) SetOf[T] {
	s := slices.Clone(members)
	slices.Sort(s)
	return slices.Compact(s)
}

// Has reports whether x is a member.
func (s SetOf[T]) Has(x T) bool {
	_, ok := slices.BinarySearch(s, x)
	return ok
}

// With returns the set with x in it.
func (s SetOf[T]) With(x T) SetOf[T] {
	i, ok := slices.BinarySearch(s, x)
	if ok {
		return s
	}
	return slices.Insert(slices.Clone(s), i, x)
}

// Without returns the set with x not in it.
func (s SetOf[T]) Without(x T) SetOf[T] {
	i, ok := slices.BinarySearch(s, x)
	if !ok {
		return s
	}
	return slices.Delete(slices.Clone(s), i, i+1)
}

// Union returns the members of either.
func (s SetOf[T]) Union(t SetOf[T]) SetOf[T] {
	switch {
	case len(t) == 0:
		return slices.Clip(s)
	case len(s) == 0:
		return slices.Clip(t)
	}
	all := make(SetOf[T], 0, len(s)+len(t))
	for len(s) > 0 && len(t) > 0 {
		c := cmp.Compare(s[0], t[0])
		if c <= 0 {
			all, s = append(all, s[0]), s[1:]
		} else {
			all = append(all, t[0])
		}
		if c >= 0 {
			t = t[1:]
		}
	}
	return append(append(all, s...), t...)
}

// Minus returns the members of s that are not in t.
func (s SetOf[T]) Minus(t SetOf[T]) SetOf[T] {
	if len(t) == 0 {
		return s
	}
	var rest SetOf[T]
	for i, x := range s {
		if t.Has(x) {
			continue
		}
		if rest == nil {
			rest = make(SetOf[T], 0, len(s)-i)
		}
		rest = append(rest, x)
	}
	return rest
}

// IsAmong reports whether s, which anybody may have written, is a set, ascending and without
// repetition, and its members are t's.
func (s SetOf[T]) IsAmong(t SetOf[T]) bool {
	for i, x := range s {
		if i > 0 && s[i-1] >= x || !t.Has(x) {
			return false
		}
	}
	return true
}

// Equal reports whether both have the same members.
func (s SetOf[T]) Equal(t SetOf[T]) bool { return slices.Equal(s, t) }

// Subsets yields every subset of exactly k members, in lexical order. There are
// none when k is negative or more than the set has.
func (s SetOf[T]) Subsets(k int) iter.Seq[SetOf[T]] {
	return func(yield func(SetOf[T]) bool) {
		if k >= 0 && k <= len(s) {
			s.subsets(nil, k, yield)
		}
	}
}

func (s SetOf[T]) subsets(chosen SetOf[T], k int, yield func(SetOf[T]) bool) bool {
	if k == 0 {
		return yield(slices.Clone(chosen))
	}
	for i := 0; i+k <= len(s); i++ {
		if !s[i+1:].subsets(append(chosen, s[i]), k-1, yield) {
			return false
		}
	}
	return true
}

// String returns the set in braces, such as {0,2}.
func (s SetOf[T]) String() string {
	parts := make([]string, len(s))
	for i, x := range s {
		parts[i] = fmt.Sprint(x)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// IsSet marks the type as a set, as against an array indexed by process, for
// code that looks at values by reflection.
func (SetOf[T]) IsSet() {}
