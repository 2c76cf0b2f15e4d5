package command

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
)

// badValue is how package flag says that a value does not fit.
var badValue = regexp.MustCompile(`^invalid (?:boolean )?value ("(?:[^"\\]|\\.)*") for (?:flag )?(-[^ :]+): ` +
	`(parse error|value out of range)$`)

// valueError says what would be right where a flag's value does not fit; nil for other errors,
// which say that themselves.
func valueError(set *flag.FlagSet, err error) error {
	parts := badValue.FindStringSubmatch(err.Error())
	if parts == nil {
		return nil
	}
	value, _ := strconv.Unquote(parts[1])
	f := set.Lookup(parts[2][1:])
	getter, ok := f.Value.(flag.Getter)
	if !ok {
		return nil
	}
	want, most := "a whole number, such as "+example(value, f.DefValue), uint64(math.MaxInt)
	switch getter.Get().(type) {
	case bool:
		want = "true or false"
	case uint64:
		want, most = "a whole number, 0 or more, such as "+example(value, f.DefValue), math.MaxUint64
	case int:
	default:
		return nil
	}
	if parts[3] != "parse error" {
		want = fmt.Sprintf("at most %d", most)
	}
	return usageError(parts[2], fmt.Sprintf("%s, it must be %s", parts[1], want))
}

// example is the whole number that is meant by one such as 1e9, else the default value, or 1.
func example(value, otherwise string) string {
	if number, _, err := big.ParseFloat(value, 10, 64, big.ToZero); err == nil && number.IsInt() && number.Sign() >= 0 {
		if n, exact := number.Uint64(); exact == big.Exact && n <= math.MaxInt {
			return strconv.FormatUint(n, 10)
		}
	}
	if otherwise == "" || otherwise == "0" {
		return "1"
	}
	return otherwise
}
