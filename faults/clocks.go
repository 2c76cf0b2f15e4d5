package faults

import "github.com/scrutineer-go/scrutineer/spec"

// ofClocks are kinds of faults that change clocks, and nothing else.
type ofClocks interface{ ofClocks() }

// clockOf draws whose clock a fault is about.
func clockOf(k Kind, d Drawer) spec.NodeID { return spec.NodeID(d.Choose(k.Name(), d.Nodes())) }

// shift draws by how much a clock is moved.
func shift(k Kind, d Drawer) Shift {
	begin, end := d.Interval(k.Name() + " by")
	if d.Choose("backwards", 2) == 1 {
		begin, end = end, begin
	}
	return Shift(end - begin)
}

// skew draws how far a rate is off, in every other run as far as the protocol must stand;
// now and then it is four times that.
func skew(k Kind, d Drawer) int {
	ppm := d.Skew()
	if d.Choose(k.Name()+" less", 2) == 1 {
		ppm = 1 + d.Choose(k.Name()+" ppm", ppm)
	}
	if d.Choose("too much", 16) == 15 {
		ppm *= 4
	}
	return min(ppm, MostPPM)
}

// span draws when a clock is off, in every other run from the beginning to the end.
func span(k Kind, d Drawer) (Time, *Time) {
	if d.Choose(k.Name()+" for a while", 2) == 0 {
		return 0, nil
	}
	begin, end := d.Interval(k.Name())
	return begin, &end
}
