package cputest

// Each returns the nanoseconds of CPU that do, which does something so many times, takes for
// each.
func Each(times int, do func(times int)) float64 {
	began := Seconds()
	do(times)
	return (Seconds() - began) * 1e9 / float64(times)
}
