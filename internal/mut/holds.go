package mut

import "fmt"

// File is the file, from the root, that says how many mutants a program has.
const File = "internal/mut/held.go"

// Holds returns the file for a program with n mutants.
func Holds(n int) []byte { return fmt.Appendf(nil, "package mut\n\nconst held = %d\n", n) }
