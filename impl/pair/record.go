package pair

import "github.com/scrutineer-go/scrutineer/internal/codec"

// Record is what a process saves if both of its machines save: what each of them has saved last, nil for nothing. If
// one machine saves, its record is that of the process.
type Record struct{ Lower, Upper any }

// read returns what each machine reads on the disk, and remembers it if both save.
func (r *Record) read(disk any, lowerSaves, upperSaves bool) (lower, upper any) {
	switch {
	case lowerSaves && upperSaves:
		*r, _ = disk.(Record)
		return r.Lower, r.Upper
	case lowerSaves:
		return disk, nil
	case upperSaves:
		return nil, disk
	}
	return nil, nil
}

func init() { codec.Register(Record{}) }
