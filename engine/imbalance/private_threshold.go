package imbalance

import (
	"math"
	"math/rand/v2"

	"dpscope/engine/known"
	"dpscope/engine/num/normal"
	"dpscope/learners/private"
	"dpscope/mechanisms/privacy"
)

// Release says how the means of both classes are published, of which a threshold
// is made: values are cut to [−Clip, Clip], and normal noise is added to either
// mean. It is (ε, δ)-private where a record's feature may change and its label may
// not; where that may too, both means move, and it is (2ε, 2δ)-private. The number
// of records and the ratio of the classes are public.
type Release struct {
	Epsilon, Delta float64
	Records        float64 // of both classes
	Clip           float64 // R, in standard deviations of a class
	Analytic       bool    // noise of the least standard deviation, and not by the classical formula
}

// ClassicalMost is the greatest ε for which the classical formula of normal noise
// is proven.
const ClassicalMost = 1

// counts are the records of the majority and of the minority.
func (r Release) counts(m Mixture) (majority, minority float64) {
	return r.Records * m.Ratio / (1 + m.Ratio), r.Records / (1 + m.Ratio)
}

// Minority is how many records are of the minority.
func (r Release) Minority(m Mixture) float64 {
	_, minority := r.counts(m)
	return minority
}

// unit is the standard deviation of noise for a sensitivity of 1: √(2 ln(1.25/δ))/ε
// (Dwork & Roth 2014, Theorem A.1) while that holds, else that of Balle & Wang 2018.
func (r Release) unit() float64 {
	if r.Analytic || r.Epsilon > ClassicalMost {
		return privacy.AnalyticSigma(r.Epsilon, r.Delta)
	}
	return math.Sqrt(2*math.Log(1.25/r.Delta)) / r.Epsilon
}

// Deviation is the standard deviation of the private threshold of a weight γ
// where nothing is cut off, which is
//
//	√(γ²·(1/n₁ + (2Rz/n₁)²) + (1−γ)²·(1/n₀ + (2Rz/n₀)²)),
//
// for noise of z at sensitivity 1. The paper's Proposition 10 loses a quarter of the
// sampling part at γ = 1/2.
func (r Release) Deviation(m Mixture, gamma float64) float64 {
	majority, minority := r.counts(m)
	noise := 2 * r.Clip * r.unit()
	of := func(weight, count float64) float64 {
		return weight * weight * (1/count + noise*noise/(count*count))
	}
	return math.Sqrt(of(gamma, minority) + of(1-gamma, majority))
}

// Expected are the recall and the share of false alarms to be expected from the
// private threshold: its error is normal too, so that both are Φ with a greater
// spread, and nearer to a half.
func (r Release) Expected(m Mixture, gamma float64) (recall, falsePositive float64) {
	wider := m
	wider.Separation /= math.Hypot(1, r.Deviation(m, gamma))
	return wider.Recall(gamma), wider.FalsePositive(gamma)
}

// Bias is by how much cutting values to the clip moves the threshold of a weight γ
// on average.
func (r Release) Bias(m Mixture, gamma float64) float64 {
	half := m.Separation / 2
	return gamma*cutting(half, r.Clip) + (1-gamma)*cutting(-half, r.Clip)
}

// cutting is E[min(max(X, −R), R)] − μ of a normal X of mean μ and deviation 1.
func cutting(mean, clip float64) float64 {
	return normal.Excess(clip+mean) - normal.Excess(clip-mean)
}

// ErrorBound is what the error of the middle threshold, of means of published
// classes, stays below with probability 1 − beta, where the clip is at least
// LeastClip: √(2 ln(4/β)) standard deviations (the paper's Proposition 10, with the
// constant and the probability of its appendix and the lost quarter put back).
func (r Release) ErrorBound(m Mixture, beta float64) known.Value {
	return r.unlessCut(known.OrLess(math.Sqrt(2*math.Log(4/beta))*r.Deviation(m, BestBalanced)), m, beta)
}

// ErrorQuantile is the same by the normal law of the error.
func (r Release) ErrorQuantile(m Mixture, beta float64) known.Value {
	return r.unlessCut(known.Exactly(normal.UpperQuantile(beta/4)*r.Deviation(m, BestBalanced)), m, beta)
}

// unlessCut is what is true where the clip leaves room for it, and elsewhere no
// promise.
func (r Release) unlessCut(v known.Value, m Mixture, beta float64) known.Value {
	if r.Clip < r.LeastClip(m, beta) {
		return v.As(known.Estimate)
	}
	return v
}

// ErrorLeast is what no estimator of the middle, private or not, keeps its error
// below with a probability of more than 1 − beta at all places: half of the paper's
// lower bound, which no estimator at all would keep.
func (r Release) ErrorLeast(m Mixture, beta float64) known.Value {
	majority, _ := r.counts(m)
	return known.OrMore(normal.UpperQuantile(beta/2) * math.Sqrt((1+m.Ratio)/majority) / 2)
}

// LeastClip is the clip from which on no record of either class is cut but with
// probability beta/2.
func (r Release) LeastClip(m Mixture, beta float64) float64 {
	return m.Separation/2 + math.Sqrt(2*math.Log(4*r.Records/beta))
}

// Draw releases a threshold of weight γ of records drawn anew, as many as there are
// of either class in whole numbers.
func (r Release) Draw(m Mixture, gamma float64, rng *rand.Rand) (float64, error) {
	majority, minority := r.counts(m)
	class := func(count, mean float64) []float64 {
		values := make([]float64, int(math.Round(count)))
		for i := range values {
			values[i] = mean + rng.NormFloat64()
		}
		return values
	}
	t := private.Threshold{Epsilon: r.Epsilon, Delta: r.Delta, Clip: r.Clip, Gamma: gamma}
	return t.Of(class(minority, m.Separation/2), class(majority, -m.Separation/2), rng)
}
