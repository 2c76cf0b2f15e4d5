package paper

import (
	"context"
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// checkDistance is SW-10: the larger the exponent, the fewer bytes times hops a PING takes. The mean of the first
// detection is that of the formula, and grows most for the loneliest process.
func checkDistance(p processes) (string, error) {
	const maps = 25
	var found []string
	bytes, lonely := frac(1_000_000, 1), frac(0, 1)
	for _, exponent := range []int{0, 3, 5} {
		m, err := onMaps(context.Background(), p, exponent, maps)
		if err != nil {
			return "", err
		}
		b := reproduce.Average(m.bytes)
		derived := reproduce.Average(m.derived)
		longest := reproduce.Average(m.lonely)
		switch {
		case b.Cmp(bytes) >= 0:
			return "", fmt.Errorf("exponent %d: a PING takes %s bytes x hops, with a smaller one %s", exponent,
				b.FloatString(0), bytes.FloatString(0))
		case longest.Cmp(lonely) <= 0:
			return "", fmt.Errorf("exponent %d: the loneliest waits for %s periods, with a smaller one %s", exponent,
				longest.FloatString(2), lonely.FloatString(2))
		}
		bytes, lonely = b, longest
		found = append(found, fmt.Sprintf("m = %d: %s bytes x hops, %s periods, the loneliest %s", exponent,
			b.FloatString(0), derived.FloatString(2), longest.FloatString(2)))
	}
	return fmt.Sprintf("49 processes, %d maps: ", maps) + strings.Join(found, "; "), nil
}
