package mutation

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"go/parser"
	"slices"
	"strings"
)

// Sample draws so many mutants by a seed from the packages of the patterns, of each package in proportion to its
// sites, and at least one. Which are drawn of a package goes by what they are, so that a change elsewhere moves few.
func (m *Module) Sample(patterns []string, n int, seed uint64) ([]*Site, int, error) {
	var packages []*typed
	var sites [][]*Site
	all := 0
	for _, folder := range m.names {
		if !matches(patterns, folder) || strings.HasSuffix(folder, "test") { // that helps tests
			continue
		}
		p, err := m.read(folder)
		if err != nil {
			return nil, 0, err
		}
		if found := p.Sites(); len(found) > 0 {
			packages, sites = append(packages, p), append(sites, found)
			all += len(found)
		}
	}
	var sample []*Site
	for i, quota := range quotas(sites, all, n) {
		sample = append(sample, packages[i].draw(sites[i], quota, seed)...)
	}
	return sample, all, nil
}

// quotas divides n among packages by their sites, each at least one; what is left by the largest remainders.
func quotas(sites [][]*Site, all, n int) []int {
	quota := make([]int, len(sites))
	order := make([]int, len(sites))
	left := n
	for i, s := range sites {
		quota[i] = max(1, n*len(s)/max(1, all))
		left -= quota[i]
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(n*len(sites[j])%all, n*len(sites[i])%all)
	})
	for _, i := range order {
		if left > 0 {
			quota[i]++
			left--
		}
	}
	return quota
}

// draw returns the first n sites that the compiler accepts, in an order that the seed and their names make.
func (p *typed) draw(sites []*Site, n int, seed uint64) []*Site {
	sites = slices.Clone(sites)
	keys := map[*Site]uint64{}
	for _, s := range sites {
		sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, s.Key()))
		keys[s] = binary.BigEndian.Uint64(sum[:])
	}
	slices.SortStableFunc(sites, func(a, b *Site) int { return cmp.Compare(keys[a], keys[b]) })
	var drawn []*Site
	for _, s := range sites {
		if len(drawn) == n {
			break
		}
		if p.module.builds(p, s.of, numbered{s, 0}) {
			drawn = append(drawn, s)
		}
	}
	slices.SortStableFunc(drawn, func(a, b *Site) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.rank, b.rank))
	})
	return drawn
}

// builds reports whether the package is still accepted with the mutants written into a file.
func (m *Module) builds(p *typed, s *source, mutants ...numbered) bool {
	file, err := parser.ParseFile(m.fset, s.name, rewrite(m, s, mutants), parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	_, err = m.typeCheck(p, s, file, nil)
	return err == nil
}

// mixed is an order of the sample in which each package's mutants are spread over all of it.
func mixed(sample []*Site) []int {
	of, place := map[string]int{}, make([]float64, len(sample))
	for _, s := range sample {
		of[s.Package]++
	}
	nth, order := map[string]int{}, make([]int, len(sample))
	for n, s := range sample {
		order[n] = n
		place[n] = float64(nth[s.Package]) / float64(of[s.Package])
		nth[s.Package]++
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(place[a], place[b]) })
	return order
}
