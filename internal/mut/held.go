package mut

// held is how many mutants the program has: what builds it puts [Holds] in the place of this file.
const held = Most
