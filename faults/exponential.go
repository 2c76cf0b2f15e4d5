package faults

import (
	"math/bits"

	"github.com/scrutineer-go/scrutineer/internal/draw"
)

// halving holds -ln(1-i/128) for i from 0 to 64, in units of 2^-32: the quantiles of an
// exponential distribution of mean 1 below its median.
var halving = [65]uint32{
	0, 33_686_191, 67_638_678, 101_861_706, 136_359_621, 171_136_874, 206_198_026,
	241_547_751, 277_190_838, 313_132_196, 349_376_861, 385_929_995, 422_796_893, 459_982_990,
	497_493_860, 535_335_226, 573_512_964, 612_033_109, 650_901_856, 690_125_574, 729_710_807,
	769_664_279, 809_992_907, 850_703_802, 891_804_281, 933_301_872, 975_204_325, 1_017_519_616,
	1_060_255_961, 1_103_421_825, 1_147_025_929, 1_191_077_261, 1_235_585_093, 1_280_558_983, 1_326_008_797,
	1_371_944_714, 1_418_377_245, 1_465_317_245, 1_512_775_930, 1_560_764_891, 1_609_296_111, 1_658_381_986,
	1_708_035_340, 1_758_269_449, 1_809_098_057, 1_860_535_406, 1_912_596_253, 1_965_295_899, 2_018_650_217,
	2_072_675_675, 2_127_389_374, 2_182_809_076, 2_238_953_239, 2_295_841_054, 2_353_492_488, 2_411_928_318,
	2_471_170_186, 2_531_240_638, 2_592_163_181, 2_653_962_338, 2_716_663_704, 2_780_294_013, 2_844_881_204,
	2_910_454_498, 2_977_044_472,
}

// exponential draws of an exponential distribution of that mean. The distribution has no memory:
// beyond its median, ln 2, it is as from the beginning. So a half of the draws lie below it,
// where the table says where, a quarter between it and its double, and so on.
func exponential(k draw.Key, mean int64) int64 {
	beyond := bits.TrailingZeros64(k.With(1).Uint64() | 1<<63)
	u := k.With(2).Uint64()
	i, between := u>>58, u>>26&(1<<32-1)
	low, high := uint64(halving[i]), uint64(halving[i+1])
	drawn := uint64(beyond)*uint64(halving[64]) + low + (high-low)*between>>32
	times, rest := bits.Mul64(uint64(mean), drawn)
	return int64(times<<32 | rest>>32)
}
