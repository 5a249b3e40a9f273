package optimal

import "math/big"

// ratioBits is the precision of e^ε in binary digits, and the number of them kept behind the point.
const ratioBits = 320

// expBounds encloses e^ε for ε ≥ 0 as written, in multiples of 2^−ratioBits: by its series at ε/2ʰ, squared h
// times, each operation rounded to the side of its bound.
func expBounds(epsilon float64) (low, high *big.Int) {
	const terms = 60
	halvings := 0
	for x := epsilon; x > 0.5; x /= 2 {
		halvings++
	}
	bounds := [2]*big.Int{}
	for i, mode := range []big.RoundingMode{big.ToNegativeInf, big.ToPositiveInf} {
		number := func() *big.Float { return new(big.Float).SetPrec(ratioBits).SetMode(mode) }
		x := number().SetRat(decimal(epsilon))
		x.SetMantExp(x, -halvings)
		sum, term := number().SetInt64(1), number().SetInt64(1)
		for n := 1; n < terms; n++ {
			term = number().Quo(number().Mul(term, x), number().SetInt64(int64(n)))
			sum = number().Add(sum, term)
		}
		if mode == big.ToPositiveInf { // the rest of the series is less than its last term, as x ≤ 1/2
			sum = number().Add(sum, term)
		}
		for range halvings {
			sum = number().Mul(sum, sum)
		}
		bounds[i], _ = sum.SetMantExp(sum, ratioBits).Int(nil) // whole: e^ε is at least 1
	}
	return bounds[0], bounds[1]
}
