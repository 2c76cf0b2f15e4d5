package swim

import (
	"math/big"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// weigh returns the weight of each other process, and the least of them.
func weigh(self spec.NodeID, cfg words.Config) (weights []int, least int) {
	weights = make([]int, cfg.Nodes)
	var s scale
	if cfg.Picks.OnMap() {
		s = newScale(self, cfg)
	}
	divisor := 0
	for i := range weights {
		if spec.NodeID(i) != self {
			weights[i] = s.weight(i)
			divisor = common(weights[i], divisor)
		}
	}
	for i, w := range weights {
		if w == 0 {
			continue
		}
		weights[i] = w / divisor
		if least == 0 || weights[i] < least {
			least = weights[i]
		}
	}
	return weights, least
}

// common returns the greatest common divisor.
func common(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// scale turns distances into weights. far[i] is the distance of process i to the power of twice the exponent, and the
// square of a weight is top over that.
type scale struct {
	far []*big.Int
	top *big.Int
}

// newScale returns the scale on which the weights of the others are the greatest that MostWeight allows.
func newScale(self spec.NodeID, cfg words.Config) scale {
	s := scale{far: make([]*big.Int, cfg.Nodes)}
	var least, most *big.Int
	for i := range s.far {
		if spec.NodeID(i) == self {
			continue
		}
		s.far[i] = apart(cfg, int(self), i)
		if least == nil || s.far[i].Cmp(least) < 0 {
			least = s.far[i]
		}
		if most == nil || s.far[i].Cmp(most) > 0 {
			most = s.far[i]
		}
	}
	if least == nil {
		return s
	}
	s.top = new(big.Int).Mul(big.NewInt(words.MostWeight*words.MostWeight), least)
	if farthest := new(big.Int).Div(s.top, most); farthest.Sign() > 0 { // whose weight is a whole number then
		farthest.Sqrt(farthest)
		s.top.Mul(farthest.Mul(farthest, farthest), most)
	}
	return s
}

// weight returns the weight of another process. Without a map all have the same.
func (s scale) weight(i int) int {
	if s.top == nil {
		return 1
	}
	square := new(big.Int).Div(s.top, s.far[i])
	return max(1, int(square.Sqrt(square).Int64()))
}

// apart returns the distance of two processes to the power of twice the exponent.
func apart(cfg words.Config, i, j int) *big.Int {
	product := big.NewInt(1)
	p, q := cfg.Positions[i], cfg.Positions[j]
	x, y := int64(p[0]-q[0]), int64(p[1]-q[1])
	for range cfg.Exponent {
		product.Mul(product, big.NewInt(x*x+y*y))
	}
	return product
}
