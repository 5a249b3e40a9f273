package label

import (
	"math"
	"math/big"
)

// The oracles of labels compute with the probability of exactly k flips among n coins, by Stirling's series in numbers of 256
// bits, and with sums of such probabilities term by term. A label is flipped with probability 1/(1 + e^a).

const bits256 = 256

func number(v float64) *big.Float { return new(big.Float).SetPrec(bits256).SetFloat64(v) }

func plus(a, b *big.Float) *big.Float  { return number(0).Add(a, b) }
func minus(a, b *big.Float) *big.Float { return number(0).Sub(a, b) }
func mul(a, b *big.Float) *big.Float   { return number(0).Mul(a, b) }
func over(a, b *big.Float) *big.Float  { return number(0).Quo(a, b) }

func plain(a *big.Float) float64 { v, _ := a.Float64(); return v }

// exponential returns e^x by Taylor's series of x/2^64, squared 64 times.
func exponential(x *big.Float) *big.Float {
	const halvings = 64
	work := func() *big.Float { return new(big.Float).SetPrec(bits256 + 2*halvings) }
	small := work().SetMantExp(work().Set(x), -halvings)
	sum, term := work().SetInt64(1), work().SetInt64(1)
	for k := int64(1); k < 40; k++ {
		term = work().Quo(work().Mul(term, small), work().SetInt64(k))
		sum = work().Add(sum, term)
	}
	for range halvings {
		sum = work().Mul(sum, sum)
	}
	return number(0).Set(sum)
}

// logarithm returns ln x, x > 0, by Halley's steps from float64's logarithm.
func logarithm(x *big.Float) *big.Float {
	mantissa := number(0)
	exponent := x.MantExp(mantissa)
	y := number(math.Log(plain(mantissa)))
	for range 3 {
		e := exponential(y)
		y = plus(y, over(mul(number(2), minus(mantissa, e)), plus(mantissa, e)))
	}
	return plus(y, mul(number(float64(exponent)), ln2))
}

var ln2 = func() *big.Float { // Σ 1/(k·2^k)
	sum, power := number(0), number(1)
	for k := 1.0; k <= bits256+10; k++ {
		power = over(power, number(2))
		sum = plus(sum, over(power, number(k)))
	}
	return sum
}()

// halfLnTwoPi is ½ ln 2π (OEIS A075700, with its sign).
var halfLnTwoPi, _ = number(0).SetString("0.918938533204672741780329736405617639861397473637783412817151540482765695927260397694743298635954")

// bernoulli lists B₂, B₄ ... as fractions.
var bernoulli = [][2]float64{{1, 6}, {-1, 30}, {1, 42}, {-1, 30}, {5, 66}, {-691, 2730}, {7, 6}, {-3617, 510}, {43867, 798}, {-174611, 330}}

// logFactorial returns ln n!.
func logFactorial(n float64) *big.Float {
	if n < 256 {
		product := number(1)
		for k := 2.0; k <= n; k++ {
			product = mul(product, number(k))
		}
		return logarithm(product)
	}
	x := number(n)
	sum := plus(minus(mul(plus(x, number(0.5)), logarithm(x)), x), halfLnTwoPi)
	power := x
	for i, b := range bernoulli {
		k := float64(2 * (i + 1))
		sum = plus(sum, over(over(number(b[0]), number(b[1]*k*(k-1))), power))
		power = mul(power, mul(x, x))
	}
	return sum
}

// coins are n labels that each flip with probability 1/(1 + e^a).
type coins struct {
	n              float64
	a              *big.Float
	lnFlip, lnKeep *big.Float
	odds           float64 // of a flip, e^-a
	logN           *big.Float
}

func flipping(n float64, a *big.Float) coins {
	odds := exponential(number(0).Neg(a))
	rest := logarithm(plus(number(1), odds)) // ln(1 + e^-a)
	if odds.MantExp(nil) < -120 {
		rest = minus(odds, over(mul(odds, odds), number(2)))
	}
	return coins{n: n, a: a, lnKeep: number(0).Neg(rest), lnFlip: number(0).Neg(plus(a, rest)), odds: plain(odds), logN: logFactorial(n)}
}

// atBudget are the coins that spend ε.
func atBudget(n, epsilon float64) coins { return flipping(n, number(epsilon)) }

// lnChance returns ln Pr[F = k], to all digits.
func (c coins) lnChance(k float64) *big.Float {
	ways := minus(minus(c.logN, logFactorial(k)), logFactorial(c.n-k))
	return plus(ways, plus(mul(number(k), c.lnFlip), mul(number(c.n-k), c.lnKeep)))
}

// mean returns n/(1 + e^a) roughly, the place where sums turn.
func (c coins) mean() float64 { return c.n * c.odds / (1 + c.odds) }

// runs passes on the terms from k on, relative to Pr[F = k], upwards or downwards.
func (c coins) runs(k float64, up bool, each func(k, relative float64)) {
	const small = 1e-22
	term, most := 1.0, 1.0
	for ; term > small*most && 0 <= k && k <= c.n; most = max(most, term) {
		each(k, term)
		if up {
			term *= (c.n - k) / (k + 1) * c.odds
			k++
		} else {
			term *= k / (c.n - k + 1) / c.odds
			k--
		}
	}
}

// tails returns ln Pr[F ≤ j] and ln Pr[F > j]. It sums the tail on the far side of the mean term by term; the other one is the
// rest of 1.
func (c coins) tails(j float64) (below, above float64) {
	switch {
	case j < 0:
		return math.Inf(-1), 0
	case j >= c.n:
		return 0, math.Inf(-1)
	}
	up := j+1 > c.mean()
	from := j
	if up {
		from = j + 1
	}
	sum, lost := 0.0, 0.0 // Kahan's sum
	c.runs(from, up, func(_, relative float64) {
		y := relative - lost
		t := sum + y
		lost = t - sum - y
		sum = t
	})
	tail := plain(plus(c.lnChance(from), logarithm(number(sum))))
	rest := math.Log(-math.Expm1(tail))
	if tail < -1 {
		rest = math.Log1p(-math.Exp(tail))
	}
	if up {
		return rest, tail
	}
	return tail, rest
}

// moments returns the mean and the standard deviation, summed over all likely numbers of flips.
func (c coins) moments() (mean, deviation float64) {
	mode := math.Floor(c.mean())
	weight, first, second := 0.0, 0.0, 0.0
	add := func(k, relative float64) {
		weight += relative
		first += relative * (k - mode)
		second += relative * (k - mode) * (k - mode)
	}
	c.runs(mode, true, add)
	if mode > 0 {
		term := mode / (c.n - mode + 1) / c.odds
		c.runs(mode-1, false, func(k, relative float64) { add(k, relative*term) })
	}
	first, second = first/weight, second/weight
	return mode + first, math.Sqrt(second - first*first)
}

// gain returns the sign of the change of success from an even number of records to two more, with a tie as success. It compares
// labels that fail by one flip too many and succeed after two more are kept, with labels that succeed by a tie and fail after
// two more flip.
func (c coins) gain() int {
	saved := plus(c.lnChance(c.n/2+1), mul(number(2), c.lnKeep))
	lost := plus(c.lnChance(c.n/2), mul(number(2), c.lnFlip))
	return saved.Cmp(lost)
}
