package privacy

import (
	"math"

	"dpscope/engine/known"
)

// Tests are all tests of one law P against another Q, which an attacker has who sees one answer and
// is to say of which it is: what they find of P, for what they wrongly accept of Q.
type Tests interface {
	// TPR encloses the trade-off curve: the greatest P-probability of a test whose Q-probability,
	// the false positive rate, is at most fpr in [0, 1] (Dong, Roth & Su 2022; it is 1 − f).
	TPR(fpr float64) (low, high float64)

	// Delta encloses the privacy profile sup P − e^ε·Q at any real ε.
	Delta(epsilon float64) (low, high float64)

	// Mu encloses the least μ with TPR ≤ Φ(Φ⁻¹(FPR) + μ) wherever the rates of both errors are at
	// least a floor in (0, 1/2); +Inf where nothing bounds it.
	Mu(floor float64) (low, high float64)
}

// Attack is what an attacker could do who wants to know of one record: the tests of the data with
// it against those without it, or with another, and the other way round.
type Attack struct {
	In  Tests
	Out Tests // nil: the same
}

// Within is the same attack on what keeps a claim as well: no number exceeds what the claim allows.
func (a Attack) Within(c Claim) Attack {
	by := ClaimTests{c}
	a.In = within{a.In, by}
	if a.Out != nil {
		a.Out = within{a.Out, by}
	}
	return a
}

// within are tests of what keeps a claim.
type within struct {
	Tests
	by ClaimTests
}

// least is the lesser of two bounds; their lower ends are no greater.
func least(low, high, most float64) (float64, float64) {
	high = min(high, most)
	return min(low, high), high
}

func (t within) TPR(fpr float64) (low, high float64) {
	low, high = t.Tests.TPR(fpr)
	_, most := t.by.TPR(fpr)
	return least(low, high, most)
}

func (t within) Delta(epsilon float64) (low, high float64) {
	low, high = t.Tests.Delta(epsilon)
	_, most := t.by.Delta(epsilon)
	return least(low, high, most)
}

func (t within) Mu(floor float64) (low, high float64) {
	low, high = t.Tests.Mu(floor)
	_, most := t.by.Mu(floor)
	return least(low, high, most)
}

// Corners are those of the tests.
func (t within) Corners() []Corner { return cornersOf(t.Tests) }

func (t within) envelope() bool { return isEnvelope(t.Tests) }

// Envelope reports whether no single mechanism has the whole curve: each of its tests is attained by another.
func (a Attack) Envelope() bool { return isEnvelope(a.In) }

func isEnvelope(t Tests) bool {
	e, can := t.(interface{ envelope() bool })
	return can && e.envelope()
}

// Alike is an attack in which both orders are the same.
func Alike(tests Tests) Attack { return Attack{In: tests} }

// enclosed is a number by its two ends, of which the safe one is told: what an attacker can do at most.
func enclosed(low, high float64) known.Value {
	if low == high {
		return known.Exactly(high)
	}
	return known.Enclosed(high, low, high)
}

// worse is the worse of both orders.
func (a Attack) worse(of func(Tests) (low, high float64)) known.Value {
	low, high := of(a.In)
	if a.Out != nil {
		l, h := of(a.Out)
		low, high = max(low, l), max(high, h)
	}
	return enclosed(low, high)
}

// TPR is how much an attacker finds at a false positive rate in [0, 1], in the worse order.
func (a Attack) TPR(fpr float64) known.Value {
	return a.worse(func(t Tests) (low, high float64) { return t.TPR(fpr) })
}

// Finds is how many of the records that are there an attacker finds at a false positive rate: TPR
// in the one order. It is also a bound on reconstruction and on guessing an attribute, at a rate that is the best
// chance of a guesser who knows all other records and not the answer (Balle, Cherubin & Hayes
// 2022; Hayes & others 2023): an upper bound, attained for two candidates.
func (a Attack) Finds(fpr float64) known.Value { return enclosed(a.In.TPR(fpr)) }

// Delta is the privacy profile at ε ≥ 0, in the worse order.
func (a Attack) Delta(epsilon float64) known.Value {
	return a.worse(func(t Tests) (low, high float64) { return t.Delta(epsilon) })
}

// Advantage is the greatest TPR − FPR, the total variation of both laws.
func (a Attack) Advantage() known.Value { return a.Delta(0) }

// Mu is the Gaussian number: how many deviations apart two normal laws are that are told apart no
// less well, as long as the rates of both errors are at least a floor in (0, 1/2). Without a floor it would be +Inf
// wherever something may be told for certain, and of a sampled run √n/σ.
func (a Attack) Mu(floor float64) known.Value {
	v := a.worse(func(t Tests) (low, high float64) { return t.Mu(floor) })
	if math.IsInf(v.High, 1) {
		return known.Nothing("no normal noise tells as much: a test errs less often than the floor in both ways")
	}
	return v
}

// Right is how often an attacker is right at best who guesses whether the record is there, where it
// is with a probability prior in (0, 1) beforehand: 1 − π + π·δ(ln((1−π)/π)).
func (a Attack) Right(prior float64) known.Value {
	low, high := a.In.Delta(math.Log1p(-prior) - math.Log(prior))
	return enclosed(max(1-prior+prior*low, prior, 1-prior), min(1-prior+prior*high, 1))
}

// Precision is how many of those whom an attacker names at a false positive rate in (0, 1] are
// there, where as many as the prior are: π·TPR/(π·TPR + (1−π)·FPR).
func (a Attack) Precision(fpr, prior float64) known.Value {
	return a.Finds(fpr).Map(func(tpr float64) float64 {
		return prior * tpr / (prior*tpr + (1-prior)*fpr)
	})
}

// Otherwise is the profile of P against Q below 0 by that of Q against P above it: at −ε it is
// 1 − e^−ε·(1 − δ).
func Otherwise(epsilon, delta float64) float64 {
	return -math.Expm1(-epsilon) + math.Exp(-epsilon)*delta
}
