package faults

// Kind is one kind of fault or of pin: what a single one says, how that is checked, and
// what a world is asked to do about it. A kind is one file, and one line in a list of
// kinds; nothing else names it. What only some kinds have to say of themselves they say
// by further, smaller interfaces.
type Kind interface {
	// Name names the kind, in plans and where it is counted what happened.
	Name() string
	// Words says in a few words what it does.
	Words() string
	// Schedule asks a world to do what it says.
	Schedule(s Scheduler)
	// Scale multiplies its times, and returns how long a copy or an input may then
	// take because of it.
	Scale(by Time) Time
	// check tells what is wrong with it, naming the field.
	check(l limits) error
}

// Claim is one thing that a plan can say of one copy. It can be said once.
type Claim struct {
	What string
	Copy MessageRef
}

// claimer is a kind that says something of one copy.
type claimer interface{ claim() Claim }

// claimOf returns what a fault or a pin says of a copy, if it does.
func claimOf(k Kind) (Claim, bool) {
	if c, ok := k.(claimer); ok {
		return c.claim(), true
	}
	return Claim{}, false
}

// repeats is a kind that is as several crashes, which can be named in its place.
type repeats interface{ repeats() bool }

// onlyNamed is a kind of which campaigns draw none by themselves.
type onlyNamed interface{ onlyNamed() }

// subsumed is a kind of which nothing is left to say where single copies are spoken of.
type subsumed interface {
	// subsumed reports whether a plan can omit it in which the delay of each copy is
	// named and, with dissolve, also what partitions and pauses do to copies and inputs.
	subsumed(dissolve bool) bool
}

// marker is a kind that marks in a run where it begins and ends.
type marker interface{ marks() []string }

// wordsOf is Words of a kind, "" where there is none.
func wordsOf(k Kind) string {
	if k == nil {
		return ""
	}
	return k.Words()
}
