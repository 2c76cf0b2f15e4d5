package weave

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/mut"
	"github.com/scrutineer-go/scrutineer/internal/overlay"
	"github.com/scrutineer-go/scrutineer/internal/planted"
)

// Woven are the sources of one program with many rows.
type Woven struct {
	// Files are the changed sources, and those of the rows.
	Files overlay.Files
	// Alone are the numbers of the rows that need a build of their own.
	Alone []int
}

// Weave puts rows of the module below a root into one program. A row's number is its place in the list.
func Weave(root, module string, rows []planted.Row) (Woven, error) {
	w := Woven{Files: overlay.Files{}}
	originals := map[string]*source{}
	for n, row := range rows {
		parts, err := split(root, row, originals)
		if err != nil {
			return w, err
		}
		if slices.ContainsFunc(parts, func(p part) bool { return p.alone }) {
			w.Alone = append(w.Alone, n)
			continue
		}
		for _, p := range parts {
			file := path.Join(path.Dir(p.of.name), Name(n, path.Base(p.of.name)))
			w.Files[filepath.Join(root, filepath.FromSlash(file))] = p.beside(n)
			for _, f := range p.changed {
				p.of.rows[f.name] = append(p.of.rows[f.name], n)
			}
		}
	}
	switches := path.Join(module, "internal/mut")
	for _, name := range slices.Sorted(maps.Keys(originals)) {
		if s := originals[name]; len(s.rows) > 0 {
			w.Files[filepath.Join(root, filepath.FromSlash(name))] = s.switched(switches)
		}
	}
	if len(rows) > mut.Most {
		return w, fmt.Errorf("%d rows are too many, one program has at most %d", len(rows), mut.Most)
	}
	w.Files[filepath.Join(root, filepath.FromSlash(mut.File))] = mut.Holds(len(rows))
	return w, nil
}

// Name returns the name of the file, or of the function, that a row puts beside one.
func Name(row int, of string) string { return fmt.Sprintf("planted%d_%s", row, of) }

// A part is what a row changes in one file.
type part struct {
	of      *source
	changed []function // as the row has them
	after   *source
	alone   bool // something outside of functions is changed too
}

// split compares each file that a row changes with what it becomes.
func split(root string, row planted.Row, originals map[string]*source) (parts []part, err error) {
	texts, err := row.Apply(root)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		of := originals[name]
		if of == nil {
			if of, err = read(root, name); err != nil {
				return nil, fmt.Errorf("%s: %w", row.File, err)
			}
			originals[name] = of
		}
		after, err := parse(name, texts[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", row.File, err)
		}
		p := part{of: of, after: after}
		if p.alone = !of.keeps(after); !p.alone {
			p.changed = of.differing(after)
		}
		if !p.alone && len(p.changed) == 0 {
			return nil, fmt.Errorf("%s alters nothing in %s but comments and blanks", row.File, name)
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// beside returns the file with the changed functions of a part.
func (p part) beside(row int) []byte {
	var b strings.Builder
	b.WriteString(p.after.constraints())
	fmt.Fprintf(&b, "package %s\n\nimport (\n", p.after.ast.Name.Name)
	for _, spec := range p.after.imports(p.changed) {
		fmt.Fprintf(&b, "\t%s\n", spec)
	}
	b.WriteString(")\n")
	for _, f := range p.changed {
		name := f.decl.Name
		b.WriteString("\n" + p.after.text(f.decl.Type.Func, name.Pos()) + Name(row, name.Name) +
			p.after.text(name.End(), f.decl.End()) + "\n")
	}
	return []byte(b.String())
}
