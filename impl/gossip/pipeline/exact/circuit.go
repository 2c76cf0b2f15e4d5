package exact

import "slices"

// circuit is a set of clauses over variables that are numbered from 1; -v is that v is false. Variable 1 is true.
// A number is its binary digits, the least first.
type circuit struct {
	clauses [][]int
	last    int
}

const yes = 1

func newCircuit() circuit { return circuit{clauses: [][]int{{yes}}, last: yes} }

func (c *circuit) variable() int {
	c.last++
	return c.last
}

// clause demands that one of some is true.
func (c *circuit) clause(one ...int) {
	if !slices.Contains(one, yes) {
		c.clauses = append(c.clauses, slices.DeleteFunc(one, func(v int) bool { return v == -yes }))
	}
}

// sum is that of the weights of those variables that are true.
func (c *circuit) sum(variables []int, weights []int64) []int {
	if len(variables) == 0 {
		return nil
	}
	if len(variables) == 1 {
		var number []int
		for w := weights[0]; w > 0; w >>= 1 {
			number = append(number, -yes)
			if w&1 == 1 {
				number[len(number)-1] = variables[0]
			}
		}
		return number
	}
	half := len(variables) / 2
	return c.add(c.sum(variables[:half], weights[:half]), c.sum(variables[half:], weights[half:]))
}

// add adds two numbers.
func (c *circuit) add(x, y []int) []int {
	var sum []int
	carry := -yes
	for i := range max(len(x), len(y)) {
		a, b := digit(x, i), digit(y, i)
		sum = append(sum, c.odd(a, b, carry))
		carry = c.most(a, b, carry)
	}
	return append(sum, carry)
}

func digit(number []int, i int) int {
	if i < len(number) {
		return number[i]
	}
	return -yes
}

// only is the one of three that can be true, where the two others cannot.
func only(x, y, z int) (int, bool) {
	switch {
	case x == -yes && y == -yes:
		return z, true
	case x == -yes && z == -yes:
		return y, true
	}
	return x, y == -yes && z == -yes
}

// odd is true where one or all of three are.
func (c *circuit) odd(x, y, z int) int {
	if alone, ok := only(x, y, z); ok {
		return alone
	}
	v := c.variable()
	for bits := range 8 {
		a, b, d, ones := x, y, z, 0
		for i, lit := range []*int{&a, &b, &d} {
			if bits>>i&1 == 1 { // where it is true
				*lit = -*lit
				ones++
			}
		}
		if ones%2 == 1 {
			c.clause(a, b, d, v)
		} else {
			c.clause(a, b, d, -v)
		}
	}
	return v
}

// most is true where two of three are.
func (c *circuit) most(x, y, z int) int {
	if _, ok := only(x, y, z); ok {
		return -yes
	}
	v := c.variable()
	for _, pair := range [][2]int{{x, y}, {x, z}, {y, z}} {
		c.clause(-pair[0], -pair[1], v)
		c.clause(pair[0], pair[1], -v)
	}
	return v
}

// atMost are the clauses that hold a number at a bound or below: where a digit of it is one and that of the bound is
// not, a higher one of the bound is one, and of the number not.
func atMost(number []int, bound int64) [][]int {
	var clauses [][]int
	if bound>>len(number) > 0 {
		return nil
	}
	for i := range number {
		if bound>>i&1 == 1 {
			continue
		}
		clause := []int{-number[i]}
		for j := i + 1; j < len(number); j++ {
			if bound>>j&1 == 1 {
				clause = append(clause, -number[j])
			}
		}
		clauses = append(clauses, clause)
	}
	return clauses
}
