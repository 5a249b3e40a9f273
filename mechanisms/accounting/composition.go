// Package accounting adds privacy up: it computes the guarantee that remains when many private steps look at
// the same records, when each looks at a random part of them, and when a record occurs several times.
//
// It composes in three ways, each sharper than the one before: by the claims (ε, δ) alone, with composition
// theorems; by the step's Rényi divergences; and by the law of the step's privacy loss, which is complete. An
// integral in the complex plane gives the law's sums, computed once with every error against the user and
// once with every error for them, so that the truth lies between.
//
// A run is a tree of events (Event); an Accountant prices it, or refuses and names the node. Runs of equal
// steps (Run) and equal claims (Repeated) compute the numbers. Unless said otherwise, neighbours differ by
// the presence of one record, and a coin per record draws the sampled part.
package accounting

import (
	"math"

	"dpscope/engine/num/binomial"
	"dpscope/mechanisms/privacy"
)

// Repeated is one claim of ε alone, made Times times about the same records; each choice may depend on
// earlier answers.
type Repeated struct {
	Epsilon float64
	Times   float64 // whole, from 1 to binomial.MaxTrials
}

// Basic returns the sum of the budgets, without a slack.
func (r Repeated) Basic() float64 { return r.Times * r.Epsilon }

// Advanced returns the total budget at an additional slack: the loss is at most its drift plus a deviation,
// √(2m ln(1/δ′))·ε + m·drift.
func (r Repeated) Advanced(slack float64, drift Drift) float64 {
	if r.Epsilon == 0 { // at a slack of 0, too
		return 0
	}
	return r.Epsilon*math.Sqrt(2*r.Times*math.Log(1/slack)) + r.Times*drift(r.Epsilon)
}

// Drift bounds the expected loss of a mechanism with budget ε.
type Drift func(epsilon float64) float64

// Classic returns the drift of Dwork, Rothblum & Vadhan 2010, Theorem III.3: ε(e^ε − 1).
func Classic(epsilon float64) float64 { return epsilon * math.Expm1(epsilon) }

// Tight returns the expected loss of randomised response, the largest possible: ε(e^ε − 1)/(e^ε + 1)
// (Kairouz, Oh & Viswanath 2015, Theorem 3.4).
func Tight(epsilon float64) float64 { return epsilon * math.Tanh(epsilon/2) }

// Concentrated returns the budget by concentrated privacy: a claim ε contributes ε²/2, these add up to ρ, and
// ρ implies (ρ + 2√(ρ ln(1/δ′)), δ′) (Bun & Steinke 2016, Propositions 1.3 and 1.4).
func (r Repeated) Concentrated(slack float64) float64 {
	if r.Epsilon == 0 {
		return 0
	}
	rho := r.Times * r.Epsilon * r.Epsilon / 2
	return rho + 2*math.Sqrt(rho*math.Log(1/slack))
}

// Optimal returns the least total budget at an additional slack that the claim alone implies. The worst
// mechanism is repeated randomised response (Kairouz, Oh & Viswanath 2015, Theorem 3.3); Delta is its
// profile.
func (r Repeated) Optimal(slack float64) float64 {
	return min(privacy.LeastEpsilon(r.Delta, slack), r.Basic())
}

// Delta returns the privacy profile of randomised response of budget ε repeated m times,
//
//	Σ C(m, l)·max(0, p^(m−l)(1−p)^l − e^E·p^l(1−p)^(m−l)), p = e^ε/(1 + e^ε)
//
// at E. The terms up to l = (mε − E)/(2ε) are positive, and both their sums are binomial tails.
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

// sum returns Delta term by term, from the last positive one on: for budgets so small that both tails nearly
// agree.
func (r Repeated) sum(lies binomial.Law, most, budget float64) (sum float64) {
	const negligible = 1e-18
	chance := lies.Prob(most)
	for l := most; l >= 0 && (chance > negligible*sum || l > lies.Mean()); l-- {
		sum += chance * -math.Expm1(budget-(r.Times-2*l)*r.Epsilon)
		chance *= l / (r.Times - l + 1) * math.Exp(r.Epsilon)
	}
	return sum
}
