package mutation

import (
	"go/ast"
	"go/types"
)

// A source is one file of a package that is mutated.
type source struct {
	name string // from the module's root, with slashes
	text []byte
	ast  *ast.File
}

// A typed package is one whose files have types.
type typed struct {
	module  *Module
	folder  string
	sources []*source
	info    *types.Info
	types   *types.Package
}
