package label

import (
	"math"
	"math/big"
	"slices"
	"sort"
	"strconv"
	"testing"

	"dpscope/views/viewtest"
)

// labelled returns the coins of a setting.
var labelled = viewtest.Shared(func(s viewtest.Setting) coins { return atBudget(s.Number("n"), s.Number("epsilon")) })

// ofOneLabel returns the oracles about one label, computed from the coin itself.
func ofOneLabel() map[string]viewtest.Oracle {
	share := func(s viewtest.Setting, flipped bool) *big.Float { // of one label's two outcomes, weighed e^(±ε/4)
		tilt := over(number(s.Number("epsilon")), number(2))
		keep, flip := exponential(tilt), exponential(number(0).Neg(tilt))
		if flipped {
			return over(flip, plus(keep, flip))
		}
		return over(keep, plus(keep, flip))
	}
	return map[string]viewtest.Oracle{
		"flip-probability": func(s viewtest.Setting) viewtest.Truth {
			return viewtest.Within(plain(share(s, true)), 1e-12*plain(share(s, true)))
		},
		"attacker-right": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(plain(share(s, false))) },
		"wrong-once-in": func(s viewtest.Setting) viewtest.Truth {
			return viewtest.Number(plain(over(number(1), share(s, true))))
		},
		"contraction": func(s viewtest.Setting) viewtest.Truth {
			return viewtest.Number(plain(minus(share(s, false), share(s, true))))
		},
		"epsilon-stated": func(s viewtest.Setting) viewtest.Truth { // twice the log-ratio of an answer to the label that it is and to the other
			return viewtest.Number(2 * plain(minus(logarithm(share(s, false)), logarithm(share(s, true)))))
		},
	}
}

// most returns the greatest number of flips with which labels are a success.
func most(n float64, ties bool) float64 {
	fails := func(j int) bool { return 2*float64(j) > n || 2*float64(j) == n && !ties }
	return float64(sort.Search(int(n)+1, fails) - 1)
}

func chance(log float64) viewtest.Truth { return viewtest.Within(math.Exp(log), 1e-9*math.Exp(log)) }

// halves returns the oracles of the chances that at least half, or more than half, of the labels are kept.
func halves() map[string]viewtest.Oracle {
	oracles := ofOneLabel()
	oracles["success"] = func(s viewtest.Setting) viewtest.Truth {
		below, _ := labelled(s).tails(most(s.Number("n"), true))
		return chance(below)
	}
	oracles["success-strict"] = func(s viewtest.Setting) viewtest.Truth {
		below, _ := labelled(s).tails(most(s.Number("n"), false))
		return chance(below)
	}
	return oracles
}

// A draw is a binomial number; two of 10⁹ draws lie beyond the range that the test allows.
func TestFlipsOracles(t *testing.T) {
	oracles := ofOneLabel()
	reach := viewtest.Shared(func(s viewtest.Setting) [2]float64 {
		c := labelled(s)
		rare := math.Log(1e-9)
		least := sort.Search(int(c.n), func(k int) bool { below, _ := c.tails(float64(k)); return below >= rare })
		most := sort.Search(int(c.n), func(k int) bool { _, above := c.tails(float64(k)); return above < rare })
		return [2]float64{float64(least), float64(most)}
	})
	oracles["flipped"] = func(s viewtest.Setting) viewtest.Truth {
		return viewtest.Between(reach(s)[0], reach(s)[1])
	}
	oracles["expected"] = func(s viewtest.Setting) viewtest.Truth {
		mean, _ := labelled(s).moments()
		return viewtest.Number(mean)
	}
	oracles["sd"] = func(s viewtest.Setting) viewtest.Truth {
		_, deviation := labelled(s).moments()
		return viewtest.Number(deviation)
	}
	oracles["draw-tail"] = func(s viewtest.Setting) viewtest.Truth { // the tail of the number that the page shows
		flipped, c := math.NaN(), labelled(s)
		for _, a := range s.Answers {
			if a.Name == "flipped" {
				flipped = a.Known.Value
			}
		}
		mean, _ := c.moments()
		if flipped <= mean {
			below, _ := c.tails(flipped)
			return viewtest.Within(math.Exp(below), 1e-9*math.Exp(below))
		}
		_, above := c.tails(flipped - 1)
		return viewtest.Within(math.Exp(above), 1e-9*math.Exp(above))
	}
	oracles["flipped-share"] = func(s viewtest.Setting) viewtest.Truth {
		return viewtest.Between(reach(s)[0]/s.Number("n"), reach(s)[1]/s.Number("n"))
	}
	viewtest.Agree(t, oneDraw, viewtest.Suite{Oracles: oracles, Wide: true})
}

func TestScoreOracles(t *testing.T) {
	oracles := halves()
	oracles["ln-failure"] = func(s viewtest.Setting) viewtest.Truth {
		_, above := labelled(s).tails(most(s.Number("n"), s.Option("ties") == "count"))
		return viewtest.Number(above)
	}
	oracles["ln-probability-kept"] = func(s viewtest.Setting) viewtest.Truth {
		n, kept := s.Number("n"), s.Number("kept")
		if kept > n {
			return viewtest.None()
		}
		return viewtest.Number(plain(labelled(s).lnChance(n - kept)))
	}
	oracles["verdict"] = func(s viewtest.Setting) viewtest.Truth {
		below, _ := labelled(s).tails(most(s.Number("n"), s.Option("ties") == "count"))
		switch p := math.Exp(below); {
		case slices.ContainsFunc([]float64{0.99, 0.6, 0.4}, func(limit float64) bool { return math.Abs(p-limit) < 1e-9 }):
			return viewtest.Cannot("it is at a limit but for rounding")
		case p > 0.99:
			return viewtest.Word("almost-surely")
		case p > 0.6:
			return viewtest.Word("probably")
		case p > 0.4:
			return viewtest.Word("toss-up")
		}
		return viewtest.Word("probably-not")
	}
	oracles["mean-flipped"] = func(s viewtest.Setting) viewtest.Truth {
		mean, _ := labelled(s).moments()
		return viewtest.Number(mean)
	}
	oracles["sd-flipped"] = func(s viewtest.Setting) viewtest.Truth {
		_, deviation := labelled(s).moments()
		return viewtest.Number(deviation)
	}
	oracles["clean-worth"] = func(s viewtest.Setting) viewtest.Truth { // as evidence between two shares near a half
		flip := over(number(1), plus(number(1), exponential(number(s.Number("epsilon")))))
		kept := minus(number(1), flip)
		near, far := number(0.5-0x1p-40), number(0.5+0x1p-40)
		noisy := func(share *big.Float) *big.Float { return plus(mul(share, kept), mul(minus(number(1), share), flip)) }
		worth := over(evidence(noisy(near), noisy(far)), evidence(near, far))
		labels := plain(mul(number(s.Number("n")), worth))
		return viewtest.Within(labels, 1e-9*labels+1e-30).Itself() // at ε = 0 only rounding is left
	}
	viewtest.Agree(t, howManyCorrect, viewtest.Suite{Oracles: oracles, Wide: true})
}

// evidence returns KL(a ‖ b) of two coins.
func evidence(a, b *big.Float) *big.Float {
	one := number(1)
	part := func(a, b *big.Float) *big.Float { return mul(a, logarithm(over(a, b))) }
	return plus(part(a, b), part(minus(one, a), minus(one, b)))
}

func TestSuccessOracles(t *testing.T) {
	oracles := halves()
	oracles["success-next"] = func(s viewtest.Setting) viewtest.Truth {
		n := s.Number("n") + 2
		below, _ := atBudget(n, s.Number("epsilon")).tails(most(n, s.Option("ties") == "count"))
		return chance(below)
	}
	after := func(s viewtest.Setting, records float64) float64 {
		n := s.Number("n") + records
		below, _ := atBudget(n, s.Number("epsilon")).tails(most(n, s.Option("ties") == "count"))
		return math.Exp(below)
	}
	oracles["success-one-more"] = func(s viewtest.Setting) viewtest.Truth { return viewtest.Within(after(s, 1), 1e-9*after(s, 1)) }
	oracles["more-records"] = func(s viewtest.Setting) viewtest.Truth { // changes near rounding may go either way
		const clear, same = 1e-10, 1e-14
		one, two := after(s, 1)-after(s, 0), after(s, 2)-after(s, 0)
		switch {
		case one > clear && two > clear:
			return viewtest.Word("yes")
		case two < -clear:
			return viewtest.Word("no")
		case two > clear && one < same:
			return viewtest.Word("mostly")
		case math.Abs(one) < same && math.Abs(two) < same:
			return viewtest.Word("no-change")
		}
		return viewtest.Cannot("the changes are small")
	}
	oracles["even-fall-ends"] = func(s viewtest.Setting) viewtest.Truth { // the first even number of records without a fall
		epsilon := s.Number("epsilon")
		if epsilon == 0 || s.Option("ties") == "strict" {
			return viewtest.None()
		}
		falls := func(half float64) bool { return atBudget(2*half, epsilon).gain() < 0 }
		if !falls(1) {
			return viewtest.Between(0, 2)
		}
		low, high := 1.0, 2.0
		for falls(high) {
			low, high = high, 2*high
		}
		for high-low > 1 {
			if middle := math.Floor((low + high) / 2); falls(middle) {
				low = middle
			} else {
				high = middle
			}
		}
		return viewtest.Between(2*low, 2*high)
	}
	oracles["epsilon-fall-ends"] = func(s viewtest.Setting) viewtest.Truth {
		n := s.Number("n")
		if s.Option("ties") == "strict" || math.Floor(n/2)*2 != n {
			return viewtest.None()
		}
		low, high := 1e-14, 750.0
		for range 45 { // the gain rises with the budget
			if middle := math.Sqrt(low * high); atBudget(n, middle).gain() < 0 {
				low = middle
			} else {
				high = middle
			}
		}
		return viewtest.Number(high)
	}
	viewtest.Agree(t, moreRecords, viewtest.Suite{Oracles: oracles, Wide: true})
}

// typed returns a number as the decimal that is written for it.
func typed(v float64) *big.Rat {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	return r
}

// promised is what a promise allows: flips, the product that they are rounded down from, and ln(1 - P).
type promised struct {
	n, flips float64    // ⌊n·flip⌋
	product  *big.Float // n·flip
	lnRest   *big.Float // ln(1 - confidence)
	lnLevel  *big.Float // ln(confidence)
}

var promising = viewtest.Shared(func(s viewtest.Setting) promised {
	product := new(big.Rat).Mul(typed(s.Number("n")), typed(s.Number("flip")))
	whole := new(big.Int).Quo(product.Num(), product.Denom())
	flips, _ := new(big.Float).SetInt(whole).Float64()
	level := typed(s.Number("confidence"))
	rest := new(big.Rat).Sub(big.NewRat(1, 1), level)
	return promised{n: s.Number("n"), flips: flips, product: number(0).SetRat(product),
		lnRest: logarithm(number(0).SetRat(rest)), lnLevel: logarithm(number(0).SetRat(level))}
})

// kept reports whether a budget keeps the promise, to rounding.
func (p promised) kept(epsilon float64) bool {
	below, above := atBudget(p.n, epsilon).tails(p.flips)
	if rest := plain(p.lnRest); rest < plain(p.lnLevel) {
		return above <= rest+1e-12*max(1, -rest)
	}
	level := plain(p.lnLevel)
	return below >= level-1e-12*max(1, -level)
}

// least returns the least budget that keeps the promise, by halving.
var least = viewtest.Shared(func(s viewtest.Setting) float64 {
	p := promising(s)
	if p.kept(0) {
		return 0
	}
	low, high := 1e-16, 1500.0
	for range 60 {
		if middle := math.Sqrt(low * high); p.kept(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
})

// hoeffding is half of the paper's budget in 256 bits, and whether there is one.
func (p promised) hoeffding() (float64, bool) {
	margin := number(0).Sqrt(over(number(0).Neg(mul(number(p.n), p.lnRest)), number(2)))
	room := minus(p.product, margin)
	if room.Sign() <= 0 {
		return 0, false
	}
	odds := over(plus(minus(number(p.n), p.product), margin), room)
	return max(plain(logarithm(odds)), 0), true
}

// roundedUp returns a budget rounded up to three digits; false where there is none.
func roundedUp(epsilon float64) (float64, bool) {
	if epsilon == 0 || epsilon > 750 {
		return 0, epsilon == 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(epsilon))-2)
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(math.Ceil(epsilon/unit*(1-1e-12))*unit, 'g', 6, 64), 64)
	return min(rounded, 750), true
}

// flipsUpTo is the greatest chance of a flip of which something holds, as an ε: of chances up to a
// half, by halving in the logarithm of the odds.
func flipsUpTo(holds func(flip, keep *big.Float) bool) float64 {
	low, high := 0.0, 800.0
	at := func(odds float64) (flip, keep *big.Float) {
		rare := exponential(number(-odds))
		return over(rare, plus(number(1), rare)), over(number(1), plus(number(1), rare))
	}
	if holds(at(0)) {
		return 0
	}
	for range 70 {
		if middle := (low + high) / 2; holds(at(middle)) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// chernoff is the oracle of the budget at which Chernoff's bound, n·KL ≥ ln(1/(1 − P)), makes more than flips of n flips as
// rare as the promise asks.
func (p promised) chernoff(flips *big.Float) viewtest.Truth {
	part := over(flips, number(p.n))
	left := minus(number(1), part)
	if part.Sign() <= 0 || left.Sign() <= 0 {
		return viewtest.Cannot("none or all may be flipped")
	}
	return budgetItself(flipsUpTo(func(flip, keep *big.Float) bool {
		if flip.Cmp(part) >= 0 {
			return false
		}
		divergence := plus(mul(part, logarithm(over(part, flip))), mul(left, logarithm(over(left, keep))))
		return plus(mul(number(p.n), divergence), p.lnRest).Sign() >= 0
	}))
}

// central is the oracle of the budget at which flips lies above the mean by the promise's quantile, in deviations.
func (p promised) central(flips *big.Float) viewtest.Truth {
	above := plain(exponential(p.lnRest))
	low, high := -40.0, 40.0
	for range 100 { // the quantile, by the tail
		if middle := (low + high) / 2; math.Erfc(middle/math.Sqrt2)/2 > above {
			low = middle
		} else {
			high = middle
		}
	}
	if low < 1e-6 || plain(p.lnLevel) > -1e-15 {
		return viewtest.Cannot("the quantile is below the mean, or beyond its tail")
	}
	return budgetItself(flipsUpTo(func(flip, keep *big.Float) bool {
		mean := mul(number(p.n), flip)
		reach := mul(number(low), number(0).Sqrt(mul(mean, keep)))
		return plus(mean, reach).Cmp(flips) <= 0
	}))
}

// budgetItself is the oracle of a budget within the slider's range, and of none beyond it.
func budgetItself(epsilon float64) viewtest.Truth {
	if epsilon > 750 {
		return viewtest.None()
	}
	return viewtest.Within(epsilon, 1e-6*epsilon+1e-9).Itself()
}

func TestBudgetOracles(t *testing.T) {
	offered := func(v float64) viewtest.Truth {
		if v > 750 {
			return viewtest.None()
		}
		return viewtest.Within(v, 1e-9*v+1e-12)
	}
	atLeast := func(s viewtest.Setting) viewtest.Truth { return offered(least(s)) }
	viewtest.Agree(t, limitOfFlips, viewtest.Suite{Wide: true, Oracles: map[string]viewtest.Oracle{
		"flips-allowed": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(promising(s).flips) },
		"epsilon-least": atLeast,
		"attacker-right": func(s viewtest.Setting) viewtest.Truth { // at the least ε, three digits of it, rounded up
			p, some := roundedUp(least(s))
			if !some {
				return viewtest.None()
			}
			flip, keep := exponential(number(-p/2)), exponential(number(p/2))
			return viewtest.Within(plain(over(keep, plus(flip, keep))), 1e-12)
		},
		"wrong-once-in": func(s viewtest.Setting) viewtest.Truth {
			p, some := roundedUp(least(s))
			if !some {
				return viewtest.None()
			}
			flip, keep := exponential(number(-p/2)), exponential(number(p/2))
			once := plain(over(plus(flip, keep), flip))
			return viewtest.Within(once, 1e-9*once)
		},
		"epsilon-kl":      func(s viewtest.Setting) viewtest.Truth { return promising(s).chernoff(number(promising(s).flips + 1)) },
		"epsilon-kl-at-j": func(s viewtest.Setting) viewtest.Truth { return promising(s).chernoff(promising(s).product) },
		"epsilon-clt":     func(s viewtest.Setting) viewtest.Truth { return promising(s).central(promising(s).product) },
		"epsilon-clt-corrected": func(s viewtest.Setting) viewtest.Truth {
			return promising(s).central(number(promising(s).flips + 0.5))
		},
		"epsilon-stated": func(s viewtest.Setting) viewtest.Truth {
			if epsilon := least(s); epsilon <= 750 {
				return viewtest.Within(2*epsilon, 1e-9*2*epsilon+1e-12)
			}
			return viewtest.None()
		},
		"epsilon-hoeffding": func(s viewtest.Setting) viewtest.Truth {
			if h, some := promising(s).hoeffding(); !some || h > 750 {
				return viewtest.None()
			}
			return atLeast(s)
		},
		"saving": func(s viewtest.Setting) viewtest.Truth {
			h, some := promising(s).hoeffding()
			if !some || h > 750 || h == 0 {
				return viewtest.None()
			}
			return viewtest.Within(1-least(s)/h, 1e-9)
		},
	}})
}
