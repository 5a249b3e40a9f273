package mechanisms

import (
	"math"

	"dpscope/engine/num/binomial"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

// LabelEpsilon is the budget at which the exponential mechanism on labels is
// run; the mechanism costs half of it.
var LabelEpsilon = param.Param{Name: "epsilon", Symbol: "ε", Label: "stated",
	Help: "Privacy budget as the paper states it; the mechanism spends half of it, its actual ε.",
	Min:  0, Max: 1500, Low: 0.01, High: 20, Default: 1, Scale: param.Log, Least: true, Words: privacy.WordsOfHalf}

// LabelFlip publishes n binary labels: every label is flipped with probability
// Flip, independently of the others.
//
// It is the exponential mechanism over all 2ⁿ labellings whose score q is the
// number of labels kept (Bi & Suppakitpaisarn 2022). The score is a sum over
// the records, so the probability, proportional to e^(εq/2), is a product over
// them:
//
//	Pr(y″) = e^(εq/2)/(1+e^(ε/2))ⁿ = Π (1−p if kept, p if flipped),  p = 1/(1+e^(ε/2))
//
// at every n. It is therefore Warner's randomised response (1965), and the
// normaliser does not depend on the labels: data sets that differ in one label
// give likelihood ratios e^(±ε/2), both attained, and no others. The exact cost
// is ε/2, half of what the general proof for the exponential mechanism
// (McSherry & Talwar 2007) charges.
type LabelFlip struct {
	Nominal float64 // ε as the exponential mechanism states it
	True    float64 // the exact pure label-DP level, Nominal/2

	Flip, Keep       float64 // p and 1 − p
	LogFlip, LogKeep float64
	Contraction      float64 // 1 − 2p = tanh(Nominal/4), the factor of a symmetric risk
}

// NewLabelExponential returns the exponential mechanism at a nominal budget,
// from 0 (fair coins) to 1500.
func NewLabelExponential(nominal float64) (LabelFlip, error) {
	if err := LabelEpsilon.Check(nominal); err != nil {
		return LabelFlip{}, err
	}
	a := nominal / 2
	law := binomial.FromLogOdds(1, a)
	return LabelFlip{
		Nominal: nominal, True: a,
		Flip: law.P, Keep: law.Q, LogFlip: law.LogP, LogKeep: law.LogQ,
		Contraction: math.Tanh(a / 2),
	}, nil
}

// Guarantee is exact: both likelihood ratios are attained.
func (m LabelFlip) Guarantee() privacy.Guarantee {
	return privacy.State(privacy.Claim{Epsilon: m.True, Neighbours: privacy.OneLabel})
}

// Flips returns the law of the number of flipped labels among n, whole, from 1
// to binomial.MaxTrials.
func (m LabelFlip) Flips(n float64) binomial.Law { return binomial.FromLogOdds(n, m.True) }

// LogProb returns ln Pr(y″) of any one labelling that keeps kept of n labels.
func (m LabelFlip) LogProb(n, kept float64) float64 {
	if kept == n {
		return n * m.LogKeep
	}
	return kept*m.LogKeep + (n-kept)*m.LogFlip
}

// CleanWorth returns roughly how many clean labels n flipped ones are worth, for balanced classes and a
// symmetric risk: flips leave tanh(ε/4) of its signal, and all of its sampling noise.
func (m LabelFlip) CleanWorth(n float64) float64 { return n * m.Contraction * m.Contraction }
