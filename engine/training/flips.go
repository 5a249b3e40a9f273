package training

import (
	"math"

	"dpscope/engine/num/binomial"
	"dpscope/mechanisms"
)

// MixedLabels holds, in the limit of many records, the share of true positives among the records labelled
// positive, π, and among those labelled negative, π′.
type MixedLabels struct {
	Positive, Negative float64 // π and π′
	Slope              float64 // π - π′, which equals tanh(ε/2) for balanced classes
}

// Mix flips the labels of a population with a share in (0, 1) of positives.
func Mix(m mechanisms.LabelFlip, share float64) MixedLabels {
	rest := 1 - share
	positive, negative := share*m.Keep+rest*m.Flip, share*m.Flip+rest*m.Keep
	return MixedLabels{share * m.Keep / positive, share * m.Flip / negative, share * rest * m.Contraction / (positive * negative)}
}

// Explained returns the AUC on flipped labels of unseen records, for a score with the given AUC on true
// labels: the contraction of a symmetric risk. positive is the share of truly positive records, in [0, 1].
func Explained(auc float64, m mechanisms.LabelFlip, positive float64) float64 {
	if !(0 < positive && positive < 1) { // of one class, noisy labels say nothing
		return 0.5
	}
	return 0.5 + (auc-0.5)*Mix(m, positive).Slope
}

// MeanFlips holds means over the flips of a fixed number of records of each class, given that both labels
// remain: otherwise no risk is defined.
//
// With a of P positive and b of N negative records labelled positive, both binomial, and
// m = a + b of n = P + N in all, a record labelled positive and one labelled negative are
// a true positive and a true negative with probability a(N - b)/(m(n - m)), and so on for
// the four kinds of such pairs. A risk under flipped labels is linear in these, whether
// it is of pairs or of single records, and their means are sums of P·N terms.
type MeanFlips struct {
	Slope float64 // mean of π - π′, the factor by which a symmetric risk contracts; to its own last digits, however small
	Left  float64 // probability that both labels remain, at least 1/2

	mixed     float64 // mean share of the pairs of one positive and one negative, in either order
	positives float64 // of two true positives
	negatives float64 // of two true negatives
}

// FlipAll returns the mean flips of that many records, at least one of each class.
func FlipAll(m mechanisms.LabelFlip, positives, negatives int) MeanFlips {
	lost, gained := flipsOf(positives, m), flipsOf(negatives, m)
	f := MeanFlips{Left: 1 - lost[0]*gained[negatives] - lost[positives]*gained[0]}
	all := positives + negatives
	for i, p := range lost {
		for j, q := range gained {
			a, b := positives-i, j
			right, wrong := a*(negatives-b), b*i
			if a+b == 0 || a+b == all {
				continue
			}
			each := p * q / f.Left / float64((a+b)*(all-a-b))
			f.mixed += each * float64(right+wrong)
			f.positives += each * float64(a*i)
			f.negatives += each * float64(b*(negatives-b))
			// The flips of all other labels turn the pairs round; each flip that they have more makes them
			// less probable by e^(-ε).
			if more := all - 2*(i+j); more > 0 {
				f.Slope -= each * float64(right-wrong) * math.Expm1(-m.Epsilon*float64(more))
			}
		}
	}
	return f
}

// flipsOf returns the probabilities that 0, 1, ... of the labels flip.
func flipsOf(labels int, m mechanisms.LabelFlip) []float64 {
	law := binomial.FromLogOdds(float64(labels), m.Epsilon)
	chances := make([]float64, labels+1)
	for i := range chances {
		chances[i] = law.Prob(float64(i))
	}
	return chances
}

// Noisy returns the mean of a risk under flips.
func (f MeanFlips) Noisy(p Parts) float64 {
	return (f.mixed+f.Slope)/2*p.PositiveNegative + (f.mixed-f.Slope)/2*p.NegativePositive + f.positives*p.PositivePositive +
		f.negatives*p.NegativeNegative
}

// Line returns Noisy for a loss with constant ℓ(z) + ℓ(-z) = sum: Slope times the clean risk, plus a
// constant.
func (f MeanFlips) Line(clean, sum float64) float64 {
	return f.Slope*clean + sum*(1-f.Slope)/2
}
