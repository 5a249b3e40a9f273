// Package accounting adds privacy up: what is left of a guarantee when many
// private steps look at the same records, when each looks at a random part of
// them, and when a record stands in the data several times.
//
// Three ways of adding up meet here, each sharper than the one before. Claims
// (ε, δ) alone give the composition theorems. Rényi divergences of the step give
// more. The law of the step's privacy loss gives all there is: what its sums ask for
// is an integral in the complex plane, computed once with every error against the
// user and once with every error for them, so that the truth lies between.
//
// A run is a tree of events (Event), which an Accountant prices, or refuses and names the
// node. Behind them are the numbers of runs of equal steps (Run) and of equal claims (Repeated), whose
// neighbours have one record more or less, and whose parts are drawn by tossing a coin for every
// record, unless it is said otherwise.
package accounting

import (
	"math"

	"dpscope/engine/num/binomial"
	"dpscope/mechanisms/privacy"
)

// Repeated is one claim, ε alone, made so many times about the same records: what
// is chosen may depend on what was answered before.
type Repeated struct {
	Epsilon float64
	Times   float64 // whole, from 1 to binomial.MaxTrials
}

// Basic is the sum of the budgets, with no slack besides.
func (r Repeated) Basic() float64 { return r.Times * r.Epsilon }

// Advanced is the budget of all together at a slack besides: the loss is at most
// its drift and a deviation, √(2m ln(1/δ′))·ε + m·drift.
func (r Repeated) Advanced(slack float64, drift Drift) float64 {
	if r.Epsilon == 0 { // at a slack of 0, too
		return 0
	}
	return r.Epsilon*math.Sqrt(2*r.Times*math.Log(1/slack)) + r.Times*drift(r.Epsilon)
}

// Drift bounds the expected loss of a mechanism with budget ε.
type Drift func(epsilon float64) float64

// Classic is the bound of Dwork, Rothblum & Vadhan 2010, Theorem III.3: ε(e^ε − 1).
func Classic(epsilon float64) float64 { return epsilon * math.Expm1(epsilon) }

// Tight is the expected loss of randomised response, the largest there is:
// ε(e^ε − 1)/(e^ε + 1) (Kairouz, Oh & Viswanath 2015, Theorem 3.4).
func Tight(epsilon float64) float64 { return epsilon * math.Tanh(epsilon/2) }

// Concentrated is the budget by concentrated privacy: a claim ε is ε²/2 of it, these
// add up to ρ, and ρ is (ρ + 2√(ρ ln(1/δ′)), δ′) (Bun & Steinke 2016, Propositions
// 1.3 and 1.4).
func (r Repeated) Concentrated(slack float64) float64 {
	if r.Epsilon == 0 {
		return 0
	}
	rho := r.Times * r.Epsilon * r.Epsilon / 2
	return rho + 2*math.Sqrt(rho*math.Log(1/slack))
}

// Optimal is the least budget of all together at a slack besides of which the
// claim alone is known. The worst mechanism is randomised response repeated
// (Kairouz, Oh & Viswanath 2015, Theorem 3.3), of which Delta is the profile.
func (r Repeated) Optimal(slack float64) float64 {
	return min(privacy.LeastEpsilon(r.Delta, slack), r.Basic())
}

// Delta is the privacy profile of randomised response of budget ε repeated m times,
//
//	Σ C(m, l)·max(0, p^(m−l)(1−p)^l − e^E·p^l(1−p)^(m−l)), p = e^ε/(1 + e^ε)
//
// at E: of the terms up to l = (mε − E)/(2ε), which are positive, both sums are
// binomial tails.
func (r Repeated) Delta(budget float64) float64 {
	if budget >= r.Basic() {
		return 0
	}
	lies := binomial.FromLogOdds(r.Times, r.Epsilon)
	most := math.Floor((r.Basic() - budget) / (2 * r.Epsilon))
	here := math.Exp(lies.Tails(most).LogBelow)
	delta := here - math.Exp(budget+lies.Tails(r.Times-most-1).LogAbove)
	const cancelled = 0.01
	if delta < cancelled*here {
		return r.sum(lies, most, budget)
	}
	return delta
}

// sum is Delta term by term, from the last on, which are positive: for budgets so small that
// both tails are nearly the same.
func (r Repeated) sum(lies binomial.Law, most, budget float64) (sum float64) {
	const negligible = 1e-18
	chance := lies.Prob(most)
	for l := most; l >= 0 && (chance > negligible*sum || l > lies.Mean()); l-- {
		sum += chance * -math.Expm1(budget-(r.Times-2*l)*r.Epsilon)
		chance *= l / (r.Times - l + 1) * math.Exp(r.Epsilon)
	}
	return sum
}
