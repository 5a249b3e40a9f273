package mechanisms

import (
	"math"

	"dpscope/engine/num/binomial"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

// LabelEpsilon is the budget that published labels spend: half of the ε at which the exponential mechanism on
// labels is run.
var LabelEpsilon = param.Param{Name: "epsilon", Symbol: "ε", Label: "budget",
	Help: "Privacy budget that each label spends; the paper names twice as much for the same flips.",
	Min:  0, Max: 750, Low: 0.01, High: 10, Default: 1, Scale: param.Log, Least: true, Words: privacy.Words}

// LabelFlip publishes n binary labels: every label is flipped with probability
// Flip, independently of the others.
//
// It is the exponential mechanism over all 2ⁿ labellings whose score q is the
// number of labels kept (Bi & Suppakitpaisarn 2022). The score is a sum over
// the records, so the probability, proportional to e^(εq), is a product over
// them:
//
//	Pr(y″) = e^(εq)/(1+e^ε)ⁿ = Π (1−p if kept, p if flipped),  p = 1/(1+e^ε)
//
// at every n. It is therefore Warner's randomised response (1965), and the
// normaliser does not depend on the labels: data sets that differ in one label
// give likelihood ratios e^(±ε), both attained, and no others. The exact cost
// is ε, half of what the general proof for the exponential mechanism
// (McSherry & Talwar 2007) charges.
type LabelFlip struct {
	Epsilon float64 // the exact pure label-DP level

	Flip, Keep       float64 // p and 1 − p
	LogFlip, LogKeep float64
	Contraction      float64 // 1 − 2p = tanh(ε/2), the factor of a symmetric risk
}

// NewLabelFlip returns the mechanism that spends ε, from 0 (fair coins) to 750.
func NewLabelFlip(epsilon float64) (LabelFlip, error) {
	if err := LabelEpsilon.Check(epsilon); err != nil {
		return LabelFlip{}, err
	}
	law := binomial.FromLogOdds(1, epsilon)
	return LabelFlip{
		Epsilon: epsilon,
		Flip:    law.P, Keep: law.Q, LogFlip: law.LogP, LogKeep: law.LogQ,
		Contraction: math.Tanh(epsilon / 2),
	}, nil
}

// Stated returns the ε that the general proof for the exponential mechanism charges, twice what is spent.
func (m LabelFlip) Stated() float64 { return 2 * m.Epsilon }

// Guarantee is exact: both likelihood ratios are attained.
func (m LabelFlip) Guarantee() privacy.Guarantee {
	return privacy.State(privacy.Claim{Epsilon: m.Epsilon, Neighbours: privacy.OneLabel})
}

// Flips returns the law of the number of flipped labels among n, whole, from 1
// to binomial.MaxTrials.
func (m LabelFlip) Flips(n float64) binomial.Law { return binomial.FromLogOdds(n, m.Epsilon) }

// LogProb returns ln Pr(y″) of any one labelling that keeps kept of n labels.
func (m LabelFlip) LogProb(n, kept float64) float64 {
	if kept == n {
		return n * m.LogKeep
	}
	return kept*m.LogKeep + (n-kept)*m.LogFlip
}

// CleanWorth returns roughly how many clean labels n flipped ones are worth, for balanced classes and a
// symmetric risk: flips leave tanh(ε/2) of its signal, and all of its sampling noise.
func (m LabelFlip) CleanWorth(n float64) float64 { return n * m.Contraction * m.Contraction }
