package input

// MaxMS is the longest time that a configuration may give, a day.
const MaxMS = 24 * 60 * 60 * 1000

// Between tells what is wrong with a number that must be in a range, naming the field, or nothing. Of several
// cmp.Or is the first that is wrong.
func Between[N int | int64](field string, is, least, most N) error {
	if is < least || is > most {
		return Errorf(field, "%d, it must be %d to %d", is, least, most)
	}
	return nil
}

// OrAbsent tells what is wrong with a number that must be in a range once what is absent, or 0, is filled in.
func OrAbsent(field string, is, least, most int) error {
	if is < least || is > most {
		return Errorf(field, "%d, it must be %d to %d, or 0 for what it is where absent", is, least, most)
	}
	return nil
}

// Milliseconds tells what is wrong with a time that must be 1 to MaxMS.
func Milliseconds(field string, is int) error { return Between(field, is, 1, MaxMS) }
