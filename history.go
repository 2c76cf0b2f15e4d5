package scrutineer

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/codec"
)

// announce adds what a process announces, unless it did before. The list is ordered, so that
// histories which say the same are the same; it is not changed.
func announce(list []Announcement, a Announcement) []Announcement {
	if a.What == nil {
		return list
	}
	key := codec.Key(a)
	i, found := slices.BinarySearchFunc(list, key, func(b Announcement, key string) int {
		return cmp.Or(cmp.Compare(b.By, a.By), cmp.Compare(codec.Key(b), key))
	})
	if found {
		return list
	}
	return slices.Insert(slices.Clip(slices.Clone(list)), i, a)
}

// sameValue tells whether two values are known to be the same without a look at their encodings.
func sameValue(a, b any) bool {
	t := reflect.TypeOf(a)
	return t == reflect.TypeOf(b) && (t == nil || t.Comparable() && a == b)
}
