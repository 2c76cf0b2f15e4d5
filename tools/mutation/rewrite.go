package mutation

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
)

// alias is the name by which rewritten files call package mut.
const alias = "mut_ated"

// numbered is a site as the mutant of that number.
type numbered struct {
	*Site
	number int
}

// cut is one change of the text: what is put in at an offset, and how much goes.
type cut struct {
	at, drop int
	rank     [3]int // orders what is put in at the same offset
	text     string
}

// rewrite returns the text of a file with all these mutants in it.
func rewrite(m *Module, s *source, mutants []numbered) []byte {
	var cuts []cut
	end := int(m.fset.Position(s.ast.Name.End()).Offset)
	cuts = append(cuts, cut{
		at:   end,
		text: "; import " + alias + " " + strconv.Quote(path.Join(m.path, "internal/mut")),
	})
	for _, mutant := range mutants {
		fill := strings.NewReplacer("#", strconv.Itoa(mutant.number), "@", alias+".")
		for _, e := range mutant.edits {
			if e.instead {
				cuts = append(cuts, cut{e.from, e.to - e.from, [3]int{1, 0, 0}, fill.Replace(e.before)})
				continue
			}
			// What is closed at an offset is closed before something opens there; of what opens the widest
			// comes first, of what closes the narrowest. Equal parts nest as their sites are numbered.
			cuts = append(cuts,
				cut{e.from, 0, [3]int{1, -e.to, mutant.rank}, fill.Replace(e.before)},
				cut{e.to, 0, [3]int{0, -e.from, -mutant.rank}, fill.Replace(e.after)})
		}
	}
	slices.SortStableFunc(cuts, func(a, b cut) int {
		return cmp.Or(cmp.Compare(a.at, b.at), slices.Compare(a.rank[:], b.rank[:]))
	})
	var text []byte
	done := 0
	for _, c := range cuts {
		text = append(text, s.text[done:c.at]...)
		text = append(text, c.text...)
		done = c.at + c.drop
	}
	return append(text, s.text[done:]...)
}
