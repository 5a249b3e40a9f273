package privacy

import (
	"math"

	"dpscope/engine/known"
)

// Tests holds all tests of one law P against another Q: an attacker who sees one answer decides which law it
// came from. A test finds a share of P, and wrongly accepts a share of Q.
type Tests interface {
	// TPR encloses the trade-off curve: the greatest P-probability of a test whose Q-probability,
	// the false positive rate, is at most fpr in [0, 1] (Dong, Roth & Su 2022; it is 1 − f).
	TPR(fpr float64) (low, high float64)

	// Delta encloses the privacy profile sup P − e^ε·Q at any real ε.
	Delta(epsilon float64) (low, high float64)

	// Mu encloses the least μ with TPR ≤ Φ(Φ⁻¹(FPR) + μ) wherever both error rates are at least a floor in
	// (0, 1/2); +Inf if nothing bounds it.
	Mu(floor float64) (low, high float64)
}

// Attack is an attack on one record's presence or value: the tests of the data with it against the data
// without it, or with another, and reversed.
type Attack struct {
	In  Tests
	Out Tests // nil: the same
}

// Within returns the same attack, known to be no more than another: no number exceeds the other's.
func (a Attack) Within(by Attack) Attack {
	in := within{a.In, by.In}
	if a.Out == nil && by.Out == nil {
		return Alike(in)
	}
	return Attack{In: in, Out: within{a.out(), by.out()}}
}

// out returns the tests of the data without the record against the data with it.
func (a Attack) out() Tests {
	if a.Out == nil {
		return a.In
	}
	return a.Out
}

// within restricts tests by others.
type within struct {
	Tests
	by Tests
}

// least returns the lesser of two bounds, with ordered ends.
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

// Corners returns the corners of the tests.
func (t within) Corners() []Corner { return cornersOf(t.Tests) }

func (t within) envelope() bool { return isEnvelope(t.Tests) }

// Envelope reports whether no single mechanism has the whole curve: each of its tests is attained by another.
func (a Attack) Envelope() bool { return isEnvelope(a.In) }

func isEnvelope(t Tests) bool {
	e, can := t.(interface{ envelope() bool })
	return can && e.envelope()
}

// Alike returns an attack with equal orders.
func Alike(tests Tests) Attack { return Attack{In: tests} }

// enclosed returns a number by its two ends, with the safe one as its value: an upper bound on the attacker.
func enclosed(low, high float64) known.Value {
	if low == high {
		return known.Exactly(high)
	}
	return known.Enclosed(high, low, high)
}

// worse returns the worse of both orders.
func (a Attack) worse(of func(Tests) (low, high float64)) known.Value {
	low, high := of(a.In)
	if a.Out != nil {
		l, h := of(a.Out)
		low, high = max(low, l), max(high, h)
	}
	return enclosed(low, high)
}

// TPR returns the share that an attacker finds at a false positive rate in [0, 1], in the worse order.
func (a Attack) TPR(fpr float64) known.Value {
	return a.worse(func(t Tests) (low, high float64) { return t.TPR(fpr) })
}

// Finds returns the share of the records present that an attacker finds at a false positive rate: TPR in one
// order. It also bounds reconstruction and guessing an attribute, at the rate of the best guess from all
// other records without the answer (Balle, Cherubin & Hayes 2022; Hayes & others 2023): an upper bound,
// attained for two candidates.
func (a Attack) Finds(fpr float64) known.Value { return enclosed(a.In.TPR(fpr)) }

// Delta returns the privacy profile at ε ≥ 0, in the worse order.
func (a Attack) Delta(epsilon float64) known.Value {
	return a.worse(func(t Tests) (low, high float64) { return t.Delta(epsilon) })
}

// Advantage returns the greatest TPR − FPR, the total variation of both laws.
func (a Attack) Advantage() known.Value { return a.Delta(0) }

// Mu returns the Gaussian number: the distance, in deviations, of two normal laws that are no harder to tell
// apart, as long as both error rates are at least a floor in (0, 1/2). Without a floor it would be +Inf
// whenever an answer may be conclusive, and √n/σ for a sampled run.
func (a Attack) Mu(floor float64) known.Value {
	v := a.worse(func(t Tests) (low, high float64) { return t.Mu(floor) })
	if math.IsInf(v.High, 1) {
		return known.Nothing("no normal noise tells as much: a test errs less often than the floor in both ways")
	}
	return v
}

// Right returns the greatest success rate of guessing whether the record is present, given its prior
// probability in (0, 1): 1 − π + π·δ(ln((1−π)/π)).
func (a Attack) Right(prior float64) known.Value {
	low, high := a.In.Delta(math.Log1p(-prior) - math.Log(prior))
	least := max(1-prior+prior*low, prior, 1-prior)
	return enclosed(least, max(min(1-prior+prior*high, 1), least))
}

// Precision returns the share of truly present records among those that an attacker names at a false positive
// rate in (0, 1], given the prior: π·TPR/(π·TPR + (1−π)·FPR).
func (a Attack) Precision(fpr, prior float64) known.Value {
	return a.Finds(fpr).Map(func(tpr float64) float64 {
		return prior * tpr / (prior*tpr + (1-prior)*fpr)
	})
}

// Otherwise returns the profile of P against Q at −ε from that of Q against P at ε: 1 − e^−ε·(1 − δ).
func Otherwise(epsilon, delta float64) float64 {
	return -math.Expm1(-epsilon) + math.Exp(-epsilon)*delta
}
