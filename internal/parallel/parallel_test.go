package parallel

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// What comes of many things stands in their order, whichever is over first; an error or a panic of
// one is that of all.
func TestEach(t *testing.T) {
	told := 0
	got, err := Each(t.Context(), func(done, all int) { told += done + all }, 9, func(i int) (int, error) {
		return i * i, nil
	})
	if want := []int{0, 1, 4, 9, 16, 25, 36, 49, 64}; err != nil || !slices.Equal(got, want) || told != 45+81 {
		t.Errorf("%v, %v, %d was told", got, err, told)
	}
	for _, fails := range []func() error{
		func() error { return errors.New("the third") }, func() error { panic("the third") },
	} {
		_, err := Each(t.Context(), func(int, int) {}, 5, func(i int) (int, error) {
			if i == 3 {
				return 0, fails()
			}
			return 0, nil
		})
		if err == nil || !strings.HasSuffix(err.Error(), "the third") {
			t.Errorf("%v, it must be of the third", err)
		}
	}
}
