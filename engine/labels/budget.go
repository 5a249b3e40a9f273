package labels

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/num/binomial"
	"dpscope/engine/num/normal"
	"dpscope/mechanisms"
)

// Promise asks that at most a fraction Flip of n labels be flipped, with
// probability at least Confidence. Records is whole, from 1 to
// binomial.MaxTrials; Flip and Confidence are in (0, 1). It is answered by nominal
// budgets, half of which is the true cost.
type Promise struct{ Records, Flip, Confidence float64 }

// Allowed returns ⌊n·Flip⌋, the number of flips that keeps the promise. Flip
// counts as the decimal that was typed: 0.29 of 100 is 29, although the product
// of the two float64 is less.
func (p Promise) Allowed() float64 { return math.Floor(p.product()) }

// product is n·Flip, exact when Flip is the float64 nearest to a fraction of n.
func (p Promise) product() float64 {
	if whole := math.Round(p.Flip * p.Records); whole/p.Records == p.Flip {
		return whole
	}
	return p.Flip * p.Records
}

// level returns the two sides of the promise. The confidence counts as the
// decimal that was typed, so that 1 − 0.999 is 0.001 to its last digit.
func (p Promise) level() binomial.Level {
	return binomial.Level{Below: p.Confidence, Above: decimalComplement(p.Confidence)}
}

// decimalComplement returns 1 − x, 0 < x < 1, for the shortest decimal that
// reads back as x.
func decimalComplement(x float64) float64 {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	scale, _ := strconv.Atoi(exponent)
	places := len(digits) - 1 - scale // x = digits·10^−places
	if places > 18 {                  // x < 0.1, and nothing cancels
		return 1 - x
	}
	whole, _ := strconv.ParseUint(digits, 10, 64)
	one := uint64(1)
	for range places {
		one *= 10
	}
	rest, _ := strconv.ParseFloat(strconv.FormatUint(one-whole, 10)+"e-"+strconv.Itoa(places), 64)
	return rest
}

// exponent is ln(1/(1 − Confidence)).
func (p Promise) exponent() float64 {
	level := p.level()
	if level.Below < 0.5 {
		return -math.Log1p(-level.Below)
	}
	return -math.Log(level.Above)
}

// Met reports whether fair coins, ε = 0, already keep the promise. A tail that
// equals its target to rounding, as that of an odd number of coins does at one
// half, keeps it.
func (p Promise) Met() bool {
	level, fair := p.level(), binomial.New(p.Records, 0.5).Tails(p.Allowed())
	if level.Above <= level.Below {
		return fair.LogAbove <= math.Log(level.Above)+binomial.Slack(p.Records)
	}
	return fair.LogBelow >= math.Log(level.Below)-binomial.Slack(p.Records)
}

// Exact returns the least nominal ε that keeps the promise: the solution of
// Pr(F ≤ ⌊n·Flip⌋) = Confidence for F binomial, rounded to the safe side in its
// last digits. It always exists.
func (p Promise) Exact() known.Value {
	if p.Met() {
		return known.Exactly(0)
	}
	return nominal(binomial.LeastLogOdds(p.Records, p.Allowed(), p.level()), known.Exact)
}

// Chernoff returns the budget that the Kullback–Leibler form of Chernoff's
// bound asks for, Pr(F ≥ j+1) ≤ e^(−n·KL((j+1)/n ‖ p)) with j = ⌊n·Flip⌋:
// sufficient, at least Exact, and rounded to the safe side too.
func (p Promise) Chernoff() known.Value {
	exponent := p.exponent() + 2*binomial.Slack(p.Records)
	return nominal(binomial.Chernoff(p.Records, p.Allowed()+1, exponent), known.AtMost)
}

// ChernoffAtJ is Chernoff's bound without the step from j to j + 1,
// Pr(F > n·Flip) ≤ e^(−n·KL(Flip ‖ p)): at least Chernoff.
func (p Promise) ChernoffAtJ() known.Value {
	return nominal(binomial.Chernoff(p.Records, p.product(), p.exponent()), known.AtMost)
}

// Hoeffding returns the paper's Proposition 2: with j = n·Flip, not rounded, and
// c = √(n ln(1/(1−Confidence))/2), a budget of 2 ln((n−j+c)/(j−c)) is
// sufficient. For j ≤ c the bound promises nothing at any ε.
func (p Promise) Hoeffding() known.Value {
	j, c := p.product(), p.Margin()
	if j <= c {
		return known.Nothing("no promise").As(known.AtMost)
	}
	return nominal(math.Log1p((p.Records-2*j+2*c)/(j-c)), known.AtMost)
}

// Margin is √(n ln(1/(1−Confidence))/2), the flips that Hoeffding's bound keeps
// in hand.
func (p Promise) Margin() float64 {
	return math.Sqrt(p.Records * p.exponent() / 2)
}

// Normal returns the budget by the central limit theorem, at which
// n·Flip = np + z√(np(1−p)) with z the normal quantile of Confidence. It is an
// approximation: it may be too small.
func (p Promise) Normal() known.Value { return p.normal(p.product()) }

// NormalCorrected is Normal with the continuity correction, at
// ⌊n·Flip⌋ + ½. It too may be too small, and on the paper's tables always is.
func (p Promise) NormalCorrected() known.Value { return p.normal(p.Allowed() + 0.5) }

// normal solves j = np + z√(np(1−p)): of the two roots of
// (n²+z²n)p² − (2jn+z²n)p + j² = 0 the smaller for z > 0. The same for 1 − p
// and n − j gives both without cancellation.
func (p Promise) normal(j float64) known.Value {
	n, level := p.Records, p.level()
	z := normal.Quantile(level.Below)
	if level.Above < level.Below {
		z = -normal.Quantile(level.Above)
	}
	square := z * z
	root := z * math.Sqrt(square+4*j*(n-j)/n)
	// Twice the leading coefficient, over n, divides both.
	flip, keep := 2*j+square-root, 2*(n-j)+square+root
	if z > 0 {
		flip = 4 * j * j * (1 + square/n) / (2*j + square + root)
	} else {
		keep = 4 * (n - j) * (n - j) * (1 + square/n) / (2*(n-j) + square - root)
	}
	return nominal(math.Log(keep/flip), known.Estimate)
}

// nominal turns log-odds into a nominal ε; none is needed where coins may
// even favour flipping.
func nominal(logOdds float64, basis known.Basis) known.Value {
	epsilon := max(2*logOdds, 0)
	if most := mechanisms.LabelEpsilon.Max; epsilon > most {
		return known.Nothing(fmt.Sprintf("no ε up to %g", most)).As(basis)
	}
	return known.Exactly(epsilon).As(basis)
}

// TrueCost is the exact label-DP level of running at a nominal budget.
func TrueCost(nominal known.Value) known.Value {
	return nominal.Map(func(epsilon float64) float64 { return epsilon / 2 })
}

// Saving is how much less the exact budget is than Hoeffding's, as a share.
func Saving(exact, hoeffding known.Value) known.Value {
	switch {
	case hoeffding.Missing():
		return known.Nothing("no bound")
	case hoeffding.Value == 0:
		return known.Nothing("none needed")
	}
	return known.Exactly(1 - exact.Value/hoeffding.Value)
}
