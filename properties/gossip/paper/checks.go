package paper

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/claims"
)

// numbers lists numbers.
func numbers(all []int) string {
	return claims.Listed(all, func(n int) string { return fmt.Sprint(n) })
}

// failed says what is not as it should be, and where there is an error that, too.
func failed(err error, format string, args ...any) error {
	if err != nil {
		format, args = format+": %w", append(args, err)
	}
	return fmt.Errorf(format, args...)
}
