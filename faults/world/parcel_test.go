package world

import (
	"bytes"
	"testing"
)

// Parcels that are there at one time never share the memory of their bodies, also where that is used again.
func TestBodiesAreApart(t *testing.T) {
	var p parcels
	for _, size := range []int{3, long + 1, long, 3 * long} {
		for round := range byte(4) {
			places := []int32{p.put(), p.put(), p.put()}
			for i, place := range places {
				p.list[place].stage = scheduled
				p.list[place].body = append(p.list[place].body[:0], bytes.Repeat([]byte{round*4 + byte(i)}, size)...)
			}
			for i, place := range places {
				if !bytes.Equal(p.list[place].body, bytes.Repeat([]byte{round*4 + byte(i)}, size)) {
					t.Fatalf("bodies of %d bytes, round %d: the %dth is another's", size, round, i)
				}
			}
			for _, place := range places {
				p.release(place)
			}
		}
	}
	if len(p.list) != 3 || len(p.empty) != 3 {
		t.Errorf("%d places, %d of them empty; three were needed at a time", len(p.list), len(p.empty))
	}
}
