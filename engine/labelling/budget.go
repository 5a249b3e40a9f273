package labelling

import (
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/num/binomial"
	"dpscope/engine/num/normal"
	"dpscope/mechanisms"
)

// Exact returns the least ε that keeps the promise: the solution of
// Pr(F ≤ ⌊n·Flip⌋) = Confidence for F binomial, rounded to the safe side in its
// last digits. It always exists.
func (p Promise) Exact() known.Value {
	if p.met() {
		return known.Exactly(0)
	}
	return spent(binomial.LeastLogOdds(p.Records, p.Allowed(), p.level()), known.Exact)
}

// Chernoff returns the budget that the Kullback–Leibler form of Chernoff's
// bound asks for, Pr(F ≥ j+1) ≤ e^(−n·KL((j+1)/n ‖ p)) with j = ⌊n·Flip⌋:
// sufficient, at least Exact, and rounded to the safe side too.
func (p Promise) Chernoff() known.Value {
	exponent := p.exponent() + 2*binomial.Slack(p.Records)
	return spent(binomial.Chernoff(p.Records, p.Allowed()+1, exponent), known.AtMost)
}

// ChernoffAtJ returns Chernoff's bound without the step from j to j + 1, Pr(F > n·Flip) ≤ e^(−n·KL(Flip ‖
// p)): at least Chernoff.
func (p Promise) ChernoffAtJ() known.Value {
	return spent(binomial.Chernoff(p.Records, p.product(), p.exponent()), known.AtMost)
}

// Hoeffding returns the paper's Proposition 2: with j = n·Flip, not rounded, and
// c = √(n ln(1/(1−Confidence))/2), a budget of ln((n−j+c)/(j−c)) is
// sufficient; the paper names twice as much. For j ≤ c the bound gives no ε.
func (p Promise) Hoeffding() known.Value {
	j, c := p.product(), p.Margin()
	if j <= c {
		return known.Nothing("gives no ε").As(known.AtMost)
	}
	return spent(math.Log1p((p.Records-2*j+2*c)/(j-c)), known.AtMost)
}

// Margin returns √(n ln(1/(1−Confidence))/2), the margin of Hoeffding's bound in flips.
func (p Promise) Margin() float64 {
	return math.Sqrt(p.Records * p.exponent() / 2)
}

// Normal returns the budget by the central limit theorem, at which
// n·Flip = np + z√(np(1−p)) with z the normal quantile of Confidence. It is an
// approximation: it may be too small.
func (p Promise) Normal() known.Value { return p.normal(p.product()) }

// NormalCorrected returns Normal with the continuity correction, at ⌊n·Flip⌋ + ½. It too may be too small,
// and on the paper's tables always is.
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
	return spent(math.Log(keep/flip), known.Estimate)
}

// spent turns log-odds into ε; none is needed where coins may even favour
// flipping.
func spent(logOdds float64, basis known.Basis) known.Value {
	epsilon := max(logOdds, 0)
	if most := mechanisms.LabelEpsilon.Max; epsilon > most {
		return known.Nothing(fmt.Sprintf("no ε up to %g", most)).As(basis)
	}
	return known.Exactly(epsilon).As(basis)
}

// Stated returns the ε that the paper names for a budget, twice as much.
func Stated(epsilon known.Value) known.Value {
	return epsilon.Map(func(epsilon float64) float64 { return 2 * epsilon })
}
