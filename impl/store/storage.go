package store

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/spec/store/words"
)

// Cell is what the storage holds.
type Cell struct {
	Value int
	// Token is the latest that it has heard.
	Token election.Tag
	// Heard is for each process the number of the last request that it has heard of it.
	Heard []int
}

// get answers a Get.
func (c *Cell) get(from spec.NodeID, get words.Get, fenced bool, out *impl.Effects) {
	if c.hears(from, get.Nth, get.Token, fenced, out) {
		out.Send(from, words.Got{Nth: get.Nth, Value: c.Value})
	}
}

// put obeys a Put.
func (c *Cell) put(from spec.NodeID, put words.Put, fenced bool, out *impl.Effects) {
	if c.hears(from, put.Nth, put.Token, fenced, out) {
		c.Value = put.Value
		out.Send(from, words.Kept{Nth: put.Nth})
	}
}

// hears tells whether the storage does what a request asks for. One that is as old as one that it
// has heard of the same process, or older, is forgotten; one with a token that is earlier than one
// that it has heard is refused.
func (c *Cell) hears(from spec.NodeID, nth int, token election.Tag, fenced bool, out *impl.Effects) bool {
	if nth <= c.Heard[from] {
		return false
	}
	c.Heard[from] = nth
	if fenced && ctolerant.Later(c.Token, token) {
		out.Send(from, words.Fenced{Nth: nth})
		return false
	}
	if ctolerant.Later(token, c.Token) {
		c.Token = token
	}
	return true
}
