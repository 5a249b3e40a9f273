package sampling

import (
	"math"
	"math/big"
)

// ln returns the logarithm of u in (0, 1], rounded correctly (to the nearest number), and so the same on
// every computer. A pair of floating-point numbers nearly always decides it. If their error leaves the
// nearest number open, it computes as many digits as always suffice.
func ln(u float64) float64 {
	const relative = 0x1p-90 // more than the error of the sum below, of some 2^-98
	fraction, exponent := reduced(u)
	l := lnOf(fraction, exponent)
	margin := math.Abs(l.high) * relative
	if low, high := l.high+(l.low-margin), l.high+(l.low+margin); low == high {
		return low
	}
	return lnByDigits(fraction, exponent)
}

// reduced returns u as fraction·2^exponent with the fraction in [√½, √2), so that the two parts of the
// logarithm never cancel.
func reduced(u float64) (fraction float64, exponent int) {
	fraction, exponent = math.Frexp(u)
	if fraction < math.Sqrt2/2 {
		fraction, exponent = 2*fraction, exponent-1
	}
	return fraction, exponent
}

// pair is an unevaluated sum of two numbers, the second below half a unit in the last place of the first (Dekker 1971).
type pair struct{ high, low float64 }

// sum returns a + b without an error, for |a| ≥ |b|.
func sum(a, b float64) pair {
	s := float64(a + b)
	return pair{s, b - float64(s-a)}
}

func (p pair) times(q pair) pair {
	high := float64(p.high * q.high)
	low := math.FMA(p.high, q.high, -high)
	return sum(high, math.FMA(p.high, q.low, math.FMA(p.low, q.high, low)))
}

// over divides by a number.
func (p pair) over(by float64) pair {
	high := float64(p.high / by)
	rest := math.FMA(-high, by, p.high)
	return sum(high, float64((rest+p.low)/by))
}

// plus adds where |p| ≥ |q|, or the signs are the same.
func (p pair) plus(q pair) pair {
	s := float64(p.high + q.high)
	back := float64(s - p.high)
	lost := float64(p.high-float64(s-back)) + float64(q.high-back)
	return sum(s, lost+float64(p.low+q.low))
}

// lnOf returns ln fraction + exponent·ln 2. The first is 2·artanh t = 2t(1 + t²/3 + t⁴/5 + ...) with t =
// (fraction - 1)/(fraction + 1), |t| < 0.172.
func lnOf(fraction float64, exponent int) pair {
	const terms = 21 // 0.172^42 is below 2^-106
	// fraction - 1 and fraction + 1 as pairs: the first is exact, the second need not be.
	above := sum(math.Max(fraction, 1), math.Min(fraction, 1))
	t := quotient(fraction-1, above)
	square := t.times(t)
	series := pair{1, 0}.over(2*terms + 1)
	for k := terms - 1; k >= 0; k-- {
		series = pair{1, 0}.over(float64(2*k + 1)).plus(series.times(square))
	}
	l := t.times(series)
	l = pair{2 * l.high, 2 * l.low}
	if exponent == 0 {
		return l
	}
	return pair{ln2High, ln2Low}.times(pair{float64(exponent), 0}).plus(l)
}

// quotient returns a/p of a number and a pair.
func quotient(a float64, p pair) pair {
	high := float64(a / p.high)
	rest := math.FMA(-high, p.high, a) - float64(high*p.low)
	return sum(high, float64(rest/p.high))
}

// ln 2 to 70 digits (https://oeis.org/A002162), and as a pair.
const (
	ln2     = "0.6931471805599453094172321214581765680755001343602552541206800094933936"
	ln2High = 0x1.62e42fefa39efp-1
	ln2Low  = 0x1.abc9e3b39803fp-56
)

// lnByDigits returns the same by 200 binary digits. No floating-point number has a logarithm nearer to the
// middle of two numbers than 2^-118 of its size (Lefèvre & Muller 2001).
func lnByDigits(fraction float64, exponent int) float64 {
	const precision = 200
	wide := func() *big.Float { return new(big.Float).SetPrec(precision) }
	f, one := big.NewFloat(fraction), big.NewFloat(1)
	l := artanh(wide().Quo(wide().Sub(f, one), wide().Add(f, one)))
	if exponent != 0 {
		two, _, _ := big.ParseFloat(ln2, 10, precision, big.ToNearestEven)
		l.Add(l, two.Mul(two, wide().SetInt64(int64(exponent))))
	}
	v, _ := l.Float64()
	return v
}

// artanh returns 2·artanh t, summed until a term changes nothing.
func artanh(t *big.Float) *big.Float {
	precision := t.Prec()
	square := new(big.Float).SetPrec(precision).Mul(t, t)
	power, l := new(big.Float).SetPrec(precision).Set(t), new(big.Float).SetPrec(precision).Set(t)
	for k := int64(3); power.Sign() != 0 && power.MantExp(nil)-l.MantExp(nil) > -int(precision); k += 2 {
		power.Mul(power, square)
		l.Add(l, new(big.Float).SetPrec(precision).Quo(power, new(big.Float).SetPrec(precision).SetInt64(k)))
	}
	return l.Add(l, l)
}
