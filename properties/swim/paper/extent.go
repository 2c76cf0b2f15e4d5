package paper

// extent is how much is measured.
type extent struct {
	sizes      []int // the numbers of processes
	crashes    int   // runs with a crash, of each number of processes
	traffic    int   // runs whose messages are counted, of each row
	periods    int   // how many periods each of them has
	patience   []int // for how many periods a member is suspected
	suspicions int   // runs with false suspicions, of each row
	observed   int   // how many periods each of them has
	members    int   // how many processes they have
	exponents  []int // of the distance, where picks are spatial
	maps       int   // runs on a map, of each exponent
}
