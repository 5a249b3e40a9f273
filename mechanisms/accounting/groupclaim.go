package accounting

import "math"

// groupClaim returns the claim for size records of a mechanism with the claim (ε, δ) for one: (size·ε,
// δ·(e^(size·ε) − 1)/(e^ε − 1)) (Dwork & Roth 2014, Theorem 2.2; the factor is Σ e^(iε) over the rows before
// the last). A δ of 1 or more promises nothing; it is +Inf on overflow.
func groupClaim(epsilon, delta, size float64) (total, slack float64) {
	total = size * epsilon
	switch {
	case delta == 0:
		return total, 0
	case epsilon == 0:
		return 0, delta * size
	case total > 700:
		log := math.Log(delta) + total - logExpm1(epsilon)
		return total, math.Exp(log)
	}
	return total, delta * math.Expm1(total) / math.Expm1(epsilon)
}
