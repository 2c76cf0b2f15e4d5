package paper

import "math/big"

// frac returns a/b.
func frac[T ~int | ~int64](a, b T) *big.Rat { return big.NewRat(int64(a), int64(b)) }

func add(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
func sub(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func quo(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }

// rounded returns a number rounded down to millionths, so that sums of many stay short.
func rounded(a *big.Rat) *big.Rat {
	const parts = 1_000_000
	n := new(big.Int).Mul(a.Num(), big.NewInt(parts))
	return new(big.Rat).SetFrac(n.Quo(n, a.Denom()), big.NewInt(parts))
}

// power returns p^n.
func power(p *big.Rat, n int) *big.Rat {
	result := frac(1, 1)
	for range n {
		result.Mul(result, p)
	}
	return result
}

// unpicked returns the chance that a process does not pick a given member in a period: there are nodes-1 members.
func unpicked(nodes int) *big.Rat { return frac(nodes-2, nodes-1) }

// firstPeriod returns how many periods pass on average until one of nodes-1 survivors picks a process that has
// crashed, the period in which it does included: 1/(1 - (1 - 1/(N-1))^(N-1)).
func firstPeriod(nodes int) *big.Rat {
	one := frac(1, 1)
	return quo(one, sub(one, power(unpicked(nodes), nodes-1)))
}

// firstPing returns how many periods pass on average from a drawn instant until the first survivor picks the process,
// if the survivors' periods begin at drawn instants.
//
// A survivor has begun m or m+1 periods after m+f. So nobody has picked it with the chance
// ((1-p)^m (1 - f p))^(N-1), p = 1/(N-1). The mean is the integral over all m and f.
func firstPing(nodes int) *big.Rat {
	one, p, n := frac(1, 1), frac(1, nodes-1), nodes-1
	within := quo(sub(one, power(unpicked(nodes), n+1)), mul(p, frac(n+1, 1)))
	return mul(firstPeriod(nodes), within)
}

// odds are those of one probe, if each copy is lost with a chance of loss/1000.
type odds struct{ arrives *big.Rat }

func oddsOf(loss int) odds { return odds{frac(1000-loss, 1000)} }

// undirected returns the chance that a target does not answer the process itself.
func (o odds) undirected() *big.Rat { return sub(frac(1, 1), power(o.arrives, 2)) }

// fails returns the chance that a probe of a process that is up gets no ACK: the target does not answer the process
// itself, nor by way of one of the helpers.
func (o odds) fails(helpers int) *big.Rat {
	return mul(o.undirected(), power(sub(frac(1, 1), power(o.arrives, 4)), helpers))
}

// messages returns how many messages a probe takes on average: a PING and an ACK, and without an answer four messages
// for each helper, each sent if the one before has arrived.
func (o odds) messages(helpers int) *big.Rat {
	indirect, sent := new(big.Rat), frac(1, 1)
	for range 4 {
		indirect.Add(indirect, sent)
		sent = mul(sent, o.arrives)
	}
	asked := mul(o.undirected(), mul(frac(helpers, 1), indirect))
	return add(add(frac(1, 1), o.arrives), asked)
}

// spread returns a number that the variance of these messages does not exceed. Let M be their number. The variance is
// at most E[(M-2)^2]. An ACK is not sent if the PING is lost, and at most 4 k other messages are sent, if the target
// does not answer.
func (o odds) spread(helpers int) *big.Rat {
	return add(sub(frac(1, 1), o.arrives), mul(o.undirected(), frac(16*helpers*helpers, 1)))
}
